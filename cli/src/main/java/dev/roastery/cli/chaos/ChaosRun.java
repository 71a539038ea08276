package dev.roastery.cli.chaos;

import dev.roastery.cli.chaos.target.ChaosTarget;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One run: jobs through a cluster that faults are done to, and what it came to. */
public final class ChaosRun {

  private static final Duration WHOLE_LIMIT = Duration.ofMinutes(3);
  private static final int SHOWN_MAX = 100;

  private final Settings settings;
  private final ChaosTarget target;
  private final Roastery roastery;
  private final PrintWriter out;

  /**
   * @param folder for the jobs' results and logs
   * @param queries what each job asks
   * @param jobsMax the run ends after this many jobs, whatever is left of the plan
   * @param endLimit how long running jobs may take after the last fault
   * @param table a file that gets one row about the run; null for none
   */
  public record Settings(
      long seed,
      Path folder,
      List<ExpectedDigests> datasets,
      List<String> queries,
      FaultOptions faultOptions,
      int parallel,
      int jobsMax,
      Duration endLimit,
      @Nullable Path table,
      @Nullable String token) {

    /** Jobs are submitted until the plan is used up. */
    public static final int AS_MANY_AS_IT_TAKES = Integer.MAX_VALUE;
  }

  public ChaosRun(Settings settings, ChaosTarget target, Roastery roastery, PrintWriter out) {
    this.settings = settings;
    this.target = target;
    this.roastery = roastery;
    this.out = out;
  }

  /** The complaints; none if the promise was kept. */
  public List<String> run() throws IOException, InterruptedException {
    List<Fault> plan = FaultPlan.draw(settings.seed(), settings.faultOptions(), target.nodes());
    print(plan);
    ChaosReport report = new ChaosReport(out);
    try (OwnershipWatch ownership = new OwnershipWatch(target, settings.token())) {
      FaultScheduler scheduler = new FaultScheduler(target, ownership, report);
      if (!scheduler.awaitWhole(WHOLE_LIMIT)) {
        throw new IOException("the cluster does not start: no node owns " + ownership.missing());
      }
      report.tell("all partitions are owned");
      JobStream jobs = jobs();
      jobs.start();
      scheduler.carryOut(plan, jobs);
      if (settings.jobsMax() == Settings.AS_MANY_AS_IT_TAKES) {
        jobs.finish();
      }
      if (!scheduler.awaitWhole(WHOLE_LIMIT)) {
        report.complain("no node owns " + ownership.missing() + " after " + WHOLE_LIMIT);
      }
      scheduler.awaitEnd(jobs, settings.endLimit());
      return verdict(report, jobs.ended());
    }
  }

  private JobStream jobs() throws IOException {
    Path folder = Files.createDirectories(settings.folder().resolve("jobs"));
    return new JobStream(
        roastery,
        target.gateway(),
        settings.datasets(),
        new JobStream.Load(folder, settings.queries(), settings.parallel(), settings.jobsMax()));
  }

  private void print(List<Fault> plan) {
    out.printf("chaos, seed %d: %d faults%n", settings.seed(), plan.size());
    plan.stream().limit(SHOWN_MAX).forEach(fault -> out.println(fault.line()));
    if (plan.size() > SHOWN_MAX) {
      out.println("     ...");
    }
    out.flush();
  }

  private List<String> verdict(ChaosReport report, List<JobStream.Done> jobs) throws IOException {
    for (JobStream.Done job : jobs) {
      if (!job.complaint().isEmpty()) {
        report.complain("job " + job.number() + " " + job.complaint());
      }
    }
    if (jobs.isEmpty()) {
      report.complain("no job was submitted");
    }
    for (FaultKind kind : settings.faultOptions().victims().keySet()) {
      if (settings.faultOptions().count() > 0 && report.fired(kind) == 0) {
        report.complain(kind.word() + " was requested and never injected");
      }
    }
    if (report.hasSpilledNothing()) {
      report.complain(
          "no job spilled: give the nodes less --memory, or the jobs more transactions");
    }
    report.summary();
    List<String> complaints = report.complaints();
    DurationStats seconds = DurationStats.of(jobs.stream().map(JobStream.Done::seconds).toList());
    out.printf("%n%d jobs, of %s (p50), %s (max)%n", jobs.size(), seconds.p50(), seconds.max());
    out.println(
        complaints.isEmpty()
            ? "every job has the results of the embedded run, byte for byte"
            : "FAILED:");
    complaints.forEach(complaint -> out.println("  " + complaint));
    out.flush();
    addRow(report, jobs);
    return complaints;
  }

  private void addRow(ChaosReport report, List<JobStream.Done> jobs) throws IOException {
    Path table = settings.table();
    if (table == null) {
      return;
    }
    DurationStats whole = report.wholeAgain();
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(settings.seed()));
    cells.add(report.kinds());
    cells.add(Integer.toString(jobs.size()));
    cells.add(whole.p50());
    cells.add(whole.max());
    cells.add(report.complaints().isEmpty() ? "ok" : "FAILED");
    Files.writeString(
        table,
        String.format(Locale.ROOT, "| %s |%n", String.join(" | ", cells)),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
