package dev.roastery.input.csv;

/** A part cannot be read, for this reason; the message is the problem's sentence. */
public final class CsvException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient CsvProblem problem;

  public CsvException(CsvProblem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public CsvProblem problem() {
    return problem;
  }
}
