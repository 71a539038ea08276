package dev.roastery.common.compute;

import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Outbox;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Message.End;
import dev.roastery.common.wire.Rows;

/**
 * Sends the rows of a query of which one partition has all. Whatever that partition's own number
 * is, to its receiver it is the stream's sender 0 of 1.
 */
public final class SoleSender {

  private final JobId job;
  private final String stream;
  private final String queue;
  private final Outbox out;
  private long sent;

  public SoleSender(JobId job, BoundQuery query, PartitionName to, Outbox out) {
    this.job = job;
    this.stream = query.name();
    this.queue = to.queue();
    this.out = out;
  }

  /** Sends these rows, in the order of {@code numbers}, and the END. */
  public void send(Rows rows, int[] numbers) {
    Cut.each(stream, rows, numbers, this::send);
    out.derived(new Outbound(queue, new End(job, stream, 0, 1, sent)));
  }

  private void send(byte[] rows) {
    out.derived(new Outbound(queue, new Batch(new BatchId(job, stream, 0, sent++), rows)));
  }
}
