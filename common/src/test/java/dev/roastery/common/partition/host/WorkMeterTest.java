package dev.roastery.common.partition.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkMeterTest {

  private static final PartitionName PARTITION = new PartitionName("tally", 1);
  private static final JobId JOB = new JobId(new UUID(0, 1), 1);

  private static final Column NUMBERS =
      Column.Longs.of(new ColumnType.Whole(), 3, new long[] {1, 2, 3}, null);

  private long cpuNanos = 100;
  private long nowMillis = 1_000;
  private final WorkMeter meter =
      new WorkMeter(
          new PartitionListener() {}, () -> cpuNanos, () -> Instant.ofEpochMilli(nowMillis));

  private void work(JobId job, long nanos, long millis) {
    meter.applying(PARTITION, job);
    cpuNanos += nanos;
    nowMillis += millis;
    meter.applied(PARTITION);
  }

  private Map<JobId, JobCost> costs(JobId... open) {
    Map<JobId, JobProgress> progress = new HashMap<>();
    for (JobId job : open) {
      progress.put(job, new JobProgress(0, 0));
    }
    PartitionReport report = new PartitionReport(PARTITION, 1, progress, Map.of());
    return meter.costing(List.of(report)).getFirst().costs();
  }

  @Test
  void aJobsTimeIsThatOfItsOwnWork() {
    work(JOB, 5, 7);
    cpuNanos += 1_000; // the partition's own: forcing, sending
    work(new JobId(new UUID(0, 2), 1), 50, 1);
    work(JOB, 6, 1);

    assertThat(costs().get(JOB)).isEqualTo(new JobCost(0, 0, 0, 11, 1_000, 1_009));
  }

  @Test
  void batchesAreCountedWithTheirRowsAndBytes() {
    byte[] rows = RowsCodec.encode(new Rows(3, List.of("n"), List.of(NUMBERS)));
    meter.applying(PARTITION, JOB);
    meter.batch(PARTITION, new Message.Batch(new BatchId(JOB, "sales", 0, 0), rows));
    meter.applied(PARTITION);

    assertThat(costs().get(JOB)).isEqualTo(new JobCost(1, 3, rows.length, 0, 1_000, 1_000));
  }

  /** The rate of a worker is that of its work, whatever the jobs. */
  @Test
  void allRowsOfAProcessAreCountedAlsoOfJobsThatAreForgotten() {
    byte[] rows = RowsCodec.encode(new Rows(3, List.of("n"), List.of(NUMBERS)));
    for (PartitionName partition : List.of(PARTITION, new PartitionName("tally", 2))) {
      meter.applying(partition, JOB);
      meter.batch(partition, new Message.Batch(new BatchId(JOB, "sales", 0, 0), rows));
      meter.applied(partition);
    }
    nowMillis += JobCosts.ENDED_MILLIS + 1;
    assertThat(costs()).isEmpty();

    assertThat(meter.rows()).isEqualTo(6);
    assertThat(meter.bytes()).isEqualTo(2L * rows.length);
  }

  @Test
  void anEndedJobIsToldOfForAWhileAndAnOpenOneAlways() {
    JobId open = new JobId(new UUID(0, 3), 1);
    work(JOB, 1, 0);
    work(open, 1, 0);
    nowMillis += JobCosts.ENDED_MILLIS;
    assertThat(costs(open)).containsKeys(JOB, open);

    nowMillis++;
    assertThat(costs(open)).containsOnlyKeys(open);
  }

  @Test
  void noMoreThanAThousandJobsAreRemembered() {
    for (int job = 0; job <= JobCosts.JOBS_MAX; job++) {
      work(new JobId(new UUID(9, job), 1), 1, 0);
    }
    assertThat(costs()).hasSize(JobCosts.JOBS_MAX).doesNotContainKey(new JobId(new UUID(9, 0), 1));
  }

  @Test
  void anotherLifeOfThePartitionIsKnownByItsFirstMoment() {
    work(JOB, 5, 7);
    nowMillis += JobCosts.ENDED_MILLIS + 1;
    assertThat(costs()).isEmpty();

    work(JOB, 3, 1);
    assertThat(costs()).containsEntry(JOB, new JobCost(0, 0, 0, 3, nowMillis - 1, nowMillis));
  }
}
