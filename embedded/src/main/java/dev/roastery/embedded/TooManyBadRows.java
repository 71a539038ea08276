package dev.roastery.embedded;

import dev.roastery.input.csv.CsvProblem.BadRow;
import java.util.List;

/** More rows cannot be read than may be skipped: the job has no results. */
public final class TooManyBadRows extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<BadRow> rows;

  TooManyBadRows(String sentence, List<BadRow> rows) {
    super(sentence);
    this.rows = List.copyOf(rows);
  }

  /** Those that were found, in the order of their parts and lines. */
  public List<BadRow> rows() {
    return rows;
  }
}
