package dev.roastery.cli.view;

import dev.roastery.cli.client.RemoteWorkers;
import dev.roastery.cli.client.RemoteWorkers.Partition;
import dev.roastery.cli.client.RemoteWorkers.Worker;
import dev.roastery.cli.output.Amounts;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The workers, one on each line, and then the partitions with what each takes. */
public final class WorkerRows {

  private final RemoteWorkers all;
  private final Optional<Instant> now;

  /** {@code now} is by the gateway's clock. */
  public WorkerRows(RemoteWorkers all, Optional<Instant> now) {
    this.all = all;
    this.now = now;
  }

  public void print(PrintWriter out) {
    AlignedColumns workers =
        new AlignedColumns(
            List.of("NAME", "STAGE", "STATE", "AGE", "SEEN", "CPU", "RATE", "MEMORY", "PARTITIONS"),
            Set.of("AGE", "SEEN", "CPU", "RATE", "MEMORY"));
    Map<String, String> names = new TreeMap<>();
    for (Worker worker : all.workers()) {
      names.put(worker.node(), worker.shown());
      workers.add(
          worker.shown(),
          worker.stage(),
          worker.state(),
          age(worker.started()),
          age(worker.seen()),
          cpu(worker.cpu()),
          rate(worker.rowsPerSecond()),
          memory(worker),
          worker.owns().stream()
              .map(RemoteWorkers.Owned::partition)
              .collect(Collectors.joining(" ")));
    }
    workers.print(out);
    if (!all.partitions().isEmpty()) {
      out.println();
      partitions(names).print(out);
    }
  }

  private AlignedColumns partitions(Map<String, String> names) {
    Set<String> numbers = Set.of("STATE", "SPILLED", "JOURNAL", "SNAPSHOT", "BACKLOG");
    AlignedColumns columns =
        new AlignedColumns(
            List.of("PARTITION", "STATE", "SPILLED", "JOURNAL", "SNAPSHOT", "BACKLOG", "OWNER"),
            numbers);
    for (Partition partition : all.partitions()) {
      Long waiting = partition.waiting();
      columns.add(
          partition.partition(),
          Amounts.bytes(partition.stateBytes()),
          Amounts.bytes(partition.spilledBytes()),
          Amounts.bytes(partition.journalBytes()),
          Amounts.age(Duration.ofMillis(partition.snapshotAgeMillis())),
          waiting == null ? "-" : Amounts.count(waiting),
          partition.owner().isEmpty()
              ? "has no owner"
              : names.getOrDefault(partition.owner(), partition.owner()));
    }
    return columns;
  }

  private String age(String moment) {
    try {
      return now.map(then -> Amounts.age(Duration.between(Instant.parse(moment), then)))
          .orElse("-");
    } catch (DateTimeParseException _) {
      return "-";
    }
  }

  private static String cpu(@Nullable Double share) {
    return share == null ? "-" : Math.round(100 * share) + " %";
  }

  private static String rate(@Nullable Long rows) {
    return rows == null ? "-" : Amounts.count(rows) + " rows/s";
  }

  private static String memory(Worker worker) {
    Long used = worker.heapBytes();
    Long most = worker.heapMaxBytes();
    if (used == null) {
      return "-";
    }
    return Amounts.bytes(used) + (most == null ? "" : " of " + Amounts.bytes(most));
  }
}
