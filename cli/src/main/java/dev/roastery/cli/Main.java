package dev.roastery.cli;

import dev.roastery.cli.help.GroupedHelp;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.process.NodeProcess;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code roastery}. What it can do is in its subcommands. */
@Command(
    name = "roastery",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Computes exact reports over CSV and JSON lines and delivers each result exactly once, even"
            + " if any process crashes.",
    exitCodeListHeading = "%nExit codes:%n",
    footer = {
      "",
      "Environment: ROASTERY_LOG sets the log level (info), ROASTERY_LOG_FORMAT=json logs for"
          + " programs, NO_COLOR turns colours off,"
          + " ROASTERY_DEBUG=1 is --verbose, ROASTERY_JAVA_OPTS are options for the JVM,"
          + " ROASTERY_GATEWAY is the address of the gateway, ROASTERY_TOKEN the client's token."
    })
public final class Main implements Runnable {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description =
          "Print more: every event of a job, the log of 'dev', the stack trace of an unexpected"
              + " error.")
  private boolean verbose;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  private Main(Map<String, String> environment) {
    this.environment = environment;
  }

  public Map<String, String> environment() {
    return environment;
  }

  public boolean isVerbose() {
    return verbose;
  }

  /** Runs one command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LogLevel.choose(arguments, System.getenv());
    NodeProcess.dieOfUncaught();
    CommandLine commandLine = commandLine(System.getenv(), arguments);
    System.exit(execute(commandLine.setOut(StandardOutput.ofThisProcess()), arguments));
  }

  /** Its exit code; whatever it has printed is written by then. */
  static int execute(CommandLine commandLine, String... arguments) {
    try {
      int code = commandLine.execute(arguments);
      commandLine.getOut().flush();
      return code;
    } catch (Fatal lost) {
      commandLine.getErr().println("roastery: " + lost.getMessage());
      return lost.reason().exitCode();
    }
  }

  /** The command with all that belongs to it, in an environment. */
  public static CommandLine commandLine(Map<String, String> environment) {
    return commandLine(environment, new String[0]);
  }

  /** The same for one command line: with the command that it names only, if it names one. */
  static CommandLine commandLine(Map<String, String> environment, String[] arguments) {
    var main = new Main(environment);
    BooleanSupplier verbose = () -> main.verbose || "1".equals(environment.get("ROASTERY_DEBUG"));
    var failures = new Failures(verbose);
    CommandLine commandLine = new CommandLine(main);
    Subcommands.add(commandLine, arguments);
    commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setDefaultValueProvider(new CommandSettings(environment))
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures)
        .setExecutionStrategy(parsed -> {
          LogLevel.check(environment, parsed.commandSpec().commandLine());
          if (verbose.getAsBoolean()) {
            tellOfColdStart(parsed.commandSpec().commandLine().getErr());
          }
          Failures.requireMatched(parsed);
          try {
            return new RunLast().execute(parsed);
          } catch (Fatal fatal) {
            return failures.handleFatal(fatal, parsed.commandSpec().commandLine());
          }
        });
    commandLine.setHelpFactory(GroupedHelp::new);
    Values.register(commandLine);
    commandLine.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings());
    return commandLine;
  }

  /** A JVM that cannot use the cache that it is given uses none at all, and starts slowly. */
  private static void tellOfColdStart(PrintWriter err) {
    if (!System.getProperty("java.vm.info", "").contains("sharing")) {
      err.println(
          "roastery: the JVM could not use its cache (roastery.aot), so this start took longer;"
              + " './gradlew install' makes it again");
    }
  }

  /** Whoever types nothing else wants to know what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
    spec.commandLine().getOut().flush();
  }
}
