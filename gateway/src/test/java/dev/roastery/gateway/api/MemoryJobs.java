package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.process.state.VolumeSpace;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.cluster.ClusterView;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.gateway.jobs.service.Encoding;
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
import dev.roastery.gateway.jobs.service.JobView.Progress;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.PlanOutline;
import dev.roastery.gateway.jobs.service.Plans;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.Refusal.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Jobs that live in memory: parts are counted, and sealing completes the job at once. A part's
 * first byte can be {@code !}, which is a bad row; the table {@code tiny} takes 1,000 bytes.
 */
public final class MemoryJobs implements JobService {

  static final String RESULT = "store_name,tpv\n\"a,b\",1.00\n\"\",\n\"say \"\"hi\"\"\",2.50\n";

  private static final Instant BIRTH = Instant.parse("2026-01-02T03:04:05.006Z");

  private static final class Job {
    final UUID id;
    final String client;
    final JobRequest request;
    final Map<PartName, PartView> parts = new TreeMap<>();
    final List<JobEvent> events = new ArrayList<>();
    final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    JobState state = JobState.CREATED;

    Job(UUID id, String client, JobRequest request) {
      this.id = id;
      this.client = client;
      this.request = request;
    }
  }

  private record Key(String client, String key) {}

  private final Path folder;
  private final Map<UUID, Job> jobs = new ConcurrentHashMap<>();
  private final List<UUID> order = new CopyOnWriteArrayList<>();
  private final Map<Key, UUID> keys = new ConcurrentHashMap<>();

  /** What each client had at its last job. */
  public final Map<String, Share> shares = new ConcurrentHashMap<>();

  /** Uploads that ended because their sender was gone. */
  final AtomicInteger broken = new AtomicInteger();

  final AtomicInteger reading = new AtomicInteger();

  MemoryJobs(Path folder) {
    this.folder = folder;
  }

  @Override
  public synchronized Created create(String client, Share share, JobRequest request, String key) {
    shares.put(client, share);
    if ("boom".equals(request.name())) {
      throw new IllegalStateException("a secret of ours");
    }
    if ("fatal".equals(request.name())) {
      throw new Fatal(FatalReason.FORCE_FAILED, "the jobs' disk");
    }
    if (key != null && keys.containsKey(new Key(client, key))) {
      Job known = jobs.get(keys.get(new Key(client, key)));
      if (!known.request.equals(request)) {
        throw new Refusal(Kind.INVALID_PLAN, "this key was used for another job");
      }
      return new Created(view(known), true);
    }
    Job job = new Job(new UUID(0x1L << 12, order.size()), client, request);
    jobs.put(job.id, job);
    order.addFirst(job.id);
    if (key != null) {
      keys.put(new Key(client, key), job.id);
    }
    happen(job, "created", "The job was made.");
    return new Created(view(job), false);
  }

  /** Of each job, the oldest first. */
  List<String> traces() {
    return order.reversed().stream().map(id -> jobs.get(id).request.hints().traceparent()).toList();
  }

  @Override
  public JobView job(String client, UUID id) {
    return view(find(client, id));
  }

  @Override
  public JobView jobWithoutParts(String client, UUID id) {
    JobView all = job(client, id);
    return new JobView(
        all.outline(), all.tables(), all.badRows(), List.of(), all.progress(), all.results());
  }

  @Override
  public List<JobOutline> jobs(String client, JobSearch search) {
    UUID after = search.after();
    return order.stream()
        .dropWhile(id -> after != null && !id.equals(after))
        .skip(after == null ? 0 : 1)
        .map(jobs::get)
        .filter(job -> job.client.equals(client))
        .filter(job -> search.state() == null || job.state == search.state())
        .map(job -> view(job).outline())
        .filter(job -> search.finds(Stream.of(String.valueOf(job.name()))))
        .limit(search.limit())
        .toList();
  }

  @Override
  public PartPage parts(String client, UUID id, int afterPlace, int limit) {
    List<PartView> all = job(client, id).parts();
    int end = Math.min(all.size(), afterPlace + limit);
    return new PartPage(all.subList(afterPlace, end), end < all.size() ? end : null);
  }

  @Override
  public PartView put(
      String client, UUID id, PartName part, Encoding encoding, boolean last, InputStream body)
      throws IOException {
    Job job = find(client, id);
    PartView known = job.parts.get(part);
    if (known != null && known.complete()) {
      return known;
    }
    return take(job, part, 0, last, body);
  }

  @Override
  public PartView patch(
      String client, UUID id, PartName part, long offset, boolean last, InputStream body)
      throws IOException {
    long safe = part(client, id, part).offset();
    if (safe != offset) {
      throw new Refusal(Kind.OFFSET_MISMATCH, "go on at " + safe, Map.of("expected-offset", safe));
    }
    return take(find(client, id), part, offset, last, body);
  }

  private PartView take(Job job, PartName part, long from, boolean last, InputStream body)
      throws IOException {
    if (!job.state.takesParts()) {
      throw new Refusal(Kind.CONFLICT, "the job takes no parts any more");
    }
    long offset = from;
    byte[] buffer = new byte[4 << 10];
    reading.incrementAndGet();
    try {
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        if (offset == 0 && read > 0 && buffer[0] == '!') {
          throw new Refusal(
              Kind.BAD_ROW, "line 1 cannot be read", Map.of("line", 1L, "column", "store_id"));
        }
        offset += read;
        if (part.table().equals("tiny") && offset > 1_000) {
          throw new Refusal(Kind.TOO_LARGE, "at most 1000 bytes");
        }
        keep(job, part, offset, false);
      }
    } catch (IOException e) {
      broken.incrementAndGet();
      throw e;
    } finally {
      reading.decrementAndGet();
    }
    return keep(job, part, offset, last);
  }

  private static PartView keep(Job job, PartName part, long offset, boolean complete) {
    synchronized (job) {
      job.state = JobState.UPLOADING;
      PartView view = new PartView(part.table(), part.name(), 0, offset, complete, 1, 0, 5, offset);
      job.parts.put(part, view);
      return view;
    }
  }

  @Override
  public PartView part(String client, UUID id, PartName part) {
    PartView view = find(client, id).parts.get(part);
    if (view == null) {
      throw new Refusal(Kind.NOT_FOUND, "there is no part " + part);
    }
    return view;
  }

  @Override
  public void deletePart(String client, UUID id, PartName part) {
    if (part(client, id, part).complete()) {
      throw new Refusal(Kind.CONFLICT, "it is complete");
    }
    find(client, id).parts.remove(part);
  }

  @Override
  public JobView seal(String client, UUID id) {
    Job job = find(client, id);
    if (job.parts.isEmpty() || job.parts.values().stream().anyMatch(part -> !part.complete())) {
      throw new Refusal(Kind.CONFLICT, "not all parts are complete");
    }
    job.state = JobState.RUNNING;
    happen(job, "sealed", "All parts are there.");
    return view(job);
  }

  /** What the workers would do. */
  void finish(UUID id) {
    Job job = jobs.get(id);
    try {
      Files.writeString(folder.resolve("tpv-by-store.csv"), RESULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    job.state = JobState.COMPLETED;
    happen(job, "completed", "The job is complete.");
  }

  @Override
  public JobView approve(String client, UUID id) {
    throw new Refusal(Kind.CONFLICT, "it does not wait for approval");
  }

  @Override
  public JobView reject(String client, UUID id, String reason) {
    return cancel(client, id, "rejected: " + reason);
  }

  @Override
  public JobView retry(String client, UUID id) {
    Job job = find(client, id);
    if (!job.state.isTerminal() || job.state == JobState.COMPLETED) {
      throw new Refusal(Kind.CONFLICT, "it can be retried when it has ended without results");
    }
    job.state = JobState.CREATED;
    return view(job);
  }

  @Override
  public JobView cancel(String client, UUID id, String reason) {
    Job job = find(client, id);
    if (job.state.isTerminal()) {
      throw new Refusal(Kind.CONFLICT, "it is over");
    }
    job.state = JobState.CANCELLED;
    happen(job, "cancelled", "The job was " + reason + ".");
    return view(job);
  }

  @Override
  public void delete(String client, UUID id) {
    if (!find(client, id).state.isTerminal()) {
      throw new Refusal(Kind.CONFLICT, "it is not over; cancel it first");
    }
    jobs.remove(id);
    order.remove(id);
  }

  @Override
  public List<JobEvent> events(String client, UUID id, long afterSeq) {
    Job job = find(client, id);
    synchronized (job) {
      return job.events.stream().filter(event -> event.seq() > afterSeq).toList();
    }
  }

  @Override
  public List<JobEvent> eventsBefore(String client, UUID id, long beforeSeq, int limit) {
    List<JobEvent> before =
        events(client, id, -1).stream().filter(event -> event.seq() < beforeSeq).toList();
    return before.subList(Math.max(0, before.size() - limit), before.size());
  }

  @Override
  public PlanOutline plan(String client, JobRequest request) {
    return PlanOutline.of(Plans.of(Share.of(client), request, Partitions.oneEach()));
  }

  @Override
  public String request(String client, UUID id) {
    return find(client, id).request.toJson();
  }

  @Override
  public JobProfile profile(String client, UUID id) {
    return new JobProfile(
        find(client, id).id,
        1,
        JobState.RUNNING,
        BIRTH,
        BIRTH,
        null,
        null,
        7,
        0,
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Override
  public Watch watch(String client, UUID id, Runnable news) {
    Job job = find(client, id);
    job.watchers.add(news);
    return () -> job.watchers.remove(news);
  }

  int watchers(UUID id) {
    return jobs.get(id).watchers.size();
  }

  @Override
  public Path result(String client, UUID id, String query) {
    find(client, id);
    return folder.resolve(query + ".csv");
  }

  @Override
  public Path rejects(String client, UUID id) {
    find(client, id);
    throw new Refusal(Kind.UNAVAILABLE, "the rejects are not written yet");
  }

  @Override
  public JobCounts census() {
    return new JobCounts(Map.of(), 0, 0, 0, 0, 0, 0, new VolumeSpace(2, 1));
  }

  @Override
  public ClusterView workers() {
    return new ClusterView(
        List.of(
            new ClusterView.WorkerView(
                "n1",
                "joiner@host",
                "joiner",
                "host",
                7,
                BIRTH,
                BIRTH,
                ClusterView.Life.LOST,
                0.42,
                1L,
                2L,
                null,
                3L,
                null,
                null,
                List.of(new ClusterView.Owned("joiner-0", 3)))),
        List.of(new ClusterView.PartitionView("joiner-0", null, 3)));
  }

  @Override
  public Map<PartitionName, Long> queueLengths() {
    return Map.of(new PartitionName("joiner", 0), 5L);
  }

  private Job find(String client, UUID id) {
    Job job = jobs.get(id);
    if (job == null || !job.client.equals(client)) {
      throw new Refusal(Kind.NOT_FOUND, "there is no job " + id);
    }
    return job;
  }

  private static void happen(Job job, String kind, String text) {
    synchronized (job) {
      job.events.add(
          new JobEvent(job.events.size(), BIRTH, kind, text, Map.of("fact", "a \"fact\"")));
    }
    job.watchers.forEach(Runnable::run);
  }

  private static final List<ResultColumn> COLUMNS =
      List.of(
          new ResultColumn("store_name", new ValueFormat.Text()),
          new ResultColumn("tpv", new ValueFormat.Decimal(2)));

  private static JobView view(Job job) {
    List<ResultView> results =
        job.state == JobState.COMPLETED
            ? List.of(
                new ResultView("tpv-by-store", COLUMNS, "5ha", 3, RESULT.getBytes(UTF_8).length))
            : List.of();
    StageProgress stage =
        new StageProgress(
            "aggregator",
            3,
            null,
            2,
            0,
            0,
            List.of(),
            List.of(new StageProgress.PartitionShare("aggregator-0", null, 3, null)));
    synchronized (job) {
      return new JobView(
          outline(job),
          List.of("transactions", "stores"),
          job.request.badRows(),
          List.copyOf(job.parts.values()),
          new Progress(40, List.of(stage)),
          results);
    }
  }

  private static JobOutline outline(Job job) {
    return new JobOutline(
        job.id,
        1,
        job.client,
        job.request.name(),
        job.state,
        null,
        BIRTH,
        BIRTH,
        null,
        null,
        null,
        null,
        List.of("tpv-by-store"),
        0,
        0,
        job.request.hints().expectedBytes(),
        0,
        40,
        job.parts.size(),
        (int) job.parts.values().stream().filter(PartView::complete).count());
  }
}
