package dev.roastery.input.feed;

import dev.roastery.input.csv.CsvBatch;

/** Where the rows of the tables go that queries read row by row; several threads bring them. */
public interface FactSink {

  void fact(String table, int part, CsvBatch batch);

  /** A table is complete; {@code batches} has the number of batches of each part. */
  void endFact(String table, long[] batches);
}
