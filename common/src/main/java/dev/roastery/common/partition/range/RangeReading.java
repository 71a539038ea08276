package dev.roastery.common.partition.range;

import dev.roastery.common.message.Message;

/** Reads the parts that ranges refer to. Any thread may call it, and it blocks none. */
public interface RangeReading {

  /** Of a process whose partitions get no ranges. */
  RangeReading NONE =
      (_, range, sink) -> {
        sink.failed("range " + range.first() + " has come to a process that reads no parts");
        return Reading.DONE;
      };

  /**
   * Begins to read the batches of a range, in their order.
   *
   * @param plan of the job: it says which columns and rows are wanted
   */
  Reading begin(String plan, Message.Range range, Sink sink);

  /** Who takes what is read; it is called by any thread, after {@link #begin} or within it. */
  interface Sink {

    /**
     * The next batch. At most {@link Reading#AHEAD} come before {@link Reading#taken} is called.
     */
    void batch(Message.Batch batch);

    /** The job cannot go on, for this reason: nothing more comes. */
    void failed(String reason);
  }

  /** A range that is being read. */
  interface Reading {

    int AHEAD = 2;

    Reading DONE =
        new Reading() {
          @Override
          public void taken() {}

          @Override
          public void close() {}
        };

    /** A batch is done with: another one may come. */
    void taken();

    /** Nothing more is wanted. */
    void close();
  }
}
