package dev.roastery.common.process;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.batch;
import static dev.roastery.common.partition.Samples.begin;
import static dev.roastery.common.partition.Samples.end;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.MemoryBroker;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.Samples;
import dev.roastery.common.partition.TallyStage;
import dev.roastery.common.partition.Worker;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.state.FolderDeaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionCrashCounterTest {

  private static final PartitionName BAD = new PartitionName("joiner", 1);
  private static final PartitionName GOOD = new PartitionName("joiner", 0);

  private static final JobId OTHER = job(2);
  private static final String PLAN = "main=sales";

  @TempDir private Path volume;

  /** Each in a process of its own. */
  private void deaths(FatalReason reason, int count) {
    for (int death = 0; death < count; death++) {
      new PartitionCrashCounter(new FolderDeaths(volume))
          .died(BAD, new Fatal(reason, "two\nlines"));
    }
  }

  private boolean isPutAside(PartitionName partition) {
    return new PartitionCrashCounter(new FolderDeaths(volume)).isPutAside(partition);
  }

  @Test
  void aPartitionThatHasEndedFiveNodesInARowIsPutAsideAndNoOther() {
    deaths(FatalReason.JOURNAL_CORRUPT, 4);
    assertThat(isPutAside(BAD)).isFalse();
    deaths(FatalReason.SNAPSHOT_CORRUPT, 1);
    assertThat(isPutAside(BAD)).isTrue();
    assertThat(isPutAside(GOOD)).isFalse();
  }

  @Test
  void aBugThatNoJobIsGuiltyOfPutsItAsideToo() {
    deaths(FatalReason.BROKEN_INVARIANT, 19);
    assertThat(isPutAside(BAD)).isFalse();
    deaths(FatalReason.BROKEN_INVARIANT, 1);
    assertThat(isPutAside(BAD)).isTrue();
  }

  @Test
  void aJobWhoseStateCannotBeReadIsFoundBeforeItsPartitionIsPutAside() {
    assertFoundFirst((stage, deadly) -> stage.beforeRestore = deadly);
  }

  @Test
  void aJobWhoseStateCannotBeSavedIsFoundBeforeItsPartitionIsPutAside() {
    assertFoundFirst((stage, deadly) -> stage.beforeSave = deadly);
  }

  @Test
  void aJobWhoseOutputsCannotBeMadeIsFoundBeforeItsPartitionIsPutAside() {
    assertFoundFirst((stage, deadly) -> stage.beforePiece = deadly);
  }

  @Test
  void aMessageThatCannotBeAppliedIsFoundBeforeItsPartitionIsPutAside() {
    assertFoundFirst((stage, deadly) -> stage.before = batch -> deadly.accept(batch.job()));
  }

  /** What a stage throws that is no exception ends the process with the code of a bug. */
  private void assertFoundFirst(BiConsumer<TallyStage, Consumer<JobId>> dies) {
    Consumer<JobId> deadly =
        job -> {
          if (job.equals(JOB)) {
            throw new StackOverflowError("deadly");
          }
        };
    MemoryBroker broker = new MemoryBroker();
    Worker worker = new Worker("a", new MemoryDisk(), broker).started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"));
    worker.given(begin(OTHER, PLAN), batch(OTHER, "sales", 0, "5")).run();
    worker.stop();
    worker.given(batch(JOB, "sales", 1, "3"), end(OTHER, "sales", 1), end(JOB, "sales", 2));
    Optional<Throwable> death;
    do {
      assertThat(isPutAside(Samples.NAME)).isFalse();
      worker = new Worker("a", worker.kill(), broker);
      dies.accept(worker.stage, deadly);
      death = death(worker.start());
      death.ifPresent(thrown ->
          new PartitionCrashCounter(new FolderDeaths(volume))
              .died(Samples.NAME, Fatal.of(thrown, "partition tally-0")));
    } while (death.isPresent());

    assertThat(volume.resolve(Samples.NAME + ".deaths")).isNotEmptyFile();
    assertThat(worker.sent())
        .contains("roastery.next-0 main/0/0 sales=5")
        .anyMatch(sent -> sent.startsWith("roastery.gateway FAIL ") && sent.contains("code 70"));
  }

  private static Optional<Throwable> death(Worker worker) {
    try {
      worker.run();
      return Optional.empty();
    } catch (StackOverflowError e) {
      return Optional.of(e);
    }
  }

  @Test
  void whoGetsOnWithItIsNotInARow() {
    deaths(FatalReason.JOURNAL_CORRUPT, 4);
    PartitionCrashCounter record = new PartitionCrashCounter(new FolderDeaths(volume));
    record.reported(List.of(new PartitionReport(BAD, 0, Map.of(), Map.of())));
    deaths(FatalReason.JOURNAL_CORRUPT, 1);
    assertThat(isPutAside(BAD)).as("nobody had it").isTrue();
    record.reported(List.of(new PartitionReport(BAD, 7, Map.of(), Map.of())));
    deaths(FatalReason.JOURNAL_CORRUPT, 4);
    assertThat(isPutAside(BAD)).isFalse();
  }

  @Test
  void whatIsWrongWithTheNodeIsNotThePartitionsFault() {
    deaths(FatalReason.FORCE_FAILED, 10);
    deaths(FatalReason.VOLUME_LOST, 10);
    deaths(FatalReason.FENCED, 10);
    assertThat(isPutAside(BAD)).isFalse();
  }
}
