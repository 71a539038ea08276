package dev.roastery.common.partition;

import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.bound.BoundQuery;
import java.util.List;

/**
 * Sends the rows of a query of which one partition has all. Whatever that partition's own number
 * is, to its receiver it is the stream's sender 0 of 1.
 */
public final class SingleSender {

  private final JobId job;
  private final String stream;
  private final String queue;
  private final Outputs out;
  private long sent;

  public SingleSender(JobId job, BoundQuery query, PartitionName to, Outputs out) {
    this.job = job;
    this.stream = query.name();
    this.queue = to.queue();
    this.out = out;
  }

  /** Sends these rows, in the order of {@code numbers}, and the END. */
  public void send(Rows rows, int[] numbers) {
    BatchSlicer.each(stream, rows, numbers, this::send);
    end();
  }

  /** Sends rows that come some at a time, in their order, as the same batches; then comes end. */
  public BatchStream stream(List<ColumnType> types) {
    return new BatchStream(stream, types, this::send);
  }

  /** No batch follows. */
  public void end() {
    out.derived(new Outbound(queue, new End(job, stream, 0, 1, sent)));
  }

  private void send(byte[] rows) {
    out.derived(new Outbound(queue, new Batch(new BatchId(job, stream, 0, sent++), rows)));
  }
}
