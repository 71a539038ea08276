package dev.roastery.gateway.jobs;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.Message;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.workflow.Arrival;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.Retry;
import dev.roastery.common.workflow.Step;
import dev.roastery.common.workflow.StepContext;
import dev.roastery.common.workflow.When;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.WorkflowNode;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.input.feed.JobFeed;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The whole life of a job. What happens to it is a fact in its one log, each safe before anything
 * relies on it; its state is their fold ({@link JobFacts}). Clients, partitions and the collector
 * record facts by commands ({@link JobCommands}); all else is done by these steps:
 *
 * <pre>
 *  step      does                                             records               then
 *  --------  -----------------------------------------------  --------------------  --------
 *            (a client creates the job)                       created               open
 *  open      tells every partition of the job: JOB                                  upload
 *  upload    waits for sealed  (meanwhile part_started,                             approve
 *            part_completed, part_deleted,
 *            rows_rejected)
 *  approve   waits for approved, if the job needs it          running               end
 *  end       sends END: how many batches each part has                              compute
 *  compute   waits for a result_stored of each query          notifying             notify
 *  notify    tells the receiver: 8 tries                      notified or           close
 *  close     tells every partition: CLOSE                     notify_failed,
 *                                                             completed             COMPLETED
 *
 *  upload and approve, with nothing from the client for long  expiring              remove
 *  open to compute, when there is failing or cancelling                             remove
 *
 *  remove    tells every partition to forget the job: ABORT,                        tell
 *            waits for a partition_clean of each, and asks
 *            again those that do not answer
 *  tell      tells the receiver: 8 tries                      notified or           finish
 *  finish    deletes what is left of the parts                notify_failed, and    FAILED
 *                                                             failed, cancelled     CANCELLED
 *                                                             or expired            EXPIRED
 * </pre>
 *
 * <pre>
 *  state                 from                          until
 *  --------------------  ----------------------------  ------------------------------------------
 *  CREATED               created                       part_started
 *  UPLOADING             part_started                  sealed (running)
 *  WAITING_FOR_APPROVAL  sealed, if it needs approval  approved (running)
 *  RUNNING               running                       notifying
 *  NOTIFYING             notifying                     completed: nothing else can end it now
 *  COMPLETED             completed                     it is deleted
 *  FAILING, CANCELLING,  failing, cancelling,          every partition is clean, and the receiver
 *  EXPIRING              expiring: the first one       was told
 *  FAILED, CANCELLED,    failed, cancelled, expired    it is deleted
 *  EXPIRED
 * </pre>
 *
 * <p>No step waits on its thread: it sends and comes to its end with the confirmation, or is called
 * again when there is a fact. A step may be called again after a crash; its sends are the same, and
 * it records nothing that is there. Steps decide about the facts of the moment at which their
 * decision is recorded. No step fails for good but {@code notify} and {@code tell}, which have
 * their tries: counts decide, never a timer (invariant 5).
 */
final class JobWorkflow {

  static final String NAME = "job";

  /** As often as it takes; each failure is logged. */
  private static final Retry FOR_EVER = Retry.standard().attempts(Retry.NO_LIMIT);

  /** How often a receiver is tried: for a quarter of an hour. */
  private static final int TRIES = 8;

  private static final Retry OF_RECEIVERS =
      new Retry(TRIES, 1_000, 3, 600_000, List.of(Throwable.class));

  /** Longer than a try takes. */
  private static final Duration TRY_LIMIT = Duration.ofSeconds(60);

  /** A broker that is away confirms when it is back; to publish once more would help nothing. */
  private static final Duration SEND_LIMIT = Duration.ofMinutes(30);

  private static final Duration ASK_AGAIN = Duration.ofMinutes(10);

  private static final String FAILING = "failing";
  private static final String CANCELLING = "cancelling";

  /** A try that came to nothing. */
  private static final class NotTold extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotTold(String why) {
      super(why);
    }
  }

  private final JobDomain domain;
  private final Transport transport;
  private final Notifier notifier;
  private final CrashPoints crash;
  private final Abandonment abandonment;
  private final ToLongFunction<JobRecord> lastSign;
  private final Consumer<JobRecord> partsOver;

  /**
   * @param lastSign when something of the job came in last, in milliseconds; 0 when that is only in
   *     its facts
   * @param partsOver deletes what is only needed while the job's parts come in; again is fine
   */
  JobWorkflow(
      JobDomain domain,
      Transport transport,
      Notifier notifier,
      CrashPoints crash,
      Abandonment abandonment,
      ToLongFunction<JobRecord> lastSign,
      Consumer<JobRecord> partsOver) {
    this.domain = domain;
    this.transport = transport;
    this.notifier = notifier;
    this.crash = crash;
    this.abandonment = abandonment;
    this.lastSign = lastSign;
    this.partsOver = partsOver;
  }

  Workflow workflow() {
    return Workflow.named(NAME)
        .folding(domain)
        .node(node("open", this::open))
        .node(node("upload", this::upload))
        .node(node("approve", this::approve))
        .node(node("end", this::end))
        .node(node("compute", this::compute))
        .node(telling("notify"))
        .node(node("close", this::close))
        .node(node("remove", this::remove))
        .node(telling("tell"))
        .node(node("finish", this::finish))
        .edge("open", When.error(), "remove")
        .edge("open", "upload")
        .edge("upload", When.error(), "remove")
        .edge("upload", "approve")
        .edge("approve", When.error(), "remove")
        .edge("approve", "end")
        .edge("end", When.error(), "remove")
        .edge("end", "compute")
        .edge("compute", When.error(), "remove")
        .edge("compute", "notify")
        .edge("notify", "close")
        .failing("notify", "close")
        .edge("close", "COMPLETED")
        .edge("remove", "tell")
        .edge("tell", "finish")
        .failing("tell", "finish")
        .edge("finish", When.value("CANCELLED"), "CANCELLED")
        .edge("finish", When.value("EXPIRED"), "EXPIRED")
        .edge("finish", "FAILED")
        .success("COMPLETED")
        .failure("FAILED")
        .failure("CANCELLED")
        .failure("EXPIRED")
        .build();
  }

  private static WorkflowNode node(String name, Step step) {
    return WorkflowNode.named(name, step).retrying(FOR_EVER).within(SEND_LIMIT);
  }

  private WorkflowNode telling(String name) {
    return WorkflowNode.named(name, this::tell).retrying(OF_RECEIVERS).within(TRY_LIMIT);
  }

  private Outcome deciding(Outcome.Decider<JobFacts> decider) {
    return Outcome.deciding(domain, decider);
  }

  /** Goes on when the broker has all of it. */
  private Outcome sent(CompletableFuture<Void> confirmed, Outcome.Decider<JobFacts> then) {
    return Outcome.later(confirmed, _ -> deciding(then));
  }

  private JobFeed feed(JobFacts job) {
    return feed(job, _ -> true);
  }

  private JobFeed feed(JobFacts job, Predicate<PartitionName> receivers) {
    List<PartitionName> to = job.record().routes().all().stream().filter(receivers).toList();
    return new JobFeed(job.record().routes(), to, transport);
  }

  private static Outcome ended(JobFacts job) {
    return Outcome.error("ended", String.valueOf(job.reason()));
  }

  // ---- to its results

  private Outcome open(StepContext context) {
    JobFacts job = context.state(domain);
    if (job.isEnding()) {
      return ended(job);
    }
    String plan = job.record().plan().toJson();
    return sent(
        feed(job).tellAll(new Message.Job(job.record().routes().job(), plan)),
        (now, _) -> now.isEnding() ? ended(now) : Outcome.completed());
  }

  private Outcome upload(StepContext context) {
    return deciding((job, now) -> {
      if (job.isEnding()) {
        return ended(job);
      }
      return job.isSealed() ? Outcome.completed() : silent(job, now, "sealed");
    });
  }

  private Outcome approve(StepContext context) {
    return deciding((job, now) -> {
      if (job.isEnding()) {
        return ended(job);
      }
      if (!job.mayRun()) {
        return silent(job, now, "approved");
      }
      return job.state() == JobState.RUNNING
          ? Outcome.completed()
          : Outcome.completed().recording(new JobFact.Running());
    });
  }

  /** Waits for the client, but not for ever: the one place that decides when a job expires. */
  private Outcome silent(JobFacts job, long nowMillis, String awaited) {
    Outcome.Wait wait = Outcome.await(awaited, FAILING, CANCELLING);
    long since = Math.max(job.updatedMillis(), lastSign.applyAsLong(job.record()));
    return switch (abandonment.of(since, job.reprievedUntilMillis(), nowMillis)) {
      case Abandonment.Waiting(long until) -> wait.orAfter(Duration.ofMillis(until - nowMillis));
      case Abandonment.Reprieve(long until) ->
          wait.orAfter(Duration.ofMillis(until - nowMillis))
              .recording(new JobFact.Reprieved(until));
      case Abandonment.Over() -> {
        String what = job.isSealed() ? "nobody approved it" : "nothing came";
        String reason = what + " since " + Instant.ofEpochMilli(since);
        yield Outcome.error("expired", reason).recording(new JobFact.Expiring(reason));
      }
    };
  }

  private Outcome end(StepContext context) {
    JobFacts job = context.state(domain);
    if (job.isEnding()) {
      return ended(job);
    }
    crash.reached(CrashPoint.GATEWAY_BEFORE_UPLOAD_END);
    return sent(
        feed(job).end(job::batches),
        (now, _) -> {
          crash.reached(CrashPoint.GATEWAY_AFTER_UPLOAD_END);
          return now.isEnding() ? ended(now) : Outcome.completed();
        });
  }

  private Outcome compute(StepContext context) {
    return deciding((job, _) -> {
      if (job.isEnding()) {
        return ended(job);
      }
      if (!job.hasAllResults()) {
        return Outcome.await("result_stored", FAILING, CANCELLING);
      }
      crash.reached(CrashPoint.RESULT_STORED_BEFORE_NOTIFY);
      return job.state() == JobState.NOTIFYING
          ? Outcome.completed()
          : Outcome.completed().recording(new JobFact.Notifying());
    });
  }

  /**
   * At least once, always with the same id; a receiver that never answers stops nothing. A try is
   * counted before it is made, so that one that kills this process is not made for ever.
   */
  private Outcome tell(StepContext context) {
    JobFacts job = context.state(domain);
    URI receiver = job.record().webhook();
    if (receiver == null || job.wasTold()) {
      return deciding((_, _) -> {
        crash.reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
        return Outcome.completed();
      });
    }
    boolean isLast = context.attempt() == TRIES;
    return Outcome.later(
        notifier.tell(Notification.of(job, receiver)), trouble -> tried(trouble, isLast));
  }

  private Outcome tried(Optional<String> trouble, boolean isLast) {
    if (trouble.isEmpty()) {
      crash.reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
      return Outcome.completed().recording(new JobFact.Notified());
    }
    if (isLast) {
      return Outcome.completed().recording(new JobFact.NotifyFailed(trouble.get()));
    }
    throw new NotTold(trouble.get());
  }

  /** That nobody could be told is known of all but a try in which this process died. */
  private static Outcome lastWords(JobFacts job, Outcome then, JobFact end) {
    return job.record().webhook() == null || job.wasTold()
        ? then.recording(end)
        : then.recording(
            new JobFact.NotifyFailed(
                "The receiver could not be told: the gateway ended during the last try."),
            end);
  }

  private Outcome close(StepContext context) {
    JobFacts job = context.state(domain);
    partsOver.accept(job.record());
    return sent(
        feed(job).tellAll(new Message.Close(job.record().routes().job())),
        (now, _) -> lastWords(now, Outcome.completed(), new JobFact.Completed()));
  }

  // ---- to an end without results

  /** Has every partition forget the job; those that have answered are not asked again. */
  private Outcome remove(StepContext context) {
    JobFacts job = context.state(domain);
    boolean isAsked = context.arrival().filter(Arrival.OfFact.class::isInstance).isPresent();
    if (isAsked || job.isCleanEverywhere()) {
      return deciding((now, _) -> removed(now));
    }
    Message abort = new Message.Abort(job.record().routes().job(), String.valueOf(job.reason()));
    return sent(
        feed(job, partition -> !job.isClean(partition.toString())).tellAll(abort),
        (now, _) -> removed(now));
  }

  private static Outcome removed(JobFacts job) {
    return job.isCleanEverywhere()
        ? Outcome.completed()
        : Outcome.await("partition_clean").orAfter(ASK_AGAIN);
  }

  /** Nothing is left of it anywhere. */
  private Outcome finish(StepContext context) {
    partsOver.accept(context.state(domain).record());
    return deciding((job, _) ->
        switch (job.state()) {
          case CANCELLING ->
              lastWords(job, Outcome.completed("CANCELLED"), new JobFact.Cancelled());
          case EXPIRING -> lastWords(job, Outcome.completed("EXPIRED"), new JobFact.Expired());
          case FAILING -> lastWords(job, Outcome.completed("FAILED"), new JobFact.Failed());
          case CANCELLED, EXPIRED, FAILED -> Outcome.completed(job.state().name());
          case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING, COMPLETED ->
              throw new IllegalStateException("a job that is " + job.state() + " is removed");
        });
  }
}
