package dev.roastery.cli;

import dev.roastery.common.fault.Fatal;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a failure: one sentence on standard error, and the stack trace only on request. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

  private final BooleanSupplier verbose;

  Failures(BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    var guesses =
        failure instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.<String>of();
    String hint =
        guesses.isEmpty()
            ? "see '" + command.getCommandSpec().qualifiedName() + " --help'"
            : "did you mean " + String.join(" or ", guesses) + "?";
    show(failure, command, failure.getMessage() + "; " + hint);
    return ExitCode.USAGE.number();
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    return switch (failure) {
      case CommandFailure expected -> {
        show(failure, command, String.valueOf(expected.getMessage()));
        yield expected.code().number();
      }
      // A subcommand that is a method: picocli wraps what it throws.
      case ExecutionException wrapped when wrapped.getCause() instanceof Fatal fatal ->
          handleFatal(fatal, command);
      default -> {
        show(failure, command, failure + " (unexpected error; --verbose prints the stack trace)");
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
    command.getErr().println("roastery: " + sentence);
    if (verbose.getAsBoolean()) {
      failure.printStackTrace(command.getErr());
    }
  }
}
