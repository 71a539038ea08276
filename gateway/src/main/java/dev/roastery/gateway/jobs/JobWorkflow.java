package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.CrashPoint;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The whole life of a job. Everything that happens to it is a fact in its one log, durable before
 * anything relies on it; its state is the fold of its facts ({@link JobFacts}). Clients, partitions
 * and the collector record facts by commands ({@link JobCommands}). These steps do the rest:
 *
 * <pre>
 *  step      does                                             records               then
 *  --------  -----------------------------------------------  --------------------  --------
 *            (a client creates the job)                       created               open
 *  open      sends JOB to every partition                                           upload
 *  upload    waits for sealed  (meanwhile part_started,                             approve
 *            part_completed, part_deleted,
 *            rows_rejected)
 *  approve   waits for approved, if the job needs it          running               end
 *  end       sends END: how many batches each part has                              compute
 *  compute   waits for a result_stored of each query          notifying             notify
 *  deliver   puts the results into the bucket that the      delivered or           notify
 *            client named: 8 attempts                         delivery_failed
 *  notify    notifies the receiver: 8 attempts                notified or           close
 *  close     sends CLOSE to every partition                   notify_failed,
 *                                                             completed             COMPLETED
 *
 *  upload and approve, with nothing from the client for long  expiring              remove
 *  open to compute, when there is failing or cancelling                             remove
 *
 *  remove    sends ABORT to every partition, waits for a                            tell
 *            partition_clean of each, and repeats ABORT to
 *            those that do not answer
 *  tell      notifies the receiver: 8 attempts                notified or           finish
 *  finish    deletes the files of incomplete parts, and all   notify_failed, and    FAILED
 *            rows of a job that was cancelled or expired      failed, cancelled     CANCELLED
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
 *  NOTIFYING             notifying                     completed: nothing else can follow
 *  COMPLETED             completed                     it is deleted
 *  FAILING, CANCELLING,  failing, cancelling,          every partition is clean, and the receiver
 *  EXPIRING              expiring: the first one       was notified
 *  FAILED, CANCELLED,    failed, cancelled, expired    it is deleted, or retried: then it is
 *  EXPIRED                                             CREATED again, as the next attempt
 * </pre>
 *
 * <p>No step blocks its thread: a step that sends ends with the confirmation, and one that waits is
 * called again when a fact arrives. After a crash a step may be called again; it repeats the same
 * sends and does not record a fact twice. A step's decision is made against the facts at the moment
 * when it is recorded. Only {@code notify} and {@code tell} can fail for good, after their last
 * attempt: counts decide, never a timer (invariant 5).
 */
final class JobWorkflow {

  static final String NAME = "job";

  /** The step in which nothing but results is awaited. */
  static final String COMPUTE = "compute";

  /** Retries without limit; each failure is logged. */
  private static final Retry WITHOUT_LIMIT = Retry.standard().attempts(Retry.NO_LIMIT);

  /** How often a receiver is notified, within a quarter of an hour. */
  private static final int ATTEMPTS = 8;

  private static final Retry OF_RECEIVERS =
      new Retry(ATTEMPTS, 1_000, 3, 600_000, List.of(Throwable.class));

  /** Longer than an attempt takes. */
  private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(60);

  /** Results may be large. */
  private static final Duration DELIVERY_LIMIT = Duration.ofHours(1);

  /** Long, because a broker that was away confirms when it is back: sending again is useless. */
  private static final Duration SEND_LIMIT = Duration.ofMinutes(30);

  private static final Duration ASK_AGAIN = Duration.ofMinutes(10);

  private static final String FAILING = "failing";
  private static final String CANCELLING = "cancelling";

  /** An attempt to put the results into a bucket failed. */
  private static final class DeliveryTrouble extends RuntimeException {
    private static final long serialVersionUID = 1;

    DeliveryTrouble(String why) {
      super(why);
    }
  }

  /** An attempt to notify the receiver failed. */
  private static final class NotificationFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotificationFailed(String why) {
      super(why);
    }
  }

  private final JobDomain domain;
  private final JobMachine.Ports ports;
  private final JobMachine.Carrier carrier;
  private final Abandonment abandonment;
  private final ToLongFunction<JobRecord> lastSign;
  private final Consumer<JobFacts> discardFiles;

  /**
   * @param lastSign when the client last sent something that is not a fact, in milliseconds; or 0
   * @param discardFiles deletes what a job that ends does not need; may be called again
   */
  JobWorkflow(
      JobDomain domain,
      JobMachine.Ports ports,
      JobMachine.Carrier carrier,
      Abandonment abandonment,
      ToLongFunction<JobRecord> lastSign,
      Consumer<JobFacts> discardFiles) {
    this.domain = domain;
    this.ports = ports;
    this.carrier = carrier;
    this.abandonment = abandonment;
    this.lastSign = lastSign;
    this.discardFiles = discardFiles;
  }

  Workflow workflow() {
    return Workflow.named(NAME)
        .folding(domain)
        .node(node("open", this::open))
        .node(node("upload", this::upload))
        .node(node("approve", this::approve))
        .node(node("end", this::end))
        .node(node(COMPUTE, this::compute))
        .node(
            WorkflowNode.named("deliver", this::deliver)
                .retrying(OF_RECEIVERS)
                .within(DELIVERY_LIMIT))
        .node(notifying("notify"))
        .node(node("close", this::close))
        .node(node("remove", this::remove))
        .node(notifying("tell"))
        .node(node("finish", this::finish))
        .edge("open", When.error(), "remove")
        .edge("open", "upload")
        .edge("upload", When.error(), "remove")
        .edge("upload", "approve")
        .edge("approve", When.error(), "remove")
        .edge("approve", "end")
        .edge("end", When.error(), "remove")
        .edge("end", COMPUTE)
        .edge(COMPUTE, When.error(), "remove")
        .edge(COMPUTE, "deliver")
        .edge("deliver", "notify")
        .failing("deliver", "notify")
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
    return WorkflowNode.named(name, step).retrying(WITHOUT_LIMIT).within(SEND_LIMIT);
  }

  private WorkflowNode notifying(String name) {
    return WorkflowNode.named(name, this::notifyReceiver)
        .retrying(OF_RECEIVERS)
        .within(ATTEMPT_LIMIT);
  }

  private Outcome deciding(Outcome.Decider<JobFacts> decider) {
    return Outcome.deciding(domain, decider);
  }

  /** Leaves the way to the results if something has ended the job. */
  private static Outcome.Decider<JobFacts> unlessEnding(Outcome.Decider<JobFacts> decider) {
    return (job, now) ->
        job.isEnding()
            ? Outcome.error("ended", String.valueOf(job.reason()))
            : decider.on(job, now);
  }

  /** The same for what a step does before it sends. */
  private Outcome unlessEnding(StepContext context, Function<JobFacts, Outcome> step) {
    JobFacts job = context.state(domain);
    return unlessEnding((known, _) -> step.apply(known)).on(job, context.nowMillis());
  }

  /** Decides when the broker has confirmed everything. */
  private Outcome sent(CompletableFuture<Void> confirmed, Outcome.Decider<JobFacts> then) {
    return Outcome.later(confirmed, _ -> deciding(then));
  }

  private JobFeed feed(JobFacts job) {
    return feed(job, _ -> true);
  }

  private JobFeed feed(JobFacts job, Predicate<PartitionName> receivers) {
    List<PartitionName> to = job.routes().all().stream().filter(receivers).toList();
    return new JobFeed(job.routes(), to, ports.transport());
  }

  // ---- the way to the results

  private Outcome open(StepContext context) {
    return unlessEnding(
        context,
        job -> {
          String plan = job.record().plan().toJson();
          return sent(
              feed(job).tellAll(new Message.Job(job.id(), plan)),
              unlessEnding((_, _) -> Outcome.completed()));
        });
  }

  private Outcome upload(StepContext context) {
    return deciding(
        unlessEnding(
            (job, now) -> job.isSealed() ? Outcome.completed() : silent(job, now, "sealed")));
  }

  private Outcome approve(StepContext context) {
    return deciding(
        unlessEnding((job, now) -> {
          if (!job.mayRun()) {
            return silent(job, now, "approved");
          }
          return job.state() == JobState.RUNNING
              ? Outcome.completed()
              : Outcome.completed().recording(new JobFact.Running());
        }));
  }

  /** Waits for the client, but not for ever. Only here is decided when a job expires. */
  private Outcome silent(JobFacts job, long nowMillis, String awaited) {
    Outcome.Wait wait = Outcome.await(awaited, FAILING, CANCELLING);
    long since = Math.max(job.heardMillis(), lastSign.applyAsLong(job.record()));
    return switch (abandonment.of(since, job.reprievedUntilMillis(), nowMillis)) {
      case Abandonment.Waiting(long until) -> wait.orAfter(Duration.ofMillis(until - nowMillis));
      case Abandonment.Reprieve(long until) ->
          wait.orAfter(Duration.ofMillis(until - nowMillis))
              .recording(new JobFact.Reprieved(until));
      case Abandonment.Over() -> {
        String what = job.isSealed() ? "not approved" : "no data received";
        String reason = what + " since " + Instant.ofEpochMilli(since);
        yield Outcome.error("expired", reason).recording(new JobFact.Expiring(reason));
      }
    };
  }

  private Outcome end(StepContext context) {
    return unlessEnding(
        context,
        job -> {
          ports.crash().reached(CrashPoint.GATEWAY_BEFORE_UPLOAD_END);
          return sent(
              feed(job).end(job::sent),
              (now, at) -> {
                ports.crash().reached(CrashPoint.GATEWAY_AFTER_UPLOAD_END);
                return unlessEnding((_, _) -> Outcome.completed()).on(now, at);
              });
        });
  }

  private Outcome compute(StepContext context) {
    return deciding(
        unlessEnding((job, _) -> {
          if (!job.hasAllResults()) {
            return Outcome.await("result_stored", FAILING, CANCELLING);
          }
          ports.crash().reached(CrashPoint.RESULT_STORED_BEFORE_NOTIFY);
          return job.state() == JobState.NOTIFYING
              ? Outcome.completed()
              : Outcome.completed().recording(new JobFact.Notifying());
        }));
  }

  /**
   * Puts the results into a bucket, the same bytes in each attempt, before anyone is told of them.
   * A store that never comes back does not stop the job: its results are here.
   */
  private Outcome deliver(StepContext context) {
    JobFacts job = context.state(domain);
    if (isDeliveryOver(job)) {
      return deciding((_, _) -> Outcome.completed());
    }
    boolean isLast = context.attempt() == ATTEMPTS;
    return Outcome.later(
        carrier.deliver(job),
        trouble -> {
          if (trouble.isEmpty()) {
            return Outcome.completed().recording(new JobFact.Delivered(job.results().size()));
          }
          if (isLast) {
            return Outcome.completed()
                .recording(
                    new JobFact.DeliveryFailed(
                        "The results could not be put into the bucket: " + trouble.get() + "."));
          }
          throw new DeliveryTrouble(trouble.get());
        });
  }

  private static boolean isDeliveryOver(JobFacts job) {
    return job.record().buckets().deliverTo() == null || job.isDelivered();
  }

  /**
   * Notifies the receiver at least once, always with the same id. A receiver that never answers
   * does not stop the job. An attempt is counted before it begins, so that one that kills this
   * process is not repeated without limit.
   */
  private Outcome notifyReceiver(StepContext context) {
    JobFacts job = context.state(domain);
    URI receiver = job.record().webhook();
    if (receiver == null || job.isNotified()) {
      return deciding((_, _) -> {
        ports.crash().reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
        return Outcome.completed();
      });
    }
    boolean isLast = context.attempt() == ATTEMPTS;
    return Outcome.later(
        ports.notifier().send(Notification.of(job, receiver)),
        trouble -> attempted(trouble, isLast));
  }

  private Outcome attempted(Optional<String> trouble, boolean isLast) {
    if (trouble.isEmpty()) {
      ports.crash().reached(CrashPoint.NOTIFIED_BEFORE_COMPLETE);
      return Outcome.completed().recording(new JobFact.Notified());
    }
    if (isLast) {
      return Outcome.completed().recording(new JobFact.NotifyFailed(trouble.get()));
    }
    throw new NotificationFailed(trouble.get());
  }

  /** Also records a failed notification if this process died during the last attempt. */
  private static Outcome ending(JobFacts job, Outcome then, JobFact end) {
    return job.record().webhook() == null || job.isNotified()
        ? then.recording(end)
        : then.recording(
            new JobFact.NotifyFailed(
                "The notification failed: the gateway ended during the last attempt."),
            end);
  }

  private Outcome close(StepContext context) {
    JobFacts job = context.state(domain);
    discardFiles.accept(job);
    return sent(
        feed(job).tellAll(new Message.Close(job.id())),
        (now, _) -> {
          Outcome closed = isDeliveryOver(now) ? Outcome.completed() : undelivered();
          return ending(now, closed, new JobFact.Completed());
        });
  }

  /** This process died during the last attempt. */
  private static Outcome undelivered() {
    return Outcome.completed()
        .recording(
            new JobFact.DeliveryFailed(
                "The results could not be put into the bucket: the gateway ended during the last"
                    + " attempt."));
  }

  // ---- the way to an end without results

  /** Asks every partition to discard the job, except those that have confirmed it. */
  private Outcome remove(StepContext context) {
    JobFacts job = context.state(domain);
    boolean isAsked = context.arrival().filter(Arrival.OfFact.class::isInstance).isPresent();
    if (isAsked || job.isCleanEverywhere()) {
      return deciding((now, _) -> removed(now));
    }
    Message abort = new Message.Abort(job.id(), String.valueOf(job.reason()));
    return sent(
        feed(job, partition -> !job.isClean(partition.toString())).tellAll(abort),
        (now, _) -> removed(now));
  }

  private static Outcome removed(JobFacts job) {
    return job.isCleanEverywhere()
        ? Outcome.completed()
        : Outcome.await("partition_clean").orAfter(ASK_AGAIN);
  }

  /** Records the final state, when no partition has anything of the job. */
  private Outcome finish(StepContext context) {
    discardFiles.accept(context.state(domain));
    return deciding((job, _) ->
        switch (job.state()) {
          case CANCELLING -> ending(job, Outcome.completed("CANCELLED"), new JobFact.Cancelled());
          case EXPIRING -> ending(job, Outcome.completed("EXPIRED"), new JobFact.Expired());
          case FAILING -> ending(job, Outcome.completed("FAILED"), new JobFact.Failed());
          case CANCELLED, EXPIRED, FAILED -> Outcome.completed(job.state().name());
          case CREATED, UPLOADING, WAITING_FOR_APPROVAL, RUNNING, NOTIFYING, COMPLETED ->
              throw new IllegalStateException("a job that is " + job.state() + " is removed");
        });
  }
}
