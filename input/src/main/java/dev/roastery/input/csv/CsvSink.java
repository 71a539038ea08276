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
}
