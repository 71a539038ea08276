package dev.roastery.cli;

import dev.roastery.cli.output.AtExit;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.storage.IoReason;
import dev.roastery.common.storage.check.BriefCheck;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a failure: one sentence on standard error, and the stack trace only on request. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

  private final BooleanSupplier verbose;

  Failures(BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  /** With {@code --help}, picocli would show the help of what it knows, and ignore the rest. */
  static void requireMatched(ParseResult parsed) {
    for (ParseResult at = parsed; at != null; at = at.subcommand()) {
      if (!at.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(at.commandSpec().commandLine(), at.unmatched());
      }
    }
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    var guesses =
        failure instanceof UnmatchedArgumentException unmatched
            ? suggestions(unmatched)
            : List.<String>of();
    String hint =
        guesses.isEmpty()
            ? "see '" + command.getCommandSpec().qualifiedName() + " --help'"
            : "did you mean " + String.join(" or ", guesses) + "?";
    show(failure, command, sentence(failure) + "; " + hint);
    return ExitCode.USAGE.number();
  }

  private static List<String> suggestions(UnmatchedArgumentException unmatched) {
    String first = unmatched.getUnmatched().getFirst();
    if (first.startsWith("-")) {
      return unmatched.getSuggestions();
    }
    String meant =
        NameSuggestions.closestWithTwoSlips(
            first, unmatched.getCommandLine().getSubcommands().keySet());
    return meant == null ? unmatched.getSuggestions() : List.of(meant);
  }

  private static String sentence(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      CommandLine command = unmatched.getCommandLine();
      if (!first.startsWith("-") && !first.isEmpty()) {
        return command.getSubcommands().isEmpty()
            ? "unexpected argument '" + first + "'"
            : "there is no command '" + first + "'";
      }
    }
    String message = String.valueOf(failure.getMessage());
    if (isTooManyOfGroup(failure, message)) {
      return "give " + alternatives(failure.getCommandLine()) + ", only once";
    }
    return failure instanceof MissingParameterException && message.contains("specify one of these")
        ? "give " + alternatives(failure.getCommandLine())
        : message;
  }

  /** Picocli shows what is wrong with a group of options as it writes the group. */
  private static boolean isTooManyOfGroup(ParameterException failure, String message) {
    return failure instanceof MutuallyExclusiveArgsException
        || (failure instanceof MaxValuesExceededException
            && message.contains("expected only one match"));
  }

  private static String alternatives(CommandLine command) {
    return command.getCommandSpec().argGroups().stream()
        .filter(ArgGroupSpec::exclusive)
        .flatMap(group -> group.options().stream())
        .map(OptionSpec::longestName)
        .collect(Collectors.joining(" or "));
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    return switch (failure) {
      case CommandFailure expected -> {
        show(failure, command, String.valueOf(expected.getMessage()));
        yield expected.code().number();
      }
      case StoreRefusedException refused -> handleFatal(BriefCheck.refused(refused), command);
      case StoreAwayException away -> {
        show(away, command, away.getMessage() + "; check the address and try again");
        yield ExitCode.UNREACHABLE.number();
      }
      // A subcommand that is a method: picocli wraps what it throws.
      case ExecutionException wrapped when wrapped.getCause() instanceof Fatal fatal ->
          handleFatal(fatal, command);
      default -> {
        String what =
            failure instanceof IOException io
                ? IoReason.of(io)
                : "unexpected error: "
                    + Objects.requireNonNullElse(failure.getMessage(), "no details");
        show(failure, command, what + " (--verbose prints the stack trace)");
        yield ExitCode.UNEXPECTED.number();
      }
    };
  }

  /** Shows it, and returns its exit code. */
  int handleFatal(Fatal fatal, CommandLine command) {
    show(fatal, command, String.valueOf(fatal.getMessage()));
    return fatal.reason().exitCode();
  }

  private void show(Throwable failure, CommandLine command, String sentence) {
    AtExit.ofThisProcess().waitIfEnding();
    command.getErr().println("roastery: " + sentence);
    if (verbose.getAsBoolean()) {
      failure.printStackTrace(command.getErr());
    }
  }
}
