package dev.roastery.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/** Commands that run in the test's own process; several may at the same time. */
public final class Commands {

  private Commands() {}

  public static Outcome run(Map<String, String> environment, String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine commandLine = Main.commandLine(environment);
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = commandLine.execute(words);
    return new Outcome(code, out.toString(), err.toString());
  }
}
