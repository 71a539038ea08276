package dev.roastery.common.partition.host;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Measures what each job costs in each partition of a process: one reading of two clocks before and
 * after each piece of work, on the partition's thread, and none for a row. All calls are passed on
 * to another listener.
 */
public final class WorkMeter extends PassedOn {

  private final LongSupplier cpuNanos;
  private final InstantSource clock;
  private final Map<PartitionName, JobCosts> partitions = new ConcurrentHashMap<>();
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  WorkMeter(PartitionListener next, LongSupplier cpuNanos, InstantSource clock) {
    super(next);
    this.cpuNanos = cpuNanos;
    this.clock = clock;
  }

  /** With this machine's measure of a thread's time. */
  public static WorkMeter before(PartitionListener next, InstantSource clock) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return new WorkMeter(next, threads::getCurrentThreadCpuTime, clock);
  }

  @Override
  public void applying(PartitionName partition, JobId job) {
    of(partition).begin(job, cpuNanos.getAsLong(), clock.millis());
    super.applying(partition, job);
  }

  @Override
  public void batch(PartitionName partition, Message.Batch batch) {
    int count = RowsCodec.count(batch.rows());
    of(partition).add(count, batch.rows().length);
    rows.add(count);
    bytes.add(batch.rows().length);
    super.batch(partition, batch);
  }

  @Override
  public void applied(PartitionName partition) {
    super.applied(partition);
    of(partition).end(cpuNanos.getAsLong(), clock.millis());
  }

  /** How many rows the stages of this process were given so far, of all jobs. */
  public long rows() {
    return rows.sum();
  }

  /** The same in bytes. */
  public long bytes() {
    return bytes.sum();
  }

  private JobCosts of(PartitionName partition) {
    return partitions.computeIfAbsent(partition, _ -> new JobCosts());
  }

  /** The same reports with what was measured. */
  public List<PartitionReport> costing(List<PartitionReport> reports) {
    return reports.stream().map(this::costing).toList();
  }

  private PartitionReport costing(PartitionReport report) {
    JobCosts measured = partitions.get(report.partition());
    if (measured == null) {
      return report;
    }
    Set<JobId> open = report.progress().keySet();
    Map<JobId, JobCost> costs = measured.now(open, clock.millis());
    return report.costing(costs);
  }
}
