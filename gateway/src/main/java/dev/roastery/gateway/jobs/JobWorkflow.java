package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.Message;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Node;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.Retry;
import dev.roastery.common.workflow.Step;
import dev.roastery.common.workflow.StepContext;
import dev.roastery.common.workflow.When;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.gateway.feed.JobFeed;
import dev.roastery.gateway.jobs.upload.host.Part;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The life of a job, as steps:
 *
 * <pre>
 *   accept ▶ open ▶ upload ▶ approve ▶ end ▶ compute ▶ notify ▶ close ▶ COMPLETED
 * </pre>
 *
 * <p>Whatever else ends it (a failure, a cancel, time) is followed by what undoes {@code open}:
 * every partition is told to forget the job; and when all have answered by what undoes {@code
 * accept}: the client is told, and it is over. Facts are in the job's own log; a step looks there,
 * and waits to be poked when it is not satisfied. No step fails for good.
 */
final class JobWorkflow {

  static final String NAME = "job";

  /** Something about the job has changed. */
  static final String CHANGED = "changed";

  /** Should a poke have been lost, a step looks for itself. */
  private static final Duration LOOK = Duration.ofSeconds(60);

  private static final Duration STEP_LIMIT = Duration.ofDays(3_650);
  private static final Retry FOR_EVER = Retry.standard().attempts(Integer.MAX_VALUE);

  /** How often a receiver is tried: for a quarter of an hour. */
  private static final int TRIES = 8;

  private static final double TRY_PAUSE_MILLIS_MAX = 600_000;

  private final Function<UUID, Job> jobs;
  private final Transport transport;
  private final Webhook webhook;
  private final Clock clock;
  private final Duration abandonedAfter;
  private final CrashPoints crash;

  JobWorkflow(
      Function<UUID, Job> jobs,
      Transport transport,
      Webhook webhook,
      Clock clock,
      Duration abandonedAfter,
      CrashPoints crash) {
    this.jobs = jobs;
    this.transport = transport;
    this.webhook = webhook;
    this.clock = clock;
    this.abandonedAfter = abandonedAfter;
    this.crash = crash;
  }

  static ExecutionId execution(UUID job) {
    return new ExecutionId(job.toString());
  }

  Workflow workflow() {
    return Workflow.named(NAME)
        .node(node("accept", this::accept).compensatedBy(node("finish", this::finish)))
        .node(
            node("open", this::open)
                .compensatedBy(node("remove", this::remove))
                .compensatedWhen(_ -> true)) // some of it may have been sent
        .node(node("upload", this::upload))
        .node(node("approve", this::approve))
        .node(node("end", this::end))
        .node(node("compute", this::compute))
        .node(node("notify", this::tell))
        .node(node("close", this::close))
        .edge("accept", "open")
        .edge("open", "upload")
        .edge("upload", When.error("expired"), "EXPIRED")
        .edge("upload", "approve")
        .edge("approve", When.error("expired"), "EXPIRED")
        .edge("approve", "end")
        .edge("end", "compute")
        .edge("compute", "notify")
        .edge("notify", "close")
        .edge("close", "COMPLETED")
        .success("COMPLETED")
        .failure("FAILED")
        .failure("EXPIRED")
        .cancelled("CANCELLED")
        .build();
  }

  private static Node node(String name, Step step) {
    return Node.named(name, step).retrying(FOR_EVER).within(STEP_LIMIT);
  }

  private Job job(StepContext context) {
    return jobs.apply(UUID.fromString(context.execution().text()));
  }

  /** Nothing to do: from here on there is something to undo. */
  private Outcome accept(StepContext context) {
    job(context).created();
    return Outcome.completed();
  }

  private Outcome open(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (job.isEnding()) {
      return failing(job);
    }
    String plan = job.record().plan().toJson();
    return sent(
        feed(job).tellAll(new Message.Job(job.routes().job(), plan)),
        () -> context.stopping() || job.isEnding(),
        failing(job));
  }

  private JobFeed feed(Job job) {
    return new JobFeed(job.routes(), job.routes().all(), transport);
  }

  /** Completed when the broker has all of it; the other outcome when something is to stop it. */
  private static Outcome sent(
      CompletableFuture<Void> confirmed, BooleanSupplier stopping, Outcome otherwise)
      throws InterruptedException {
    while (!stopping.getAsBoolean()) {
      try {
        confirmed.get(100, TimeUnit.MILLISECONDS);
        return Outcome.completed();
      } catch (TimeoutException _) {
        // The broker is slow, or away.
      } catch (ExecutionException e) {
        throw new IllegalStateException("a confirmation failed", e);
      }
    }
    return otherwise;
  }

  private static Outcome failing(Job job) {
    return Outcome.error("ending", String.valueOf(job.reason()));
  }

  /** Until the client has sealed the job; one that nobody cares for any more is given up. */
  private Outcome upload(StepContext context) {
    return await(job(context), Job::isSealed);
  }

  private Outcome approve(StepContext context) {
    return await(job(context), Job::mayRun);
  }

  private Outcome await(Job job, Predicate<Job> satisfied) {
    if (job.isEnding()) {
      return failing(job);
    }
    if (satisfied.test(job)) {
      return Outcome.completed();
    }
    Instant now = clock.instant();
    if (job.expire(now.minus(abandonedAfter))) {
      return Outcome.error("expired", String.valueOf(job.reason()));
    }
    Duration left = Duration.between(now, job.lastActive().plus(abandonedAfter));
    return Outcome.await(CHANGED).orAfter(left.isNegative() ? Duration.ZERO : left);
  }

  private Outcome end(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (job.isEnding()) {
      return failing(job);
    }
    crash.reached(CrashPoint.GATEWAY_BEFORE_UPLOAD_END);
    job.running();
    Outcome sent =
        sent(
            feed(job).end(table -> batches(job, table)),
            () -> context.stopping() || job.isEnding(),
            failing(job));
    crash.reached(CrashPoint.GATEWAY_AFTER_UPLOAD_END);
    return sent;
  }

  /** By number; a table without a part is one sender that has sent nothing. */
  private static long[] batches(Job job, String table) {
    long[] batches =
        job.parts().stream()
            .filter(part -> part.name().table().equals(table))
            .sorted(Comparator.comparingInt(Part::number))
            .mapToLong(Part::batches)
            .toArray();
    return batches.length == 0 ? new long[1] : batches;
  }

  private Outcome compute(StepContext context) {
    Job job = job(context);
    if (job.isEnding()) {
      return failing(job);
    }
    if (!job.hasAllResults()) {
      return Outcome.await(CHANGED).orAfter(LOOK);
    }
    if (!job.notifying()) {
      return failing(job);
    }
    crash.reached(CrashPoint.RESULT_STORED_BEFORE_NOTIFY);
    return Outcome.completed();
  }

  /** The client of a job that has all results. */
  private Outcome tell(StepContext context) throws InterruptedException {
    Job job = job(context);
    Outcome told = told(context, job, "job.completed");
    crash.reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
    return told;
  }

  /**
   * At least once, always with the same id; a receiver that never answers stops nothing. Tries are
   * counted before they are made, so that one that kills this process is not made for ever.
   */
  private Outcome told(StepContext context, Job job, String type) throws InterruptedException {
    if (job.record().webhook() == null || job.wasTold()) {
      return Outcome.completed();
    }
    int tries = context.checkpoint().map(Integer::parseInt).orElse(0);
    if (tries == TRIES) {
      job.told(false, "The receiver could not be told: the gateway ended during the last try.");
      return Outcome.completed();
    }
    context.checkpoint(Integer.toString(tries + 1));
    String trouble = webhook.tell(job, type);
    if (trouble != null && tries + 1 < TRIES) {
      return Outcome.sleep(
          Duration.ofMillis((long) Math.min(TRY_PAUSE_MILLIS_MAX, 1_000 * Math.pow(3, tries))));
    }
    job.told(trouble == null, trouble == null ? "The receiver was told." : trouble);
    return Outcome.completed();
  }

  private Outcome close(StepContext context) throws InterruptedException {
    Job job = job(context);
    Outcome sent =
        sent(
            feed(job).tellAll(new Message.Close(job.routes().job())),
            context::stopping,
            Outcome.sleep(Duration.ofSeconds(1)));
    if (sent instanceof Outcome.Completed) {
      job.completed();
    }
    return sent;
  }

  /** Has every partition forget the job. */
  private Outcome remove(StepContext context) throws InterruptedException {
    Job job = job(context);
    requireEnding(job);
    if (context.checkpoint().isEmpty()) {
      Message abort = new Message.Abort(job.routes().job(), String.valueOf(job.reason()));
      Outcome sent =
          sent(feed(job).tellAll(abort), context::stopping, Outcome.sleep(Duration.ofSeconds(1)));
      if (!(sent instanceof Outcome.Completed)) {
        return sent;
      }
      context.checkpoint("sent");
    }
    return job.isCleanEverywhere() ? Outcome.completed() : Outcome.await(CHANGED).orAfter(LOOK);
  }

  private static void requireEnding(Job job) {
    if (!job.isEnding()) {
      job.end("failing", "the gateway could not go on with it; its log says why");
    }
  }

  /** The end of a job without results: nothing is left of it anywhere. */
  private Outcome finish(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (job.state().isTerminal()) {
      return Outcome.completed();
    }
    requireEnding(job);
    Outcome told = told(context, job, "job.ended");
    if (told instanceof Outcome.Completed) {
      job.ended();
    }
    return told;
  }
}
