package dev.roastery.common.partition;

import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Message.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers what a stage sends. Batches of a gate are numbered here, from 0 for each queue and
 * stream, so that a stage which is asked again gives the same ids.
 */
public final class Outbox {

  private final JobId job;
  private final int sender;
  private final List<Outbound> messages = new ArrayList<>();
  private final Map<String, Long> sent = new TreeMap<>();

  Outbox(JobId job, int sender) {
    this.job = job;
    this.sender = sender;
  }

  /** Sends the next batch of a stream of which this partition is the sender. */
  public void batch(String queue, String stream, byte[] rows) {
    long seq = sent.merge(queue + " " + stream, 1L, Long::sum) - 1;
    messages.add(new Outbound(queue, new Batch(new BatchId(job, stream, sender, seq), rows)));
  }

  /** Ends such a stream at that queue: says how many batches went there, of how many senders. */
  public void end(String queue, String stream, int senders) {
    long batches = sent.getOrDefault(queue + " " + stream, 0L);
    messages.add(new Outbound(queue, new End(job, stream, sender, senders, batches)));
  }

  /** Sends a message whose id the stage derives itself, from its input's. */
  public void derived(Outbound outbound) {
    messages.add(outbound);
  }

  List<Outbound> messages() {
    return messages;
  }
}
