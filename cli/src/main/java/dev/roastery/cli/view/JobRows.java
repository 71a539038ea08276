package dev.roastery.cli.view;

import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.Amounts;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Jobs, one on each line. */
public final class JobRows {

  private static final List<String> HEADERS =
      List.of("ID", "NAME", "STATE", "AGE", "DURATION", "ROWS", "BYTES", "REASON");

  private final AlignedColumns columns =
      new AlignedColumns(HEADERS, Set.of("AGE", "DURATION", "ROWS", "BYTES"));
  private final Optional<Instant> now;

  /** {@code now} is by the gateway's clock. */
  public JobRows(Optional<Instant> now) {
    this.now = now;
  }

  public JobRows add(RemoteJob job) {
    columns.add(
        JobKey.shortId(job.id()),
        job.name().isEmpty() ? "-" : job.name(),
        state(job),
        job.moment("created").flatMap(this::age).orElse("-"),
        duration(job, now).map(Amounts::time).orElse("-"),
        job.rows() == 0 ? "-" : Amounts.count(job.rows()),
        job.bytes() == 0 ? "-" : Amounts.bytes(job.bytes()),
        job.reason());
    return this;
  }

  public void print(PrintWriter out) {
    columns.print(out);
  }

  private Optional<String> age(Instant created) {
    return now.map(then -> Amounts.age(Duration.between(created, then)));
  }

  /** From its creation to its end, or until now. */
  static Optional<Duration> duration(RemoteJob job, Optional<Instant> now) {
    Optional<Instant> end = job.state().isTerminal() ? job.ended() : now;
    return job.moment("created")
        .flatMap(begin -> end.map(then -> Duration.between(begin, then)))
        .filter(time -> !time.isNegative());
  }

  /** In words, with how far it is while it moves. */
  static String state(RemoteJob job) {
    String word = job.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return switch (job.state()) {
      case UPLOADING, RUNNING, NOTIFYING -> word + " " + job.percent() + " %";
      case CREATED,
          WAITING_FOR_APPROVAL,
          COMPLETED,
          FAILING,
          FAILED,
          CANCELLING,
          CANCELLED,
          EXPIRING,
          EXPIRED ->
          word;
    };
  }
}
