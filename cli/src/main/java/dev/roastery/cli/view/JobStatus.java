package dev.roastery.cli.view;

import dev.roastery.cli.client.RemoteJob;
import dev.roastery.cli.output.Amounts;
import dev.roastery.gateway.format.TerminalText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** One job: what it is, how far it is, what each stage has. */
public final class JobStatus {

  /** Before that, what is left is a guess. */
  private static final int PERCENT_KNOWN = 5;

  private final RemoteJob job;
  private final Optional<Instant> now;

  /** {@code now} is by the gateway's clock. */
  public JobStatus(RemoteJob job, Optional<Instant> now) {
    this.job = job;
    this.now = now;
  }

  /** {@code parts} says whether each part is listed, of which there may be thousands. */
  public void print(PrintWriter out, Parts parts) {
    fact(out, "job", job.id() + (job.name().isEmpty() ? "" : "  " + job.name()));
    String attempt = job.attempt() == 1 ? "" : ", attempt " + job.attempt();
    fact(out, "state", JobRows.state(job) + attempt);
    if (!job.reason().isEmpty()) {
      fact(out, "reason", job.reason());
    }
    job.moment("created").ifPresent(created -> fact(out, "created", created + ago(created)));
    JobRows.duration(job, now)
        .ifPresent(time -> fact(out, "duration", Amounts.time(time) + left(time)));
    fact(out, "input", input());
    if (job.partsTotal() > 0) {
      fact(out, "parts", job.partsComplete() + " of " + job.partsTotal() + " complete");
    }
    if (parts == Parts.LISTED) {
      job.parts().forEach(part -> out.println(line(part)));
    }
    if (!job.state().isTerminal()) { // what the stages had of it is released
      job.stages().forEach(stage -> print(out, stage));
    }
    if (job.rejected() > 0) {
      out.println("  " + Amounts.counted(job.rejected(), "bad row") + " skipped");
    }
  }

  /** Whether parts are counted or listed. */
  public enum Parts {
    COUNTED,
    LISTED
  }

  private static void fact(PrintWriter out, String name, String value) {
    out.println(String.format(Locale.ROOT, "%-9s %s", name, TerminalText.plain(value)));
  }

  private String ago(Instant moment) {
    return now.map(then -> ", " + Amounts.age(Duration.between(moment, then)) + " ago").orElse("");
  }

  private String left(Duration soFar) {
    int percent = job.percent();
    boolean moves =
        switch (job.state()) {
          case UPLOADING, RUNNING -> percent >= PERCENT_KNOWN && percent < 100;
          case CREATED,
              WAITING_FOR_APPROVAL,
              NOTIFYING,
              COMPLETED,
              FAILING,
              FAILED,
              CANCELLING,
              CANCELLED,
              EXPIRING,
              EXPIRED ->
              false;
        };
    return moves
        ? ", about " + Amounts.time(soFar.multipliedBy(100 - percent).dividedBy(percent)) + " left"
        : "";
  }

  private String input() {
    String of =
        job.expectedBytes().isPresent() && job.expectedBytes().getAsLong() != job.bytes()
            ? " of " + Amounts.bytes(job.expectedBytes().getAsLong())
            : "";
    return Amounts.bytes(job.bytes()) + of + ", " + Amounts.counted(job.rows(), "row");
  }

  private static String line(RemoteJob.Part part) {
    return TerminalText.plain(
        String.format(
            Locale.ROOT,
            "  %-40s %,15d bytes %s",
            part.table() + "/" + part.name(),
            part.offset(),
            part.complete() ? "complete" : "uploading"));
  }

  private static void print(PrintWriter out, RemoteJob.Stage stage) {
    out.println("  " + TerminalText.plain(stage.name() + ": " + batches(stage) + state(stage)));
    stage.stalled().forEach(why -> out.println("    stalled: " + TerminalText.plain(why)));
  }

  private static String state(RemoteJob.Stage stage) {
    return stage.stateBytes() + stage.spilledBytes() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %,d bytes of state in memory, %,d spilled",
            stage.stateBytes(),
            stage.spilledBytes());
  }

  private static String batches(RemoteJob.Stage stage) {
    return stage.expected() == null
        ? stage.received() + " batches, total not known yet"
        : stage.received() + " of " + stage.expected() + " batches";
  }
}
