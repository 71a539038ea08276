package dev.roastery.cli;

/** A command's way to end with an exit code and one sentence that says what, where, what to do. */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ExitCode code;

  public CommandFailure(ExitCode code, String sentence) {
    super(sentence);
    this.code = code;
  }

  public ExitCode code() {
    return code;
  }
}
