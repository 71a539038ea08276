package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.node.Heartbeat;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.MessageCodec;
import dev.roastery.common.wire.WireException;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.ingest.BadRows;
import dev.roastery.gateway.jobs.JobView.PartView;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.gateway.jobs.upload.host.Part;
import dev.roastery.gateway.jobs.upload.host.PartReceiver;
import dev.roastery.gateway.jobs.upload.host.QueueBackpressure;
import dev.roastery.gateway.jobs.upload.host.UploadAdmission;
import dev.roastery.gateway.jobs.upload.host.UploadLimits;
import dev.roastery.gateway.jobs.upload.host.UploadedJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All jobs of a gateway: what clients ask of them, what the nodes say, and what time brings. */
public final class Jobs implements JobService, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Jobs.class);
  private static final Duration WEBHOOK_PATIENCE = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 1_000;

  private final JobFolders folders;
  private final GatewaySettings settings;
  private final Clock clock;
  private final CrashPoints crash;
  private final Map<UUID, Job> jobs = new ConcurrentHashMap<>();

  /** Jobs that are over, and have no workflow any more. */
  private final Set<UUID> finished = ConcurrentHashMap.newKeySet();

  private final UploadAdmission admission;
  private final QueueBackpressure backpressure;
  private final PartReceiver receiver;
  private final Monitor monitor;
  private final Views views;
  private final Webhook webhook;
  private final JobWorkflows workflows;
  private final List<Inlet> inlets;
  private volatile boolean closed;
  private final ScheduledExecutorService janitor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("janitor").factory());

  /** Loads what is in {@code state}; nothing happens before {@link #start}. */
  public static Jobs open(
      Path state,
      GatewaySettings settings,
      Transport transport,
      Clock clock,
      CrashPoints crash,
      Consumer<Fatal> onFatal)
      throws IOException {
    return new Jobs(state, settings, transport, clock, crash, onFatal);
  }

  private Jobs(
      Path state,
      GatewaySettings settings,
      Transport transport,
      Clock clock,
      CrashPoints crash,
      Consumer<Fatal> onFatal)
      throws IOException {
    this.folders = new JobFolders(state, clock);
    this.settings = settings;
    this.clock = clock;
    this.crash = crash;
    this.admission = new UploadAdmission(settings.underWayBytes());
    this.backpressure =
        new QueueBackpressure(admission, transport, entries(settings.partitions()), onFatal);
    UploadLimits limits =
        new UploadLimits(settings.partsMax(), settings.partBytesMax(), settings.rejectedMax());
    this.receiver = new PartReceiver(limits, transport, admission, crash);
    this.monitor =
        new Monitor(clock, settings.lostAfter(), Routes.all(settings.partitions()), this::isOpen);
    this.views = new Views(monitor, settings);
    folders.load().forEach(this::take);
    transport.declare(List.of(Routes.GATEWAY_QUEUE, Heartbeat.QUEUE));
    this.webhook =
        Webhook.ofThisMachine(settings.webhookKey(), settings.privateWebhooks(), WEBHOOK_PATIENCE);
    JobWorkflow workflow =
        new JobWorkflow(this::known, transport, webhook, clock, settings.abandonedAfter(), crash);
    this.workflows = new JobWorkflows(state, workflow, clock, crash, onFatal);
    this.inlets =
        List.of(
            new Inlet(transport, Routes.GATEWAY_QUEUE, this::told, onFatal),
            new Inlet(transport, Heartbeat.QUEUE, this::heard, onFatal));
  }

  /** The queues that clients' rows go to. */
  private static List<String> entries(Partitions partitions) {
    return Stream.of(
            PartitionName.ofStage(Routes.AGGREGATOR, partitions.aggregators()),
            PartitionName.ofStage(Routes.JOINER, partitions.joiners()))
        .flatMap(List::stream)
        .map(PartitionName::queue)
        .toList();
  }

  /** Clients could not reach the gateway while it was away: they have some time at least. */
  private void take(Job job) {
    job.activeNotBefore(
        clock.instant().minus(settings.abandonedAfter().multipliedBy(3).dividedBy(4)));
    jobs.put(job.id(), job);
  }

  /** Goes on with every job that is not over. */
  public void start() {
    long open = 0;
    for (Job job : jobs.values()) {
      if (!job.state().isTerminal()) {
        open++;
        log.info("job {}: goes on, {}", job.id(), job.state());
        workflows.poke(job);
      }
    }
    log.info("{} jobs, {} of them open", jobs.size(), open);
    inlets.forEach(Inlet::start);
    backpressure.start();
    var _ =
        janitor.scheduleWithFixedDelay(
            this::cleanUp, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Where the collector's results go. */
  public ResultSink results() {
    return new ResultStore(jobs::get, workflows::poke);
  }

  private boolean isOpen(UUID id) {
    Job job = jobs.get(id);
    return job != null && !job.state().isTerminal();
  }

  private Job known(UUID id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("there is no job " + id);
    }
    return job;
  }

  // ---- what partitions say

  private void told(byte[] body) {
    try {
      switch (MessageCodec.decode(body)) {
        case Message.Fail fail -> failed(fail);
        case Message.Gone gone -> clean(gone);
        case Message other ->
            log.warn("{} was sent to the gateway, which has no use for it", other);
      }
    } catch (WireException e) {
      log.warn("something was sent to the gateway that is no message: {}", e.getMessage());
    }
  }

  private void failed(Message.Fail fail) {
    Job job = jobs.get(fail.job().id());
    if (job != null) {
      fail(job, fail.partition() + ": " + fail.reason());
    }
  }

  private void clean(Message.Gone gone) {
    Job job = jobs.get(gone.job().id());
    if (job != null) {
      job.clean(gone.partition());
      workflows.poke(job);
    }
  }

  private void fail(Job job, String reason) {
    if (job.end("failing", reason)) {
      log.warn("job {}: fails: {}", job.id(), reason);
      workflows.poke(job);
    }
  }

  private void heard(byte[] body) {
    monitor.hear(body);
    jobs.values().stream().filter(job -> !job.state().isTerminal()).forEach(Job::news);
  }

  // ---- what clients ask

  @Override
  public Created create(String client, JobRequest request, @Nullable String idempotencyKey) {
    crash.reached(CrashPoint.GATEWAY_BEFORE_JOB_RECORD);
    JobPlan plan = folders.shared(Plans.of(request, settings.partitions()));
    if (request.webhook() != null) {
      Webhook.check(request.webhook(), settings.privateWebhooks());
    }
    String fingerprint = Plans.fingerprint(plan, request);
    synchronized (this) {
      Job known = idempotencyKey == null ? null : byKey(client, idempotencyKey, fingerprint);
      if (known != null) {
        return new Created(views.of(known), true);
      }
      long open = of(client).filter(job -> !job.state().isTerminal()).count();
      if (open >= settings.openJobsMax()) {
        throw new Refusal(
            Refusal.Kind.TOO_MANY,
            "you have " + open + " open jobs, as many as are allowed: finish or cancel one");
      }
      JobRecord record =
          new JobRecord(
              nextId(),
              client,
              request.name(),
              clock.instant(),
              plan,
              settings.batchBytes(),
              request.badRows(),
              request.approval(),
              request.webhook(),
              idempotencyKey,
              fingerprint);
      Job job = record(record);
      job.created();
      workflows.poke(job);
      crash.reached(CrashPoint.GATEWAY_JOB_RECORDED_BEFORE_REPLY);
      return new Created(views.of(job), false);
    }
  }

  /**
   * Younger than all that are known, whatever the clock says: partitions tell by it which jobs are
   * long over.
   */
  private UUID nextId() {
    long newest = jobs.keySet().stream().mapToLong(TimedIds::millis).max().orElse(0);
    return TimedIds.next(Math.max(clock.millis(), newest + 1));
  }

  private @Nullable Job byKey(String client, String key, String fingerprint) {
    Job known = of(client).filter(job -> key.equals(job.record().key())).findAny().orElse(null);
    if (known != null && !known.record().fingerprint().equals(fingerprint)) {
      throw new Refusal(
          Refusal.Kind.KEY_REUSED,
          "this idempotency key was used for another request; use a new one");
    }
    return known;
  }

  private Job record(JobRecord record) {
    try {
      Job job = folders.create(record);
      jobs.put(job.id(), job);
      return job;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  static Refusal unwritable(Exception e) {
    log.error("the gateway's volume cannot be written", e);
    return new Refusal(
        Refusal.Kind.UNAVAILABLE, "the gateway cannot write to its volume now: try again later");
  }

  private Stream<Job> of(String client) {
    return jobs.values().stream().filter(job -> job.record().client().equals(client));
  }

  private Job find(String client, UUID id) {
    Job job = jobs.get(id);
    if (job == null || !job.record().client().equals(client)) {
      throw new Refusal(Refusal.Kind.NOT_FOUND, "there is no job " + id);
    }
    return job;
  }

  @Override
  public JobView job(String client, UUID id) {
    return views.of(find(client, id));
  }

  @Override
  public List<JobView> jobs(
      String client, @Nullable JobState state, @Nullable UUID after, int limit) {
    return of(client)
        .sorted(Comparator.comparing((Job job) -> job.id().toString()).reversed())
        .filter(job -> after == null || job.id().toString().compareTo(after.toString()) < 0)
        .filter(job -> state == null || job.state() == state)
        .limit(limit)
        .map(views::of)
        .toList();
  }

  @Override
  public PartView put(
      String client, UUID id, PartName name, Encoding encoding, boolean complete, InputStream body)
      throws IOException {
    return receiver.put(uploading(client, id), name, encoding, piece(complete), body);
  }

  @Override
  public PartView patch(
      String client, UUID id, PartName name, long offset, boolean complete, InputStream body)
      throws IOException {
    return receiver.patch(uploading(client, id), name, offset, piece(complete), body);
  }

  private static Piece piece(boolean complete) {
    return complete ? Piece.LAST : Piece.MORE_TO_COME;
  }

  private UploadedJob uploading(String client, UUID id) {
    Job job = find(client, id);
    return new Uploading(job, reason -> fail(job, reason));
  }

  /** A job as its uploads see it. */
  private record Uploading(Job job, Consumer<String> onFailure) implements UploadedJob {

    @Override
    public UUID id() {
      return job.id();
    }

    @Override
    public Routes routes() {
      return job.routes();
    }

    @Override
    public int batchBytes() {
      return job.record().batchBytes();
    }

    @Override
    public BadRows badRows() {
      return job.record().badRows();
    }

    @Override
    public SortedSet<String> tables() {
      return job.tables();
    }

    @Override
    public Part part(PartName name, boolean packed, int partsMax) throws IOException {
      return job.part(name, packed, partsMax);
    }

    @Override
    public Part existing(PartName name) {
      return job.existing(name);
    }

    @Override
    public void requireParts() {
      job.requireParts();
    }

    @Override
    public void active() {
      job.active();
    }

    @Override
    public void partCompleted(Part part) {
      job.partCompleted(part);
    }

    @Override
    public void fail(String reason) {
      onFailure.accept(reason);
    }
  }

  @Override
  public PartView part(String client, UUID id, PartName part) {
    return find(client, id).existing(part).view();
  }

  @Override
  public JobView seal(String client, UUID id) {
    Job job = find(client, id);
    job.seal();
    workflows.poke(job);
    return views.of(job);
  }

  @Override
  public JobView approve(String client, UUID id) {
    Job job = find(client, id);
    job.approve();
    workflows.poke(job);
    return views.of(job);
  }

  @Override
  public JobView cancel(String client, UUID id, String reason) {
    Job job = find(client, id);
    if (!job.end("cancelling", reason) && job.state() != JobState.CANCELLING) {
      throw job.conflict("it cannot be cancelled any more");
    }
    log.info("job {}: is cancelled: {}", id, reason);
    workflows.poke(job);
    workflows.cancel(job, reason);
    return views.of(job);
  }

  @Override
  public void delete(String client, UUID id) {
    Job job = find(client, id);
    if (!job.state().isTerminal()) {
      throw job.conflict("only a finished job can be deleted; cancel it first");
    }
    forget(job);
  }

  private void forget(Job job) {
    try {
      workflows.remove(job);
      admission.forget(job.id());
      Path buried = folders.bury(job);
      jobs.remove(job.id());
      finished.remove(job.id());
      monitor.forget(job.id());
      folders.clear(buried);
    } catch (NoSuchFileException e) {
      log.debug("job {}: somebody else deletes it: {}", job.id(), e.toString());
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public List<JobEvent> events(String client, UUID id, long afterSeq) {
    return find(client, id).events(afterSeq);
  }

  @Override
  public Watch watch(String client, UUID id, Runnable news) {
    return find(client, id).watch(news);
  }

  @Override
  public Path result(String client, UUID id, String query) {
    Job job = find(client, id);
    return job.results().resolve(job.result(query).query() + ".csv");
  }

  @Override
  public Path rejects(String client, UUID id) {
    return find(client, id).rejects();
  }

  @Override
  public Workers workers() {
    return monitor.workers();
  }

  @Override
  public Census census() {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      byState.put(state, 0L);
    }
    jobs.values().forEach(job -> byState.merge(job.state(), 1L, Long::sum));
    return new Census(
        byState,
        jobs.values().stream().filter(Job::isStalled).count(),
        backpressure.waiting(),
        webhook.failures(),
        folders.space());
  }

  // ---- what time brings

  private void cleanUp() {
    for (UUID id : workflows.takeUnheard()) {
      Optional.ofNullable(jobs.get(id)).ifPresent(workflows::poke);
    }
    for (Job job : jobs.values()) {
      try {
        look(job);
      } catch (RuntimeException e) {
        if (closed) {
          return; // and so is all that it needs
        }
        log.error("looking after job {} failed, and is tried again", job.id(), e);
      }
    }
  }

  private void look(Job job) {
    Instant now = clock.instant();
    if (!job.state().isTerminal()) {
      if (job.state() != JobState.EXPIRING && job.expire(now.minus(settings.abandonedAfter()))) {
        workflows.poke(job);
      }
      job.stalled(
          views.stages(job).stream()
              .flatMap(stage -> stage.stalled().stream())
              .distinct()
              .toList());
      return;
    }
    if (job.updated().plus(settings.keep()).isBefore(now)) {
      log.info("job {}: is deleted, for it is over since {}", job.id(), job.updated());
      forget(job);
    } else if (!finished.contains(job.id())) {
      monitor.forget(job.id());
      admission.forget(job.id());
      workflows.remove(job);
      finished.add(job.id());
    }
  }

  @Override
  public void close() {
    closed = true;
    inlets.forEach(Inlet::close);
    backpressure.close();
    janitor.shutdownNow();
    workflows.close();
    jobs.values().forEach(Job::close);
  }
}
