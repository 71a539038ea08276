package dev.roastery.common.process;

import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobUse;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

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
    head(text, "roastery_partition_state_bytes", "Memory for the working states of jobs.");
    reports.forEach(report -> partition(text, "state_bytes", report, report.use().stateBytes()));
    head(text, "roastery_partition_spilled_bytes", "Files of working states beyond memory.");
    reports.forEach(
        report -> partition(text, "spilled_bytes", report, report.use().spilledBytes()));
    head(text, "roastery_partition_journal_bytes", "The chunk buffer of a partition on disk.");
    reports.forEach(
        report -> partition(text, "journal_bytes", report, report.use().journalBytes()));
    head(text, "roastery_partition_snapshot_age_seconds", "Time since the newest snapshot.");
    reports.forEach(report ->
        partition(text, "snapshot_age_seconds", report, report.use().snapshotAgeMillis() / 1_000));
    head(text, "roastery_job_state_bytes", "Memory for a job's working state in a partition.");
    jobs(text, "state_bytes", JobUse::stateBytes);
    head(text, "roastery_job_spilled_bytes", "Files of a job's working state beyond memory.");
    jobs(text, "spilled_bytes", JobUse::spilledBytes);
    return text.toString();
  }

  private void jobs(StringBuilder text, String what, ToLongFunction<JobUse> value) {
    for (PartitionReport report : reports) {
      new TreeMap<>(report.use().jobs())
          .forEach((job, use) ->
              text.append("roastery_job_%s{partition=\"%s\",job=\"%s\"} %d%n"
                  .formatted(what, report.partition(), job.id(), value.applyAsLong(use))));
    }
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
