package dev.roastery.gateway.feed;

import dev.roastery.gateway.ingest.CsvBatch;

/** Where the rows of the tables go that queries read row by row; several threads bring them. */
public interface FactSink {

  void fact(String table, int part, CsvBatch batch);

  /** All of a table is there; {@code batches} counts those of each part. */
  void endFact(String table, long[] batches);
}
