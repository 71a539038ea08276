package dev.roastery.cli;

import dev.roastery.aggregator.AggregatorMain;
import dev.roastery.cli.chaos.ChaosCommand;
import dev.roastery.cli.operate.ApproveCommand;
import dev.roastery.cli.operate.CancelCommand;
import dev.roastery.cli.operate.DeleteCommand;
import dev.roastery.cli.operate.EventsCommand;
import dev.roastery.cli.operate.JobsCommand;
import dev.roastery.cli.operate.RejectCommand;
import dev.roastery.cli.operate.ResultsCommand;
import dev.roastery.cli.operate.RetryCommand;
import dev.roastery.cli.operate.StatusCommand;
import dev.roastery.cli.operate.SubmitCommand;
import dev.roastery.cli.operate.WatchCommand;
import dev.roastery.cli.operate.WorkersCommand;
import dev.roastery.cli.run.DemoCommand;
import dev.roastery.cli.run.GenerateCommand;
import dev.roastery.cli.run.QueryCommand;
import dev.roastery.cli.run.RunCommand;
import dev.roastery.cli.run.SimulateCommand;
import dev.roastery.cli.service.DevCommand;
import dev.roastery.cli.service.QuarantineCommand;
import dev.roastery.cli.service.TokenCommand;
import dev.roastery.cli.service.VerifyCommand;
import dev.roastery.cli.tables.TablesCommand;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.gateway.process.GatewayMain;
import dev.roastery.joiner.JoinerMain;
import dev.roastery.maximizer.MaximizerMain;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code roastery}. What it can do is in its subcommands. */
@Command(
    name = "roastery",
    mixinStandardHelpOptions = true,
    subcommands = {
      RunCommand.class,
      SubmitCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      ResultsCommand.class,
      EventsCommand.class,
      ApproveCommand.class,
      RejectCommand.class,
      RetryCommand.class,
      CancelCommand.class,
      DeleteCommand.class,
      JobsCommand.class,
      WorkersCommand.class,
      DevCommand.class,
      GatewayMain.class,
      AggregatorMain.class,
      MaximizerMain.class,
      JoinerMain.class,
      DemoCommand.class,
      QueryCommand.class,
      TablesCommand.class,
      GenerateCommand.class,
      SimulateCommand.class,
      QuarantineCommand.class,
      VerifyCommand.class,
      ChaosCommand.class,
      TokenCommand.class,
      CompletionCommand.class
    },
    versionProvider = Version.class,
    description =
        "Computes exact reports over CSV sales data and delivers each result exactly once, even if"
            + " any process crashes.",
    exitCodeListHeading = "%nExit codes:%n",
    footer = {
      "",
      "Environment: ROASTERY_LOG sets the log level (info), NO_COLOR turns colours off,"
          + " ROASTERY_DEBUG=1 is --verbose, ROASTERY_JAVA_OPTS are options for the JVM,"
          + " ROASTERY_GATEWAY is the address of the gateway, ROASTERY_TOKEN the client's token."
    })
public final class Main implements Runnable {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an unexpected error.")
  private boolean verbose;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  private Main(Map<String, String> environment) {
    this.environment = environment;
  }

  public Map<String, String> environment() {
    return environment;
  }

  /** Runs one command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LogLevel.choose(arguments);
    NodeProcess.dieOfUncaught();
    CommandLine commandLine = commandLine(System.getenv());
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
    var main = new Main(environment);
    var failures =
        new Failures(() -> main.verbose || "1".equals(environment.get("ROASTERY_DEBUG")));
    CommandLine commandLine =
        new CommandLine(main)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setDefaultValueProvider(new CommandSettings(environment))
            .setParameterExceptionHandler(failures)
            .setExecutionExceptionHandler(failures)
            .setExecutionStrategy(parsed -> {
              LogLevel.check(environment, parsed.commandSpec().commandLine());
              Failures.requireMatched(parsed);
              try {
                return new RunLast().execute(parsed);
              } catch (Fatal fatal) {
                return failures.handleFatal(fatal, parsed.commandSpec().commandLine());
              }
            });
    Values.register(commandLine);
    commandLine.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings());
    return commandLine;
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}
