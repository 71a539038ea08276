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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The life of a job, as steps:
 *
 * <pre>
 *   accept ▶ open ▶ upload ▶ approve ▶ end ▶ compute ▶ notify ▶ close ▶ COMPLETED
 * </pre>
 *
 * <p>Whatever else ends it (a failure, a cancel, time) is followed by what undoes {@code accept}:
 * every partition is told to forget the job, and only when all have answered is it over. Facts are
 * in the job's own log; a step looks there, and waits to be poked when it is not satisfied.
 */
final class JobWorkflow {

  static final String NAME = "job";

  /** Something about the job has changed. */
  static final String CHANGED = "changed";

  /** Should a poke have been lost, a step looks for itself. */
  private static final Duration LOOK = Duration.ofSeconds(60);

  private static final Duration STEP_LIMIT = Duration.ofDays(3_650);
  private static final Retry FOR_EVER = Retry.standard().attempts(Integer.MAX_VALUE);
  private static final Retry WEBHOOK =
      new Retry(8, 1_000, 3, 600_000, java.util.List.of(Throwable.class));

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
        .node(node("accept", this::accept).compensatedBy(node("remove", this::remove)))
        .node(node("open", this::open))
        .node(node("upload", this::upload))
        .node(node("approve", this::approve))
        .node(node("end", this::end))
        .node(node("compute", this::compute))
        .node(Node.named("notify", this::tell).retrying(WEBHOOK))
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
    String plan = job.record().plan().toJson();
    return sent(context, job, feed(job).tellAll(new Message.Job(job.routes().job(), plan)));
  }

  private Feed feed(Job job) {
    return new Feed(job.routes(), transport);
  }

  /** Completed when the broker has all of it. */
  private static Outcome sent(StepContext context, Job job, CompletableFuture<Void> confirmed)
      throws InterruptedException {
    while (!context.stopping()) {
      try {
        confirmed.get(100, TimeUnit.MILLISECONDS);
        return Outcome.completed();
      } catch (TimeoutException _) {
        // The broker is slow, or away.
      } catch (ExecutionException e) {
        throw new IllegalStateException("a confirmation failed", e);
      }
    }
    return failing(job);
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

  private Outcome await(Job job, java.util.function.Predicate<Job> satisfied) {
    if (job.isEnding()) {
      return failing(job);
    }
    if (satisfied.test(job)) {
      return Outcome.completed();
    }
    Instant limit = job.lastActive().plus(abandonedAfter);
    if (!clock.instant().isBefore(limit)) {
      job.end("expiring", "nothing came for " + abandonedAfter.toMinutes() + " minutes");
      return Outcome.error("expired", "abandoned");
    }
    return Outcome.await(CHANGED).orAfter(Duration.between(clock.instant(), limit));
  }

  private Outcome end(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (job.isEnding()) {
      return failing(job);
    }
    crash.reached(CrashPoint.GATEWAY_BEFORE_UPLOAD_END);
    Outcome sent = sent(context, job, feed(job).end(job.parts()));
    crash.reached(CrashPoint.GATEWAY_AFTER_UPLOAD_END);
    if (sent instanceof Outcome.Completed) {
      job.running();
    }
    return sent;
  }

  private Outcome compute(StepContext context) {
    Job job = job(context);
    if (job.isEnding()) {
      return failing(job);
    }
    if (!job.hasAllResults()) {
      return Outcome.await(CHANGED).orAfter(LOOK);
    }
    job.notifying();
    crash.reached(CrashPoint.RESULT_STORED_BEFORE_NOTIFY);
    return Outcome.completed();
  }

  /** At least once, always with the same id; a receiver that never answers stops nothing. */
  private Outcome tell(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (!job.wasTold()) {
      webhook.tell(job, "job.completed", context.attempt() == WEBHOOK.attempts());
    }
    crash.reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
    return Outcome.completed();
  }

  private Outcome close(StepContext context) throws InterruptedException {
    Job job = job(context);
    Outcome sent = sent(context, job, feed(job).tellAll(new Message.Close(job.routes().job())));
    if (sent instanceof Outcome.Completed) {
      job.completed();
    }
    return sent;
  }

  /** Undoes everything: the job is over when nothing is left of it anywhere. */
  private Outcome remove(StepContext context) throws InterruptedException {
    Job job = job(context);
    if (!job.isEnding()) {
      job.end("failing", "the gateway could not go on with it; its log says why");
    }
    if (context.checkpoint().isEmpty()) {
      Message abort = new Message.Abort(job.routes().job(), String.valueOf(job.reason()));
      Outcome sent = sent(context, job, feed(job).tellAll(abort));
      if (!(sent instanceof Outcome.Completed)) {
        return Outcome.sleep(Duration.ofSeconds(1));
      }
      context.checkpoint("told");
    }
    if (!job.isCleanEverywhere()) {
      return Outcome.await(CHANGED).orAfter(LOOK);
    }
    webhook.tellOnce(job, "job.ended");
    job.ended();
    return Outcome.completed();
  }
}
