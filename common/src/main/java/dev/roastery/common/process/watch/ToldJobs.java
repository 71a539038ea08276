package dev.roastery.common.process.watch;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.pipeline.PartitionName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the next heartbeat tells of jobs: of each what has changed since it was last told, and of
 * those that are silent a few in turn. A client may have a thousand open jobs that wait, and
 * nothing is to be learnt from their reports twice in a second. All are told again and again,
 * because a heartbeat may be dropped, and a gateway that was restarted knows of none.
 */
public final class ToldJobs {

  /** Of each partition in each heartbeat; where there are no more jobs, all are told. */
  static final int SILENT_MAX = 50;

  private final Map<PartitionName, Told> partitions = new HashMap<>();

  /** What is said of a job; null where nobody says. */
  private record Said(
      @Nullable JobProgress progress,
      @Nullable List<String> waits,
      @Nullable JobUse use,
      @Nullable JobCost cost) {}

  /** Of a partition in one epoch: what was last told, and up to which job the silent ones were. */
  private static final class Told {
    private final long epoch;
    private NavigableMap<JobId, Said> jobs = new TreeMap<>();
    private @Nullable JobId last;

    Told(long epoch) {
      this.epoch = epoch;
    }
  }

  /** The same reports with those jobs that are to be told now. */
  public List<PartitionReport> next(List<PartitionReport> reports) {
    return reports.stream().map(this::next).toList();
  }

  private PartitionReport next(PartitionReport report) {
    Told told =
        partitions.compute(
            report.partition(),
            (_, before) ->
                before == null || before.epoch != report.epoch()
                    ? new Told(report.epoch())
                    : before);
    NavigableMap<JobId, Said> now = said(report);
    Set<JobId> chosen = new HashSet<>();
    NavigableMap<JobId, Said> silent = new TreeMap<>();
    now.forEach((job, said) -> {
      if (said.equals(told.jobs.get(job))) {
        silent.put(job, said);
      } else {
        chosen.add(job);
      }
    });
    told.jobs = now;
    chosen.addAll(inTurn(silent, told));
    return chosen.size() == now.size() ? report : report.only(chosen);
  }

  private static Set<JobId> inTurn(NavigableMap<JobId, Said> silent, Told told) {
    Set<JobId> turn = new HashSet<>();
    JobId at = told.last;
    while (turn.size() < Math.min(SILENT_MAX, silent.size())) {
      JobId next = at == null ? null : silent.higherKey(at);
      at = next == null ? silent.firstKey() : next;
      turn.add(at);
    }
    told.last = at;
    return turn;
  }

  private static NavigableMap<JobId, Said> said(PartitionReport report) {
    NavigableMap<JobId, Said> said = new TreeMap<>();
    Set<JobId> all = new HashSet<>(report.progress().keySet());
    all.addAll(report.costs().keySet());
    for (JobId job : all) {
      said.put(
          job,
          new Said(
              report.progress().get(job),
              report.waitsFor().get(job),
              report.use().jobs().get(job),
              report.costs().get(job)));
    }
    return said;
  }
}
