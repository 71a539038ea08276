package dev.roastery.cli;

import dev.roastery.aggregator.AggregatorMain;
import dev.roastery.cli.chaos.ChaosCommand;
import dev.roastery.cli.help.CommandGroup;
import dev.roastery.cli.help.HelpCommand;
import dev.roastery.cli.help.VersionCommand;
import dev.roastery.cli.operate.ApproveCommand;
import dev.roastery.cli.operate.CancelCommand;
import dev.roastery.cli.operate.DeleteCommand;
import dev.roastery.cli.operate.EventsCommand;
import dev.roastery.cli.operate.JobsCommand;
import dev.roastery.cli.operate.ProfileCommand;
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
import dev.roastery.cli.service.StoreCommand;
import dev.roastery.cli.service.TokenCommand;
import dev.roastery.cli.service.VerifyCommand;
import dev.roastery.cli.tables.TablesCommand;
import dev.roastery.gateway.process.GatewayMain;
import dev.roastery.joiner.JoinerMain;
import dev.roastery.maximizer.MaximizerMain;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/**
 * The commands by their names. Their classes are loaded when they are named: to look at those of
 * all of them takes longer than a short command does.
 */
final class Subcommands {

  private Subcommands() {}

  /** The one that the line begins with, or all, where it begins with none. */
  static void add(CommandLine roastery, String... arguments) {
    if (Set.of("--version", "-V").contains(String.join(" ", arguments))) {
      return;
    }
    Optional<Class<?>> named = arguments.length == 0 ? Optional.empty() : of(arguments[0]);
    if (named.isPresent() && !needsAll(arguments[0])) {
      roastery.addSubcommand(named.get());
      return;
    }
    for (CommandGroup group : CommandGroup.values()) {
      group.commands().forEach(name -> roastery.addSubcommand(of(name).orElseThrow()));
    }
  }

  /** They are about the others. */
  private static boolean needsAll(String name) {
    return name.equals("help") || name.equals("completion");
  }

  private static Optional<Class<?>> of(String name) {
    Class<?> command =
        switch (name) {
          case "run" -> RunCommand.class;
          case "submit" -> SubmitCommand.class;
          case "status" -> StatusCommand.class;
          case "watch" -> WatchCommand.class;
          case "results" -> ResultsCommand.class;
          case "profile" -> ProfileCommand.class;
          case "events" -> EventsCommand.class;
          case "approve" -> ApproveCommand.class;
          case "reject" -> RejectCommand.class;
          case "retry" -> RetryCommand.class;
          case "cancel" -> CancelCommand.class;
          case "delete" -> DeleteCommand.class;
          case "jobs" -> JobsCommand.class;
          case "workers" -> WorkersCommand.class;
          case "dev" -> DevCommand.class;
          case "gateway" -> GatewayMain.class;
          case "aggregator" -> AggregatorMain.class;
          case "maximizer" -> MaximizerMain.class;
          case "joiner" -> JoinerMain.class;
          case "demo" -> DemoCommand.class;
          case "query" -> QueryCommand.class;
          case "tables" -> TablesCommand.class;
          case "generate" -> GenerateCommand.class;
          case "simulate" -> SimulateCommand.class;
          case "quarantine" -> QuarantineCommand.class;
          case "verify" -> VerifyCommand.class;
          case "chaos" -> ChaosCommand.class;
          case "token" -> TokenCommand.class;
          case "store" -> StoreCommand.class;
          case "help" -> HelpCommand.class;
          case "version" -> VersionCommand.class;
          case "completion" -> CompletionCommand.class;
          default -> Void.class;
        };
    return command == Void.class ? Optional.empty() : Optional.of(command);
  }
}
