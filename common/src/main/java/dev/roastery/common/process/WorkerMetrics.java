package dev.roastery.common.process;

import static java.util.stream.Collectors.toMap;

import dev.roastery.common.partition.PartitionReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The metrics of a worker, in Prometheus's text format 0.0.4. */
public record WorkerMetrics(
    Instant started,
    boolean ready,
    VolumeSpace volume,
    int deadLetters,
    int putAside,
    List<PartitionReport> reports) {

  public String text() {
    Metrics metrics = new Metrics();
    metrics.gauge(
        "roastery_started_seconds", "When this process started.", started::getEpochSecond);
    metrics.gauge(
        "roastery_ready", "1 when this process is connected to the broker.", () -> ready ? 1 : 0);
    metrics.gauge("roastery_volume_bytes", "Size of the volume's file system.", volume::bytes);
    metrics.gauge(
        "roastery_volume_free_bytes", "Free space of the volume's file system.", volume::freeBytes);
    metrics.gauge(
        "roastery_dead_letters",
        "Messages that the broker has given up, as seen by this process.",
        () -> deadLetters);
    metrics.gauge(
        "roastery_partitions_put_aside",
        "Partitions that are quarantined because they crashed too many nodes.",
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
    return metrics.text();
  }

  private Map<String, Double> byPartition(ToDoubleFunction<PartitionReport> value) {
    return reports.stream()
        .collect(toMap(report -> report.partition().toString(), value::applyAsDouble));
  }
}
