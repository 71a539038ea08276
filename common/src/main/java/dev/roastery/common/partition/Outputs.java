package dev.roastery.common.partition;

import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Gathers what a stage sends. Batches of a gate are numbered here, from 0 for each queue and
 * stream, so that a stage which is asked again gives the same ids. Much is sent in pieces, each
 * made when its turn comes: between two of them the partition serves other jobs.
 */
public final class Outputs {

  private final JobId job;
  private final int sender;
  private final Pieces pieces = new Pieces();
  private final Map<String, Long> sent = new TreeMap<>();

  Outputs(JobId job, int sender) {
    this.job = job;
    this.sender = sender;
  }

  /** Sends the next batch of a stream of which this partition is the sender. */
  public void batch(String queue, String stream, byte[] rows) {
    long seq = sent.merge(queue + " " + stream, 1L, Long::sum) - 1;
    pieces.add(new Outbound(queue, new Batch(new BatchId(job, stream, sender, seq), rows)));
  }

  /** Ends such a stream at that queue: says how many batches went there, of how many senders. */
  public void end(String queue, String stream, int senders) {
    long batches = sent.getOrDefault(queue + " " + stream, 0L);
    pieces.add(new Outbound(queue, new End(job, stream, sender, senders, batches)));
  }

  /** Sends a message whose id the stage derives itself, from its input's. */
  public void derived(Outbound outbound) {
    pieces.add(outbound);
  }

  /**
   * Sends, after what there is already, what this will then put in here. It belongs to a gate: an
   * answer to a single input is made at once. And it is small: what may need much time or memory is
   * done before, where a message that ends the process each time is found out.
   */
  public void later(Runnable piece) {
    pieces.later(piece);
  }

  /**
   * Sends, step by step, what this puts in here each time that it is called, until it says that
   * there is no more. Between two steps other jobs are served, so each is small.
   */
  public void stepwise(BooleanSupplier step) {
    pieces.stepLater(() -> {
      if (step.getAsBoolean()) {
        stepwise(step);
      }
    });
  }

  /** What was gathered, and is still to be made. */
  Pieces pieces() {
    return pieces;
  }
}
