package dev.roastery.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkBookTest {

  private static final JobId JOB = new JobId(new UUID(0, 7), 1);
  private static final PartitionName PARTITION = new PartitionName("joiner", 0);

  private final WorkBook book = new WorkBook();

  private void hears(long pid, JobCost cost) {
    NodeName node = new NodeName("joiner", "host", pid, Instant.EPOCH);
    PartitionReport report =
        new PartitionReport(PARTITION, 1, Map.of(), Map.of()).costing(Map.of(JOB, cost));
    book.take(new Heartbeat(node, Instant.EPOCH, false, false, List.of(report)), JOB::equals);
  }

  private PartitionWork work() {
    return book.of(JOB).get(PARTITION);
  }

  @Test
  void theLastWordOfAnOwnerCountsAndNotTheSumOfAll() {
    hears(1, new JobCost(1, 10, 100, 1_000, 50, 60));
    hears(1, new JobCost(3, 30, 300, 3_000, 50, 80));

    assertThat(work())
        .isEqualTo(
            new PartitionWork(
                "joiner@host:1",
                3,
                30,
                300,
                3_000,
                Instant.ofEpochMilli(50),
                Instant.ofEpochMilli(80)));
  }

  @Test
  void ownersOneAfterTheOtherAreAddedUp() {
    hears(1, new JobCost(1, 10, 100, 1_000, 50, 60));
    hears(2, new JobCost(2, 20, 200, 2_000, 70, 90));

    assertThat(work())
        .isEqualTo(
            new PartitionWork(
                "joiner@host:2",
                3,
                30,
                300,
                3_000,
                Instant.ofEpochMilli(50),
                Instant.ofEpochMilli(90)));
  }

  @Test
  void jobsThatAreNotWantedAndThoseThatAreForgottenTakeNoMemory() {
    hears(1, new JobCost(1, 1, 1, 1, 1, 1));
    book.forget(JOB.id());
    assertThat(book.of(JOB)).isEmpty();

    NodeName node = new NodeName("joiner", "host", 1, Instant.EPOCH);
    PartitionReport report =
        new PartitionReport(PARTITION, 1, Map.of(), Map.of())
            .costing(Map.of(JOB, new JobCost(1, 1, 1, 1, 1, 1)));
    book.take(new Heartbeat(node, Instant.EPOCH, false, false, List.of(report)), _ -> false);
    assertThat(book.of(JOB)).isEmpty();
  }

  @Test
  void anyNumberOfForgedOwnersTakesLittleMemory() {
    for (int forged = 0; forged < 5_000; forged++) {
      hears(1, new JobCost(1, 0, 0, 0, forged, forged));
    }
    assertThat(work().batches()).isEqualTo(100);
  }
}
