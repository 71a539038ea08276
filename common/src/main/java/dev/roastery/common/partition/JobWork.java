package dev.roastery.common.partition;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.range.PendingRanges;
import dev.roastery.common.spill.JobSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One job in one partition, until it has ended there. Before its JOB message arrives it only keeps
 * early messages; from then on it has a plan and a working state.
 */
final class JobWork {

  final JobId job;
  final Barrier barrier;

  /** Batches that came before the JOB. */
  final List<Message.Batch> early = new ArrayList<>();

  /** Batches that have come by reference, and are to be read. */
  final PendingRanges ranges;

  /** Gates whose outputs have been handed out since this partition was opened. */
  final Set<String> passed = new TreeSet<>();

  /** Gates whose outputs are confirmed. */
  final Set<String> sent = new TreeSet<>();

  private @Nullable Opened opened;

  record Opened(String plan, StageJob work, JobSpace space) {

    /** Spills when the job has more memory than it is due. */
    void giveWay() {
      if (space.isOver(work.memoryBytes())) {
        work.spill();
        space.holds(work.memoryBytes());
      }
    }
  }

  JobWork(JobId job, ProcessedIds processed) {
    this.job = job;
    this.barrier = new Barrier(job, processed);
    this.ranges = new PendingRanges(processed);
  }

  boolean isOpen() {
    return opened != null;
  }

  Opened opened() {
    if (opened == null) {
      throw new IllegalStateException("job " + job + " has no plan yet");
    }
    return opened;
  }

  void open(String plan, StageJob work, JobSpace space) {
    opened = new Opened(plan, work, space);
  }

  /** Lets go of memory and files. */
  void close() {
    if (opened != null) {
      opened.work().close();
      opened.space().close();
    }
  }

  /** Whether all that the job had to do here is done and confirmed. */
  boolean finished() {
    return opened != null
        && opened.work().gates().stream().allMatch(gate -> sent.contains(gate.name()));
  }

  /** How far the job is here. */
  JobProgress progress() {
    return new JobProgress(barrier.received(), expected());
  }

  private long expected() {
    if (opened == null) {
      return JobProgress.UNKNOWN;
    }
    long sum = 0;
    for (String stream :
        opened.work().gates().stream().flatMap(JobWork::streams).distinct().toList()) {
      OptionalLong of = barrier.expected(stream);
      if (of.isEmpty()) {
        return JobProgress.UNKNOWN;
      }
      sum += of.getAsLong();
    }
    return sum;
  }

  private static Stream<String> streams(Gate gate) {
    return gate.streams().stream();
  }

  /** What the job waits for here, in words. */
  List<String> waitsFor() {
    if (opened == null) {
      return List.of("its JOB message");
    }
    List<String> waits = new ArrayList<>();
    for (Gate gate : opened.work().gates()) {
      if (passed.contains(gate.name()) && !sent.contains(gate.name())) {
        waits.add("its outputs of " + gate.name() + " to be sent and confirmed");
      } else if (!sent.contains(gate.name())) {
        gate.streams().forEach(stream -> waits.addAll(barrier.waitsFor(stream)));
      }
    }
    return waits.stream().distinct().toList();
  }
}
