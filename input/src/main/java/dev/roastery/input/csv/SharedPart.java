package dev.roastery.input.csv;

import java.io.IOException;

/** A whole part that several threads read at once, each with a worker of its own. */
public interface SharedPart {

  /** What one thread reads with. Its batches, and bad rows, go to {@code sink}. */
  Worker worker(CsvSink sink);

  /** One thread's place at the part. */
  interface Worker {

    /** Reads the next free window; false if there is none, or if a window has failed. */
    boolean next() throws IOException, InterruptedException;
  }
}
