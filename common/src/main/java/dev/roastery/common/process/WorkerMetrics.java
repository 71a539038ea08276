package dev.roastery.common.process;

import static java.util.stream.Collectors.toMap;

import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobUse;
import dev.roastery.common.process.Metrics.Figure;
import dev.roastery.common.process.state.StateHealth;
import dev.roastery.common.process.state.VolumeSpace;
import dev.roastery.common.process.watch.Figures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The metrics of a worker, in Prometheus's text format 0.0.4. */
public record WorkerMetrics(
    Instant started,
    boolean ready,
    boolean connected,
    StateHealth state,
    int deadLetters,
    int putAside,
    Figures figures,
    List<PartitionReport> reports) {

  public String text() {
    Metrics metrics = new Metrics();
    metrics.gauge(
        "roastery_started_seconds", "When this process started.", started::getEpochSecond);
    metrics.gauge(
        "roastery_ready",
        "1 when this process is connected to the broker, and no volume of a partition was refused.",
        () -> ready ? 1 : 0);
    metrics.gauge(
        "roastery_broker_connected",
        "1 when this process is connected to the broker.",
        () -> connected ? 1 : 0);
    for (VolumeSpace volume : state.volume()) {
      metrics.gauge("roastery_volume_bytes", "Size of the volume's file system.", volume::bytes);
      metrics.gauge(
          "roastery_volume_free_bytes",
          "Free space of the volume's file system.",
          volume::freeBytes);
    }
    metrics.gauge(
        "roastery_store_away",
        "1 while the object store with the state does not answer.",
        () -> state.isAway() ? 1 : 0);
    metrics.gauge(
        "roastery_dead_letters",
        "Messages that the broker has given up, as seen by this process.",
        () -> deadLetters);
    metrics.gauge(
        "roastery_partitions_put_aside",
        "Partitions that this node leaves alone: they crashed too many nodes, or its volume of them"
            + " was refused.",
        () -> putAside);
    metrics.gauge(
        "roastery_partition_epoch",
        "The epoch in which this node owns the partition; 0 if it does not.",
        "partition",
        () -> byPartition(PartitionReport::epoch));
    metrics.gauge(
        "roastery_partition_jobs",
        "Open jobs of a partition.",
        "partition",
        () -> byPartition(report -> report.progress().size()));
    addUse(metrics);
    addProcess(metrics, () -> figures);
    return metrics.text();
  }

  /** What a process takes of its machine; 0 is no limit. */
  public static void addProcess(Metrics metrics, Supplier<Figures> now) {
    metrics.gauges(
        now,
        List.of(
            new Figure<>(
                "roastery_cpu_processors",
                "Processors that this process used since this was last asked.",
                figures -> Math.max(0, figures.cpu())),
            new Figure<>(
                "roastery_heap_bytes",
                "Memory in use by objects.",
                figures -> Math.max(0, figures.heapBytes())),
            new Figure<>(
                "roastery_heap_max_bytes",
                "What the heap may grow to.",
                figures -> Math.max(0, figures.heapMaxBytes())),
            new Figure<>(
                "roastery_memory_budget_bytes",
                "Memory for the working states of all jobs in this process; 0 is no limit.",
                figures -> Math.max(0, figures.budgetBytes())),
            new Figure<>(
                "roastery_memory_budget_used_bytes",
                "How much of that jobs have.",
                figures -> Math.max(0, figures.budgetUsedBytes()))));
  }

  private void addUse(Metrics metrics) {
    metrics.gauge(
        "roastery_partition_state_bytes",
        "Memory for the working states of jobs.",
        "partition",
        () -> byPartition(report -> report.use().stateBytes()));
    metrics.gauge(
        "roastery_partition_spilled_bytes",
        "Files of working states beyond memory.",
        "partition",
        () -> byPartition(report -> report.use().spilledBytes()));
    metrics.gauge(
        "roastery_partition_journal_bytes",
        "The chunk buffer of a partition on disk.",
        "partition",
        () -> byPartition(report -> report.use().journalBytes()));
    metrics.gauge(
        "roastery_partition_snapshot_age_seconds",
        "Time since the newest snapshot.",
        "partition",
        () -> byPartition(report -> report.use().snapshotAgeMillis() / 1e3));
    metrics.gauge(
        "roastery_job_state_bytes",
        "Memory for the working state of a job in this process.",
        "job",
        () -> byJob(JobUse::stateBytes));
    metrics.gauge(
        "roastery_job_spilled_bytes",
        "Files of a job's working state beyond memory, of this process.",
        "job",
        () -> byJob(JobUse::spilledBytes));
  }

  private Map<String, Double> byJob(ToLongFunction<JobUse> value) {
    Map<String, Double> sums = new TreeMap<>();
    for (PartitionReport report : reports) {
      report
          .use()
          .jobs()
          .forEach((job, use) ->
              sums.merge(job.id().toString(), (double) value.applyAsLong(use), Double::sum));
    }
    return sums;
  }

  private Map<String, Double> byPartition(ToDoubleFunction<PartitionReport> value) {
    return reports.stream()
        .collect(toMap(report -> report.partition().toString(), value::applyAsDouble));
  }
}
