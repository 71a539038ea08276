package dev.roastery.input.csv;

/** Takes what a part consists of, in its order. */
public interface CsvSink {

  void batch(CsvBatch batch);

  /**
   * A row that cannot be read: the part is refused with it, unless this is overridden to skip it.
   */
  default void badRow(CsvProblem.BadRow row) {
    throw new CsvException(row);
  }

  /**
   * A row with a value that contradicts the strict type of its column: a bad row, unless who
   * inferred the type overrides this to infer another one.
   */
  default void contradiction(CsvProblem.BadRow row) {
    badRow(row);
  }
}
