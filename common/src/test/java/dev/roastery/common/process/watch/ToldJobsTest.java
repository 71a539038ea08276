package dev.roastery.common.process.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.partition.PartitionReport.Use;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a heartbeat says of many jobs. */
class ToldJobsTest {

  private static final PartitionName PARTITION = new PartitionName("aggregator", 0);
  private static final int MANY = 1_000;

  private final ToldJobs told = new ToldJobs();
  private final Map<JobId, JobProgress> progress = new TreeMap<>();
  private final Map<JobId, List<String>> waits = new TreeMap<>();
  private final Map<JobId, JobUse> use = new TreeMap<>();
  private final Map<JobId, JobCost> costs = new TreeMap<>();
  private long epoch = 3;

  private static JobId job(int number) {
    return new JobId(new UUID(0, number), 1);
  }

  /** Each waits for a part that its client has not ended. */
  private void open(int jobs) {
    for (int number = 0; number < jobs; number++) {
      progress.put(job(number), new JobProgress(1, -1));
      waits.put(job(number), List.of("the end of part 0 of sales"));
      use.put(job(number), new JobUse(100, 0));
      costs.put(job(number), new JobCost(1, 10, 100, 1_000, 50, 60));
    }
  }

  private PartitionReport next() {
    PartitionReport all =
        new PartitionReport(
            PARTITION, epoch, progress, waits, new Use(1, 2, 3, 4, use), true, costs);
    return told.next(List.of(all)).getFirst();
  }

  private static int bytes(PartitionReport report) {
    NodeName node = new NodeName("aggregator", "host", 1, Instant.EPOCH);
    return new Heartbeat(node, Instant.EPOCH, false, false, List.of(report)).bytes().length;
  }

  @Test
  void ofFewJobsAllAreToldEachTime() {
    open(ToldJobs.SILENT_MAX);
    for (int beat = 0; beat < 3; beat++) {
      assertThat(next().progress()).isEqualTo(progress);
    }
  }

  @Test
  void aThousandSilentJobsAreToldOnceAndThenInTurn() {
    open(MANY);
    PartitionReport first = next();
    assertThat(first.progress()).hasSize(MANY);
    Set<JobId> again = new HashSet<>();
    for (int beat = 0; beat < MANY / ToldJobs.SILENT_MAX; beat++) {
      PartitionReport report = next();
      assertThat(report.progress()).hasSize(ToldJobs.SILENT_MAX);
      assertThat(bytes(report)).isLessThan(bytes(first) / 15);
      again.addAll(report.progress().keySet());
    }
    assertThat(again).as("each once").hasSize(MANY);
  }

  @Test
  void aJobIsToldWithAllThatIsKnownOfItAsSoonAsAnythingHasChanged() {
    open(MANY);
    var _ = next();
    JobId moved = job(999);
    progress.put(moved, new JobProgress(2, -1));
    assertTold(moved);
    waits.put(moved, List.of("a lookup table"));
    assertTold(moved);
    use.put(moved, new JobUse(200, 0));
    assertTold(moved);
    costs.put(moved, new JobCost(2, 20, 200, 2_000, 50, 70));
    assertTold(moved);
  }

  private void assertTold(JobId job) {
    PartitionReport report = next();
    assertThat(report.progress())
        .hasSize(ToldJobs.SILENT_MAX + 1)
        .containsEntry(job, progress.get(job));
    assertThat(report.waitsFor()).containsEntry(job, waits.get(job));
    assertThat(report.use().jobs()).containsEntry(job, use.get(job));
    assertThat(report.costs()).containsEntry(job, costs.get(job));
  }

  @Test
  void thePartitionItselfIsToldEachTime() {
    open(MANY);
    var _ = next();
    assertThat(next())
        .returns(3L, PartitionReport::epoch)
        .returns(true, PartitionReport::idle)
        .satisfies(report -> assertThat(report.use().stateBytes()).isEqualTo(1))
        .satisfies(report -> assertThat(report.use().journalBytes()).isEqualTo(3));
  }

  @Test
  void anotherOwnerTellsAllAnew() {
    open(MANY);
    var _ = next();
    epoch++;
    assertThat(next().progress()).hasSize(MANY);
  }

  /** The last that a job has cost is told after its end. */
  @Test
  void aJobThatHasEndedIsToldOfWhileItsCostIs() {
    open(MANY);
    var _ = next();
    progress.remove(job(700));
    assertThat(next().costs()).containsKey(job(700));
    costs.remove(job(700));
    assertThat(next().costs()).hasSize(ToldJobs.SILENT_MAX).doesNotContainKey(job(700));
  }
}
