package dev.roastery.cli;

import dev.roastery.cli.output.ScratchFolder;
import dev.roastery.common.process.NodeProcess;
import java.io.IOException;

/**
 * Does what should start fast, for the build: the JVM that watches this writes the classes and
 * lambdas that were needed into its AOT cache. Any other command works, but starts slower; and each
 * class in the cache that a command does not need makes the start of that one slower, so only
 * little is played here.
 */
final class Rehearsal {

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    NodeProcess.dieOfUncaught();
    int code = ExitCode.OK.number();
    try (ScratchFolder scratch = ScratchFolder.make()) {
      String set = scratch.path().resolve("set").toString();
      code |= play("generate", "--out", set, "--transactions", "2000");
      code |= play("run", set);
      code |= play("run", set, "--sql", "select count(*) as n from stores", "--format", "csv");
      code |= play("--version");
    }
    System.exit(code);
  }

  private static int play(String... command) {
    LogLevel.choose(command, System.getenv());
    return Main.execute(
        Main.commandLine(System.getenv(), command).setOut(StandardOutput.ofThisProcess()), command);
  }
}
