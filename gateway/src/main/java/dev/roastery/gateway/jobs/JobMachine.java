package dev.roastery.gateway.jobs;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.share.Share;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Recorded;
import dev.roastery.common.workflow.engine.Engine;
import dev.roastery.common.workflow.engine.Host;
import dev.roastery.common.workflow.engine.Listener;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobCommands.JobCommand;
import dev.roastery.gateway.jobs.fold.PartFacts;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Plans;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.SharedPlans;
import dev.roastery.gateway.jobs.upload.PartStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All jobs of a gateway. Each is an execution of {@link JobWorkflow}, which alone writes its log.
 * The machine runs on the {@link Host}'s thread, or in the simulator's schedule. Any thread may
 * call it; when a call returns, its effect is recorded. Reading the state of a job never blocks.
 */
public final class JobMachine {

  private static final Logger log = LoggerFactory.getLogger(JobMachine.class);

  /** The ports to the outside. */
  public record Ports(
      Disk disk,
      Host host,
      Transport transport,
      Notifier notifier,
      CrashPoints crash,
      RandomGenerator random) {}

  /** Puts a job's results where its client wants them. */
  public interface Carrier {

    /** Where results only stay at the gateway. */
    Carrier NONE = _ -> CompletableFuture.completedFuture(Optional.of("no bucket can be written"));

    /**
     * One attempt, which may be repeated: it writes the same bytes to the same places. Completes
     * with nothing when all is written, or with what went wrong.
     */
    CompletableFuture<Optional<String>> deliver(JobFacts job);
  }

  /**
   * An object that is to be a part.
   *
   * @param packed whether it is compressed or not in UTF-8, and so must be read as a whole
   */
  public record SourcePart(JobFact.SourceFound fact, boolean packed) {}

  /** Is notified of changes, on the host's thread: it must not block. */
  public interface Watcher {

    /** A fact of the job was recorded. */
    void changed(UUID job);

    /**
     * Deletes the files that a job which ends does not need: of parts that were not completed, and,
     * if it is unwanted, everything that has rows. Called on the thread of a step, possibly again.
     */
    void discardFiles(JobRecord job);
  }

  private final Ports ports;
  private final GatewaySettings settings;
  private final Watcher watcher;
  private final JobFolders folders;
  private final JobDomain domain;
  private final Engine engine;
  private final JobCreations creations;

  /** When the client last sent something that is not a fact, such as a piece of a part. */
  private final Map<UUID, Long> signs = new ConcurrentHashMap<>();

  /** Jobs whose deletion has begun, and may have failed. */
  private final Set<UUID> removing = ConcurrentHashMap.newKeySet();

  /** How many steps are deleting files of a job: one that hangs is repeated meanwhile. */
  private final Map<UUID, Integer> discarding = new ConcurrentHashMap<>();

  private final Map<UUID, JobRecord> jobs = new ConcurrentHashMap<>();

  /** Loads all jobs of the disk; none advances before {@link #start}. */
  public JobMachine(Ports ports, GatewaySettings settings, Watcher watcher) throws IOException {
    this(ports, settings, watcher, new SharedPlans(), Carrier.NONE);
  }

  /** The same with buckets for results. */
  public JobMachine(Ports ports, GatewaySettings settings, Watcher watcher, Carrier carrier)
      throws IOException {
    this(ports, settings, watcher, new SharedPlans(), carrier);
  }

  /**
   * Loads all jobs of the disk; none advances before {@link #start}.
   *
   * @param read what was read of plans before: a simulated gateway starts many times
   */
  public JobMachine(Ports ports, GatewaySettings settings, Watcher watcher, SharedPlans read)
      throws IOException {
    this(ports, settings, watcher, read, Carrier.NONE);
  }

  private JobMachine(
      Ports ports, GatewaySettings settings, Watcher watcher, SharedPlans read, Carrier carrier)
      throws IOException {
    this.ports = ports;
    this.settings = settings;
    this.watcher = watcher;
    this.folders = new JobFolders(ports.disk(), settings.partitions().pipeline(), read);
    folders.load();
    this.domain = new JobDomain(folders::record);
    JobWorkflow workflow =
        new JobWorkflow(
            domain,
            ports,
            carrier,
            new Abandonment(settings.abandonedAfter().toMillis(), ports.host().nowMillis()),
            job -> signs.getOrDefault(job.id(), 0L),
            this::discardFiles);
    this.engine =
        new Engine(
            folders.store(),
            List.of(workflow.workflow()),
            ports.host(),
            new Reports(),
            ports.crash());
    this.creations = new JobCreations(ports.random());
    engine
        .all()
        .forEach(context -> {
          JobRecord record = folders.record(JobDomain.job(context.id()));
          jobs.put(record.id(), record);
        });
    Set<ExecutionId> refused = engine.refused().keySet();
    folders.forgetUnbegun(
        job -> jobs.containsKey(job) || refused.contains(JobDomain.execution(job)));
  }

  /**
   * A step that took so long that it was repeated must not delete files of the next attempt. If it
   * begins too late, it deletes nothing; if it is at it, no attempt begins ({@link #retry}).
   */
  private void discardFiles(JobFacts job) {
    UUID id = job.record().id();
    discarding.merge(id, 1, Integer::sum);
    try {
      if (find(id)
          .filter(now -> now.attempt() == job.attempt() && !now.state().isTerminal())
          .isPresent()) {
        watcher.discardFiles(job.record());
      }
    } finally {
      discarding.computeIfPresent(id, (_, steps) -> steps == 1 ? null : steps - 1);
    }
  }

  /** To be called when the end of the job is durable: no other step begins to delete then. */
  private void requireFilesAtRest(JobFacts job) {
    if (discarding.containsKey(job.record().id())) {
      throw job.conflict("files of it are still being deleted; try again in a moment");
    }
  }

  /** Resumes every job that has not ended. */
  public void start() {
    List<JobFacts> open = all().filter(job -> !job.state().isTerminal()).toList();
    open.forEach(job -> log.info("resuming job {}: {}", job.record().id(), job.state()));
    log.info("{} jobs, {} of them open", jobs.size(), open.size());
    engine.resume();
  }

  // ---- what is known

  /** The durable state of a job; empty if there is no such job. */
  public Optional<JobFacts> find(UUID job) {
    return jobs.containsKey(job) && !removing.contains(job)
        ? engine.state(JobDomain.execution(job), domain)
        : Optional.empty();
  }

  /** All jobs, in any order. */
  public Stream<JobFacts> all() {
    return jobs.keySet().stream().map(this::find).flatMap(Optional::stream);
  }

  /**
   * The events that clients see, after that number. Those of ended jobs, and of earlier attempts,
   * are read from disk.
   */
  public List<JobEvent> events(UUID job, long afterSeq) {
    return events(required(job), Math.max(0, afterSeq), Long.MAX_VALUE);
  }

  /** The newest of the events before that number, at most so many, in their order. */
  public List<JobEvent> eventsBefore(UUID job, long beforeSeq, int limit) {
    JobFacts facts = required(job);
    long last = Math.min(beforeSeq - 1, facts.eventCount());
    return events(facts, Math.max(0, last - limit), last);
  }

  /** Builds no others than those after the one number, up to the other. */
  private List<JobEvent> events(JobFacts facts, long afterSeq, long lastSeq) {
    if (facts.state().isTerminal()) {
      return recordedEvents(facts, afterSeq, lastSeq);
    }
    long earlier = facts.earlierEvents();
    if (afterSeq >= earlier) {
      return facts.events(afterSeq, lastSeq);
    }
    List<JobEvent> events =
        new ArrayList<>(recordedEvents(facts, afterSeq, Math.min(lastSeq, earlier)));
    events.addAll(facts.events(earlier, lastSeq));
    return events;
  }

  private List<JobEvent> recordedEvents(JobFacts facts, long afterSeq, long lastSeq) {
    return JobEvents.of(facts.record(), history(facts.record().id()), afterSeq, lastSeq);
  }

  /** All facts of a job, of all its attempts, from disk. */
  public List<Recorded<JobFact>> history(UUID job) {
    try {
      return engine.facts(JobDomain.execution(job), domain);
    } catch (NoSuchElementException e) {
      throw unknown(job, e);
    } catch (UncheckedIOException e) {
      throw unreadable(job, e);
    }
  }

  private static Refusal unreadable(UUID job, Exception e) {
    log.error("cannot read the files of job {}", job, e);
    return new Refusal(
        Refusal.Kind.UNAVAILABLE, "the gateway cannot read its volume now: try again later");
  }

  /** What was asked, also of a job whose deletion has failed. */
  public Optional<JobRecord> record(UUID job) {
    return Optional.ofNullable(jobs.get(job));
  }

  /** The body of a request that asks for the same as the job. */
  public String request(UUID job) {
    try {
      return folders.request(required(job).record());
    } catch (IOException e) {
      throw unreadable(job, e);
    }
  }

  private JobFacts required(UUID job) {
    return find(job).orElseThrow(() -> unknown(job, null));
  }

  public static Refusal unknown(UUID job, @Nullable Throwable cause) {
    Refusal refusal = new Refusal(Refusal.Kind.NOT_FOUND, "there is no job " + job);
    return cause == null ? refusal : (Refusal) refusal.initCause(cause);
  }

  // ---- requests

  /** A job, and whether an earlier equal request created it. */
  public record Creation(JobFacts job, boolean existed) {}

  /** Of a client that has no share of its own. */
  public Creation create(String client, JobRequest request, @Nullable String key) {
    return create(client, Share.OF_A_JOB, request, key);
  }

  /** The same request of a client with the same key gives the same job. */
  public Creation create(String client, Share share, JobRequest request, @Nullable String key) {
    ports.crash().reached(CrashPoint.GATEWAY_BEFORE_JOB_RECORD);
    JobPlan plan = folders.shared(Plans.of(share, request, settings.partitions()));
    String fingerprint = Plans.fingerprint(plan, request);
    JobCreations.Place place =
        ports
            .host()
            .ask(() ->
                creations.place(
                    new JobCreations.Wish(client, key, fingerprint),
                    jobs.values(),
                    this::isOpen,
                    settings.openJobsMax(),
                    ports.host().nowMillis()));
    if (!place.isNew()) {
      return new Creation(required(ports.host().await(place.created())), true);
    }
    try {
      JobFacts job = record(place.id(), client, request, key, plan, fingerprint);
      boolean _ = ports.host().ask(() -> creations.done(place));
      ports.crash().reached(CrashPoint.GATEWAY_JOB_RECORDED_BEFORE_REPLY);
      return new Creation(job, false);
    } catch (RuntimeException e) {
      boolean _ = ports.host().ask(() -> creations.failed(place, e));
      throw e;
    }
  }

  /** Whether the job exists and has not ended. */
  public boolean isOpen(UUID job) {
    return find(job).filter(facts -> !facts.state().isTerminal()).isPresent();
  }

  /** Whether the job exists, and is in this attempt, which has not ended. */
  public boolean isOpen(JobId job) {
    return find(job.id())
        .filter(facts -> !facts.state().isTerminal() && facts.id().equals(job))
        .isPresent();
  }

  private JobFacts record(
      UUID id,
      String client,
      JobRequest request,
      @Nullable String key,
      JobPlan plan,
      String fingerprint) {
    JobRecord record =
        new JobRecord(
            id,
            client,
            request.name(),
            Instant.ofEpochMilli(ports.host().nowMillis()),
            plan,
            settings.batchBytes(),
            request.badRows(),
            request.maxBadRows(),
            request.approval(),
            request.webhook(),
            key,
            fingerprint,
            request.hints(),
            request.buckets());
    try {
      folders.create(record, request);
      jobs.put(id, record);
      engine.start(JobDomain.execution(id), JobWorkflow.NAME, "", List.of(new JobFact.Created()));
      return required(id);
    } catch (IOException | UncheckedIOException e) {
      jobs.remove(id);
      folders.forget(id);
      throw unwritable(e);
    }
  }

  /** Runs the command and returns when its facts are durable. */
  <R> R command(UUID job, JobCommand<R> command) {
    return recorded(job, () -> engine.command(JobDomain.execution(job), domain, command));
  }

  private static <R> R recorded(UUID job, Supplier<R> change) {
    try {
      return change.get();
    } catch (NoSuchElementException e) {
      throw unknown(job, e);
    } catch (UncheckedIOException e) {
      throw unwritable(e);
    } catch (IllegalStateException e) {
      log.warn("job {}: {}", job, e.toString());
      throw new Refusal(
          Refusal.Kind.UNAVAILABLE, "the gateway cannot do that now: try again later");
    }
  }

  /** Fails the job, too, when more of its rows are bad than may be skipped. */
  public void seal(UUID job) {
    Optional<String> failed = command(job, JobCommands.seal());
    if (failed.isPresent()) {
      log.warn("job {}: fails: {}", job, failed.get());
      throw new Refusal(Refusal.Kind.TOO_MANY_BAD_ROWS, failed.get());
    }
  }

  /**
   * Begins the next attempt of a job that has ended without results. If an answer was lost and the
   * client asks again, nothing changes.
   */
  public void retry(UUID job) {
    JobFacts now = required(job);
    if (now.attempt() > 1 && now.state().takesParts() && !now.isSealed()) {
      return;
    }
    JobCommand<Integer> retry = JobCommands.retry();
    var _ = retry.on(now, ports.host().nowMillis()); // refused unless the end is durable
    JobCreations.requireRoom(
        now.record().client(), Set.of(), jobs.values(), this::isOpen, settings.openJobsMax());
    int attempt = recorded(job, () -> engine.again(JobDomain.execution(job), domain, alone(retry)));
    log.info("job {}: attempt {} begins", job, attempt);
  }

  /** Refuses the command if the job is being deleted, or files of it. */
  private <R> JobCommand<R> alone(JobCommand<R> command) {
    return (job, nowMillis) -> {
      requireFilesAtRest(required(job.record().id()));
      return command.on(job, nowMillis);
    };
  }

  public void approve(UUID job) {
    var _ = command(job, JobCommands.approve());
  }

  /** The job waits for approval and does not get it. */
  public void reject(UUID job, String reason) {
    if (command(job, JobCommands.reject(reason))) {
      log.info("job {} is rejected: {}", job, reason);
    }
  }

  public void cancel(UUID job, String reason) {
    if (command(job, JobCommands.cancel(reason))) {
      log.info("job {} is cancelled: {}", job, reason);
    }
  }

  /** Whether everything that clients sent is with the broker, END included. */
  public boolean awaitsResults(UUID job) {
    return engine
        .context(JobDomain.execution(job))
        .filter(at -> at.state().equals(JobWorkflow.COMPUTE))
        .isPresent();
  }

  /** No message of the job is under way any more: unless it has all its results, it fails. */
  public void lost(JobId job, String reason) {
    if (command(job.id(), JobCommands.ifStill(job.attempt(), JobCommands.lost(reason)))) {
      log.warn("job {} fails: {}", job, reason);
    }
  }

  public void fail(JobId job, String reason) {
    if (command(job.id(), JobCommands.ifStill(job.attempt(), JobCommands.fail(reason)))) {
      log.warn("job {} fails: {}", job, reason);
    }
  }

  private <R> R during(JobId job, JobCommand<R> command) {
    return command(job.id(), JobCommands.during(job.attempt(), command));
  }

  /** The part of that name; a new one is recorded. */
  public PartFacts part(JobId job, PartName name, boolean packed, int partsMax) {
    PartFacts known = required(job.id()).part(name);
    return known == null || known.attempt() != job.attempt()
        ? during(job, JobCommands.part(name, packed, partsMax))
        : known;
  }

  /** The objects that are the parts of an attempt. */
  public void sourcesListed(JobId job, List<SourcePart> found) {
    var _ = during(job, JobCommands.sourcesListed(found, settings.partsMax()));
  }

  /** Forgets a part of which nothing was sent. */
  public void deletePart(JobId job, PartName name) {
    var _ = during(job, JobCommands.deletePart(name));
  }

  public void partCompleted(JobId job, PartName name, PartStatus whole) {
    var _ = during(job, JobCommands.partCompleted(name, whole));
  }

  /** The client is sending: the job is not abandoned. */
  public void active(UUID job) {
    signs.merge(job, ports.host().nowMillis(), Math::max);
  }

  /** The file of a result is durable. Ignored if this attempt has ended or the job was deleted. */
  public void stored(JobId job, String query, ResultDigest digest) {
    if (isOpen(job)) {
      var _ =
          command(job.id(), JobCommands.ifStill(job.attempt(), JobCommands.stored(query, digest)));
    }
  }

  /** Records a partition's message. It may be acknowledged when the future is complete. */
  public CompletableFuture<?> deliver(Message message) {
    return switch (message) {
      case Message.Fail fail ->
          ofOpen(fail.job(), JobCommands.fail(fail.partition() + ": " + fail.reason()))
              .thenAccept(first -> {
                if (first) {
                  log.warn("job {} fails: {}", fail.job(), fail.reason());
                }
              });
      case Message.Gone gone -> ofOpen(gone.job(), JobCommands.clean(gone.partition()));
      case Message other -> {
        log.warn("ignoring {}: not a message for the gateway", other);
        yield CompletableFuture.completedFuture(false);
      }
    };
  }

  /** Records which partitions are stalled now. */
  public void stalled(UUID job, Collection<String> what) {
    Optional<JobFacts> facts = find(job);
    if (facts.isPresent() && !facts.get().stalled().equals(Set.copyOf(what))) {
      later(job, JobCommands.stalled(List.copyOf(what)));
    }
  }

  /**
   * Records in each job under way that another node owns one of its partitions. It is told once: if
   * it cannot be written, the log has it, and the job's history does not.
   *
   * @param createdBefore it is nothing to later jobs
   */
  public void moved(PartitionMove move, Instant createdBefore) {
    JobFact.PartitionMoved fact = JobFact.PartitionMoved.of(move);
    all()
        .filter(job -> job.isOnItsWay() && job.routes().all().contains(move.partition()))
        .filter(job -> job.record().created().isBefore(createdBefore))
        .forEach(job -> later(job.record().id(), JobCommands.moved(fact)));
  }

  /** Records that this percentage was shown to people. */
  public void shown(UUID job, int percent) {
    later(job, JobCommands.shown(percent));
  }

  /** Records without waiting. What could not be written is in the log; nothing depends on it. */
  private void later(UUID job, JobCommand<Boolean> command) {
    var _ =
        ofOpen(job, command)
            .exceptionally(e -> {
              Unrecorded.sentence("what its nodes say", e)
                  .ifPresent(sentence -> log.warn("job {}: {}", job, sentence));
              return false;
            });
  }

  /** For messages of this attempt only: those of an earlier one come late. */
  private CompletableFuture<Boolean> ofOpen(JobId job, JobCommand<Boolean> command) {
    return ofOpen(job.id(), JobCommands.ifStill(job.attempt(), command));
  }

  private CompletableFuture<Boolean> ofOpen(UUID job, JobCommand<Boolean> command) {
    return isOpen(job)
        ? engine.submit(JobDomain.execution(job), domain, command)
        : CompletableFuture.completedFuture(false);
  }

  /**
   * Deletes a job that has ended, with all its files. If the volume fails, nothing but this can be
   * done with the job: it may have its files, or not.
   */
  public void remove(UUID job) {
    boolean _ = ports.host().ask(() -> removing.contains(job) || beginsRemoval(required(job)));
    try {
      engine.remove(JobDomain.execution(job));
      jobs.remove(job);
      folders.forget(job);
      signs.remove(job);
      removing.remove(job);
    } catch (NoSuchElementException _) {
      removing.remove(job);
      log.debug("job {} is already being deleted", job);
    } catch (UncheckedIOException e) {
      throw unwritable(e);
    }
  }

  /** On the host's thread: a retry is on record before this, or refused after it. */
  private boolean beginsRemoval(JobFacts job) {
    if (!job.state().isTerminal()) {
      throw job.conflict("only a finished job can be deleted; cancel it first");
    }
    requireFilesAtRest(job);
    return removing.add(job.record().id());
  }

  public static Refusal unwritable(Exception e) {
    log.error("the gateway's volume cannot be written", e);
    return new Refusal(
        Refusal.Kind.UNAVAILABLE, "the gateway cannot write to its volume now: try again later");
  }

  /** Stops all jobs as a crash would; the next start resumes them. */
  public void close() {
    engine.close();
  }

  /** Logs the engine's reports, and passes facts to the watcher. */
  private final class Reports implements Listener {
    @Override
    public void on(ExecutionId id, Logged event) {
      UUID job = JobDomain.job(id);
      log.debug("job {}: {}", job, event);
      switch (event.event()) {
        case Event.FactRecorded _ -> watcher.changed(job);
        case Event.NodeFailed failed ->
            log.warn(
                "job {}: {}, attempt {}: {}",
                job,
                failed.node(),
                failed.attempt(),
                failed.detail());
        default -> {} // internal to the engine
      }
    }

    @Override
    public void trouble(ExecutionId id, String sentence) {
      log.error("job {}: {}", JobDomain.job(id), sentence);
    }
  }
}
