package dev.roastery.common.process;

import dev.roastery.common.partition.PartitionReport;
import java.time.Instant;
import java.util.List;

/** The metrics of a worker, in Prometheus's text format 0.0.4. */
public record WorkerMetrics(
    Instant started,
    boolean ready,
    VolumeSpace volume,
    int deadLetters,
    int putAside,
    List<PartitionReport> reports) {

  public String text() {
    StringBuilder text = new StringBuilder();
    gauge(text, "roastery_started_seconds", "When this process started.", started.getEpochSecond());
    gauge(text, "roastery_ready", "1 when this process is connected to the broker.", ready ? 1 : 0);
    gauge(text, "roastery_volume_bytes", "Size of the volume's file system.", volume.bytes());
    gauge(
        text,
        "roastery_volume_free_bytes",
        "Free space of the volume's file system.",
        volume.freeBytes());
    gauge(
        text,
        "roastery_dead_letters",
        "Messages that the broker has given up, as seen by this process.",
        deadLetters);
    gauge(
        text,
        "roastery_partitions_put_aside",
        "Partitions that are quarantined because they crashed too many nodes.",
        putAside);
    head(
        text,
        "roastery_partition_epoch",
        "The epoch in which this node owns the partition; 0 if it does not.");
    reports.forEach(report -> partition(text, "epoch", report, report.epoch()));
    head(text, "roastery_partition_jobs", "Open jobs of a partition.");
    reports.forEach(report -> partition(text, "jobs", report, report.progress().size()));
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(" gauge\n");
  }

  private static void gauge(StringBuilder text, String name, String help, long value) {
    head(text, name, help);
    text.append(name).append(' ').append(value).append('\n');
  }

  private static void partition(
      StringBuilder text, String what, PartitionReport report, long value) {
    text.append("roastery_partition_").append(what).append("{partition=\"");
    text.append(report.partition()).append("\"} ").append(value).append('\n');
  }
}
