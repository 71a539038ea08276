package dev.roastery.common.message;

import dev.roastery.common.message.rows.Rows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What nodes tell each other: all of it, over every transport. A message names its job and can be
 * sent again at any time without effect. {@link MessageCodec} gives it bytes.
 */
public sealed interface Message {

  JobId job();

  /** The job exists; {@code plan} is all that a partition must know of it (a JSON document). */
  record Job(JobId job, String plan) implements Message {}

  /**
   * Some rows; {@code rows} are the bytes of one {@link Rows}, decoded only by the stage that
   * computes with them.
   */
  record Batch(BatchId id, byte[] rows) implements Message {
    @Override
    public JobId job() {
      return id.job();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Batch that && id.equals(that.id) && Arrays.equals(rows, that.rows);
    }

    @Override
    public int hashCode() {
      return id.hashCode();
    }

    @Override
    public String toString() {
      return "Batch[" + id + ", " + rows.length + " bytes]";
    }
  }

  /**
   * Batches by reference: {@code batches} of them, {@code first} and those that follow it, are the
   * rows of as many windows of a part, {@code window} and those that follow that. The receiver
   * reads the part itself.
   */
  record Range(BatchId first, long window, int batches, PartReference part) implements Message {
    public Range {
      if (window < 0 || batches < 1 || batches > BATCHES_MAX) {
        throw new IllegalArgumentException(
            "range of " + first + ": " + batches + " windows from " + window);
      }
    }

    /** A part is read in pieces that fit in memory, and are done in seconds. */
    public static final int BATCHES_MAX = 64;

    @Override
    public JobId job() {
      return first.job();
    }

    /** The id of the batch that is the window of that number in this range, from 0. */
    public BatchId batch(int number) {
      return new BatchId(first.job(), first.stream(), first.sender(), first.seq() + number);
    }
  }

  /**
   * Sender {@code sender}, one of {@code senders} of this stream (numbered from 0), has sent {@code
   * batches} batches of it to the receiving partition. All ENDs of a stream name the same {@code
   * senders}; a stream without data is one sender with 0 batches.
   */
  record End(JobId job, String stream, int sender, int senders, long batches) implements Message {
    public End {
      if (sender < 0 || sender >= senders || batches < 0) {
        throw new IllegalArgumentException(
            "END of " + stream + ": sender " + sender + " of " + senders + ", " + batches);
      }
    }
  }

  /** The result is stored: the rest of the job may be deleted. */
  record Close(JobId job) implements Message {}

  /** The job is cancelled or has failed: forget it, and answer with {@link Gone}. */
  record Abort(JobId job, String reason) implements Message {}

  /** A partition cannot continue with this job; the gateway fails the job with this reason. */
  record Fail(JobId job, String partition, String reason) implements Message {}

  /** A partition's answer to {@link Abort}: nothing of the job is left here. */
  record Gone(JobId job, String partition) implements Message {}
}
