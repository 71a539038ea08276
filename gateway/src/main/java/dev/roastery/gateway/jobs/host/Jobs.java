package dev.roastery.gateway.jobs.host;

import static dev.roastery.common.pipeline.StageKind.COLLECTOR;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.state.VolumeSpace;
import dev.roastery.common.share.Share;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.workflow.engine.ThreadHost;
import dev.roastery.gateway.cluster.ClusterView;
import dev.roastery.gateway.cluster.LastOwners;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobFolders;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.JobRecord;
import dev.roastery.gateway.jobs.PartitionMessages;
import dev.roastery.gateway.jobs.ResultStore;
import dev.roastery.gateway.jobs.buckets.ResultDelivery;
import dev.roastery.gateway.jobs.buckets.SourceReaders;
import dev.roastery.gateway.jobs.profile.JobProfiles;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobCounts;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobOutline;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.PartPage;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.PlanOutline;
import dev.roastery.gateway.jobs.service.Plans;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.gateway.jobs.upload.host.PartReceiver;
import dev.roastery.gateway.jobs.upload.host.QueueBackpressure;
import dev.roastery.gateway.jobs.upload.host.UploadAdmission;
import dev.roastery.gateway.jobs.upload.host.UploadLimits;
import dev.roastery.gateway.trace.Traces;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of a gateway with everything that runs around them: the threads of {@link JobMachine},
 * uploads, messages of partitions and nodes, webhooks, and the deletion of old jobs.
 */
public final class Jobs implements JobService, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Jobs.class);
  private static final Duration WEBHOOK_TIMEOUT = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 1_000;

  private final Path state;
  private final GatewaySettings settings;
  private final Instant opened;
  private final Clock clock;
  private final Disk disk;
  private final ThreadHost host;
  private final JobMachine machine;

  /** The jobs that were queried or watched, or have open parts. */
  private final Map<UUID, JobHandle> jobs = new ConcurrentHashMap<>();

  /** Jobs that have ended and whose resources are released. */
  private final Set<JobId> finished = ConcurrentHashMap.newKeySet();

  private final UploadAdmission admission;
  private final QueueBackpressure backpressure;
  private final PartReceiver receiver;
  private final SourceReaders sources;
  private final ResultDelivery delivery;
  private final QueueDepths depths;
  private final AtomicLong takeovers = new AtomicLong();
  private final Monitor monitor;
  private final LostJobs lost;
  private final OrphanedJobs orphans;
  private final JobViews views;
  private final JobProfiles profiles;
  private final @Nullable Traces traces;
  private final Webhook webhook;
  private final List<QueueConsumer> consumers;
  private final Consumer<Fatal> onFatal;
  private volatile BooleanSupplier ownsCollector = () -> false;
  private volatile boolean closed;
  private final ScheduledExecutorService janitor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("janitor").factory());

  /** Loads the jobs in {@code state}; none advances before {@link #start}. */
  public Jobs(
      Path state,
      GatewaySettings settings,
      Transport transport,
      Clock clock,
      CrashPoints crash,
      Consumer<Fatal> onFatal)
      throws IOException {
    this.state = state;
    this.settings = settings;
    this.clock = clock;
    this.opened = clock.instant();
    this.onFatal = onFatal;
    this.admission = new UploadAdmission(settings.underWayBytes());
    this.backpressure =
        new QueueBackpressure(
            admission, transport, filledByUploads(settings.partitions()), onFatal);
    this.depths = new QueueDepths(transport, onFatal);
    UploadLimits limits =
        new UploadLimits(settings.partsMax(), settings.partBytesMax(), settings.rejectedMax());
    this.receiver = new PartReceiver(limits, transport, admission, crash);
    this.webhook = Webhook.ofThisMachine(settings, WEBHOOK_TIMEOUT);
    this.disk = new FileDisk(state);
    this.host =
        new ThreadHost(clock, (_, thrown) -> onFatal.accept(Fatal.of(thrown, "the workflows")));
    this.delivery = new ResultDelivery(settings.stores(), state, this::rejectsOf);
    this.machine =
        new JobMachine(
            new JobMachine.Ports(disk, host, transport, webhook, crash, new SecureRandom()),
            settings,
            new Changes(),
            delivery);
    this.monitor =
        new Monitor(
            clock,
            settings.lostAfter(),
            settings.partitions().pipeline(),
            JobTopology.all(settings.partitions()),
            new OwnJobs(),
            new LastOwners(disk));
    this.sources = new SourceReaders(machine, receiver, settings.stores(), onFatal);
    this.lost =
        new LostJobs(machine, monitor, transport, clock, settings.failStalledAfter(), onFatal);
    this.orphans =
        new OrphanedJobs(
            transport,
            () -> ownsCollector.getAsBoolean(),
            job -> Files.isDirectory(state.resolve(JobFolders.of(job))));
    this.views = new JobViews(monitor, settings);
    this.profiles = new JobProfiles(machine, monitor, disk, clock);
    this.traces =
        settings.collector() == null
            ? null
            : new Traces(settings.collector(), disk, clock, profiles::of, onFatal);
    transport.declare(List.of(JobTopology.GATEWAY_QUEUE, Heartbeat.QUEUE));
    PartitionMessages messages = new PartitionMessages(machine, host);
    this.consumers =
        List.of(
            new QueueConsumer(transport, JobTopology.GATEWAY_QUEUE, messages::take, onFatal),
            new QueueConsumer(transport, Heartbeat.QUEUE, this::heartbeat, onFatal));
  }

  /**
   * The queues that get clients' rows, and the collector's, which gets those that a filter keeps.
   */
  private static List<String> filledByUploads(Partitions partitions) {
    return Stream.concat(
            JobTopology.entries(partitions).stream(),
            PartitionName.ofStage(COLLECTOR, partitions.of(COLLECTOR)).stream())
        .map(PartitionName::queue)
        .toList();
  }

  /**
   * Resumes every job that has not ended.
   *
   * @param ownsCollector whether this gateway owns the collector's partition now
   */
  public void start(BooleanSupplier ownsCollector) {
    this.ownsCollector = ownsCollector;
    machine.start();
    machine.all().filter(Jobs::isRead).forEach(job -> readSources(job.record()));
    consumers.forEach(QueueConsumer::start);
    backpressure.start();
    lost.start();
    var _ =
        janitor.scheduleWithFixedDelay(
            () -> reportingErrors(this::cleanUp), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Stores the collector's results. */
  public ResultSink results() {
    return new ResultStore(disk, machine);
  }

  /**
   * The broker has lost its queues, and with them rows of every job that is under way: each fails.
   * Called before the collector is owned again, so a crash in the middle comes here once more.
   */
  public void brokerLost() {
    machine
        .all()
        .filter(job -> !job.state().isTerminal() && job.record().created().isBefore(opened))
        .forEach(job ->
            machine.fail(
                job.id(), "the broker has lost its queues, and with them rows of this job"));
  }

  /** Passes the machine's changes on, on its thread. */
  private final class Changes implements JobMachine.Watcher {
    @Override
    public void changed(UUID job) {
      JobHandle known = jobs.get(job);
      if (known != null) {
        known.changed();
      }
    }

    @Override
    public void discardFiles(JobRecord job) {
      handle(job).discardFiles();
    }
  }

  /** What the monitor may believe. */
  private final class OwnJobs implements Monitor.Known {
    @Override
    public boolean isOpen(JobId job) {
      return machine.isOpen(job);
    }

    @Override
    public boolean isMeasured(JobId job) {
      return profiles.isWanted(job);
    }

    @Override
    public void moved(PartitionMove move) {
      log.info("{} moved from {} to {}", move.partition(), move.from(), move.to());
      if (move.isSeen()) {
        takeovers.incrementAndGet();
        machine.moved(move, Instant.MAX);
      } else {
        machine.moved(move, opened);
      }
    }

    @Override
    public Set<PartitionName> used() {
      return machine
          .all()
          .map(job -> job.record().plan().partitions())
          .distinct()
          .flatMap(partitions -> JobTopology.all(partitions).stream())
          .collect(Collectors.toSet());
    }
  }

  private JobHandle handle(JobRecord record) {
    return jobs.computeIfAbsent(record.id(), _ -> new JobHandle(machine, record, disk));
  }

  private void heartbeat(Delivery delivery, Runnable acknowledge) {
    orphans.discard(monitor.receive(delivery.body()));
    jobs.values().forEach(JobHandle::changed);
    acknowledge.run();
  }

  // ---- requests of clients

  @Override
  public Created create(
      String client, Share share, JobRequest request, @Nullable String idempotencyKey) {
    if (request.webhook() != null) {
      Webhook.check(request.webhook(), settings.privateWebhooks());
    }
    if (request.buckets().from() != null) {
      var _ = settings.stores().source(request.buckets().from());
    }
    if (request.buckets().deliverTo() != null) {
      var _ = settings.stores().target(request.buckets().deliverTo());
    }
    JobMachine.Creation created = machine.create(client, share, request, idempotencyKey);
    readSources(created.job().record());
    return new Created(views.of(handle(created.job().record())), created.existed());
  }

  @Override
  public PlanOutline plan(String client, JobRequest request) {
    return PlanOutline.of(Plans.of(Share.of(client), request, settings.partitions()));
  }

  @Override
  public String request(String client, UUID id) {
    return machine.request(find(client, id).id());
  }

  private String rejectsOf(UUID job) {
    return handle(machine.record(job).orElseThrow()).rejects();
  }

  /** Whether its parts are objects that are not all in yet. */
  private static boolean isRead(JobFacts job) {
    return job.record().buckets().from() != null && job.state().takesParts() && !job.isSealed();
  }

  private void readSources(JobRecord record) {
    machine
        .find(record.id())
        .filter(Jobs::isRead)
        .ifPresent(job -> sources.begin(job.id(), handle(record).attempt()));
  }

  /** For a call that changes the parts of a job, which are not its client's if they are objects. */
  private JobHandle sending(String client, UUID id) {
    JobHandle job = find(client, id);
    String from = job.facts().record().buckets().from();
    if (from != null) {
      throw new Refusal(
          Refusal.Kind.CONFLICT,
          "job " + id + " has its parts from " + from + ": the gateway reads them, and seals it");
    }
    return job;
  }

  private JobHandle find(String client, UUID id) {
    return machine
        .find(id)
        .map(JobFacts::record)
        .filter(record -> record.client().equals(client))
        .map(this::handle)
        .orElseThrow(() -> JobMachine.unknown(id, null));
  }

  @Override
  public JobView job(String client, UUID id) {
    return views.of(find(client, id));
  }

  @Override
  public JobView jobWithoutParts(String client, UUID id) {
    return views.withoutParts(find(client, id));
  }

  @Override
  public List<JobOutline> jobs(String client, JobSearch search) {
    return JobList.found(machine.all(), client, search).stream()
        .map(this::handle)
        .map(views::outline)
        .toList();
  }

  @Override
  public PartPage parts(String client, UUID id, int afterPlace, int limit) {
    return find(client, id).page(afterPlace, limit);
  }

  @Override
  public PartView put(
      String client, UUID id, PartName name, Encoding encoding, boolean complete, InputStream body)
      throws IOException {
    return receiver.put(sending(client, id).attempt(), name, encoding, piece(complete), body);
  }

  @Override
  public PartView patch(
      String client, UUID id, PartName name, long offset, boolean complete, InputStream body)
      throws IOException {
    return receiver.patch(sending(client, id).attempt(), name, offset, piece(complete), body);
  }

  private static Piece piece(boolean complete) {
    return complete ? Piece.LAST : Piece.MORE_TO_COME;
  }

  @Override
  public PartView part(String client, UUID id, PartName part) {
    return find(client, id).attempt().existing(part).view();
  }

  @Override
  public void deletePart(String client, UUID id, PartName part) throws IOException {
    receiver.delete(sending(client, id).attempt(), part);
  }

  @Override
  public JobView seal(String client, UUID id) {
    JobHandle job = sending(client, id);
    machine.seal(id);
    return views.of(job);
  }

  @Override
  public JobView approve(String client, UUID id) {
    JobHandle job = find(client, id);
    machine.approve(id);
    return views.of(job);
  }

  @Override
  public JobView reject(String client, UUID id, String reason) {
    JobHandle job = find(client, id);
    machine.reject(id, reason);
    return views.of(job);
  }

  @Override
  public JobView cancel(String client, UUID id, String reason) {
    JobHandle job = find(client, id);
    machine.cancel(id, reason);
    return views.of(job);
  }

  @Override
  public JobView retry(String client, UUID id) {
    JobHandle job = find(client, id);
    machine.retry(id);
    release(id); // what is known of the earlier attempt
    forgetEnd(id);
    job.begin();
    readSources(job.facts().record());
    return views.of(job);
  }

  @Override
  public void delete(String client, UUID id) {
    JobRecord job =
        machine
            .record(id)
            .filter(record -> record.client().equals(client))
            .orElseThrow(() -> JobMachine.unknown(id, null));
    forget(job.id());
  }

  private void forget(UUID id) {
    machine.remove(id);
    release(id);
    finished.removeIf(each -> each.id().equals(id));
    forgetEnd(id);
    JobHandle job = jobs.remove(id);
    if (job != null) {
      job.close();
    }
  }

  /** It has not ended, or is no more. */
  private void forgetEnd(UUID id) {
    profiles.forget(id);
    if (traces != null) {
      traces.forget(id);
    }
  }

  /** Releases what only an open job needs. */
  private void release(UUID id) {
    monitor.forget(id);
    admission.forget(id);
  }

  @Override
  public List<JobEvent> events(String client, UUID id, long afterSeq) {
    return machine.events(find(client, id).id(), afterSeq);
  }

  @Override
  public JobProfile profile(String client, UUID id) {
    return profiles.of(find(client, id).id());
  }

  @Override
  public List<JobEvent> eventsBefore(String client, UUID id, long beforeSeq, int limit) {
    return machine.eventsBefore(find(client, id).id(), beforeSeq, limit);
  }

  @Override
  public Watch watch(String client, UUID id, Runnable news) {
    return find(client, id).watch(news);
  }

  @Override
  public Path result(String client, UUID id, String query) {
    if (!find(client, id).facts().hasResult(query)) {
      throw new Refusal(
          Refusal.Kind.NOT_FOUND, "job " + id + " has no result of " + query + " (yet)");
    }
    return state.resolve(ResultStore.path(id, query));
  }

  @Override
  public Path rejects(String client, UUID id) {
    return state.resolve(find(client, id).rejects());
  }

  @Override
  public ClusterView workers() {
    return monitor.workers();
  }

  @Override
  public Map<PartitionName, Long> queueLengths() {
    return depths.of(JobTopology.all(settings.partitions()));
  }

  @Override
  public JobCounts census() {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState each : JobState.values()) {
      byState.put(each, 0L);
    }
    machine.all().forEach(job -> byState.merge(job.state(), 1L, Long::sum));
    return new JobCounts(
        byState,
        machine.all().filter(JobFacts::isStalled).count(),
        backpressure.waiting(),
        webhook.failures(),
        takeovers.get(),
        traces == null ? 0 : traces.sent(),
        traces == null ? 0 : traces.failures(),
        space());
  }

  private VolumeSpace space() {
    return VolumeSpace.of(state.resolve(JobFolders.FOLDER));
  }

  // ---- periodic work

  /** Passes errors on: an executor would hide them. */
  private void reportingErrors(Runnable task) {
    try {
      task.run();
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the janitor"));
    }
  }

  private void cleanUp() {
    for (JobFacts job : machine.all().toList()) {
      try {
        look(job);
      } catch (RuntimeException e) {
        if (closed) {
          return; // its resources are closed, too
        }
        log.error("job {} failed to advance; retrying", job.record().id(), e);
      }
    }
  }

  private void look(JobFacts job) {
    UUID id = job.record().id();
    Instant now = clock.instant();
    if (!job.state().isTerminal()) {
      machine.stalled(
          id,
          views.stages(job).stream()
              .flatMap(stage -> stage.stalled().stream())
              .distinct()
              .toList());
    } else if (job.updated().plus(settings.keep()).isBefore(now)) {
      log.info("deleting job {}: it ended at {}", id, job.updated());
      forget(id);
    } else {
      if (finished.add(job.id())) {
        release(id);
      }
      if (profiles.isKept(job) && traces != null) {
        traces.look(job);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    sources.close();
    delivery.close();
    consumers.forEach(QueueConsumer::close);
    backpressure.close();
    depths.close();
    if (traces != null) {
      traces.close();
    }
    lost.close();
    janitor.shutdownNow();
    machine.close();
    host.close();
    jobs.values().forEach(JobHandle::close);
  }
}
