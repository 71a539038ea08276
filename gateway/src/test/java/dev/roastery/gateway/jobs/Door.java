package dev.roastery.gateway.jobs;

import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.PartName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** A gateway with all its workers, and a client before it. */
final class Door implements AutoCloseable {

  static final String CLIENT = "ann";
  static final GatewaySettings SETTINGS = settings(4 << 20);

  /** The usual ones, with batches of that many bytes of CSV, and receivers that are here. */
  static GatewaySettings settings(int batchBytes) {
    GatewaySettings usual =
        StandardSettings.of(
            Partitions.oneEach()
                .with(StageKind.AGGREGATOR, 2)
                .with(StageKind.MAXIMIZER, 2)
                .with(StageKind.JOINER, 2));
    return new GatewaySettings(
        usual.partitions(),
        batchBytes,
        usual.underWayBytes(),
        50_000_000,
        100,
        20,
        1_000,
        usual.abandonedAfter(),
        usual.keep(),
        usual.stalledAfter(),
        usual.failStalledAfter(),
        usual.lostAfter(),
        null,
        true,
        "");
  }

  private final Path state;
  private GatewaySettings settings;
  private final Clock clock;
  private final AtomicReference<Fatal> fatal = new AtomicReference<>();
  private LocalCluster cluster;
  private boolean closed;

  Door(Path state) {
    this(state, SETTINGS);
  }

  Door(Path state, GatewaySettings settings) {
    this(state, settings, Clock.systemUTC());
  }

  Door(Path state, GatewaySettings settings, Clock clock) {
    this.state = state;
    this.settings = settings;
    this.clock = clock;
    this.cluster = start();
  }

  private LocalCluster start() {
    return LocalCluster.start(state, settings, clock, fatal::set);
  }

  /** Also after {@link #close}. */
  void restart() {
    close();
    cluster = start();
    closed = false;
  }

  /** From now on new jobs have so many partitions. */
  void restart(Partitions partitions) {
    settings =
        new GatewaySettings(
            partitions,
            settings.batchBytes(),
            settings.underWayBytes(),
            settings.partBytesMax(),
            settings.partsMax(),
            settings.openJobsMax(),
            settings.rejectedMax(),
            settings.abandonedAfter(),
            settings.keep(),
            settings.stalledAfter(),
            settings.failStalledAfter(),
            settings.lostAfter(),
            settings.webhookKey(),
            settings.privateWebhooks(),
            settings.publicUrl());
    restart();
  }

  JobService jobs() {
    if (fatal.get() != null) {
      throw new AssertionError(fatal.get());
    }
    return cluster.jobs();
  }

  UUID create() {
    return create(JobRequest.standard());
  }

  UUID create(JobRequest request) {
    return jobs().create(CLIENT, request, null).job().id();
  }

  /** Everything in a dataset's folder. */
  void upload(UUID job, Path dataset) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(dataset)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        put(job, file.getParent().getFileName() + "/" + file.getFileName(), in);
      }
    }
  }

  JobView.PartView put(UUID job, String part, InputStream in) throws IOException {
    return jobs().put(CLIENT, job, name(part), Encoding.IDENTITY, true, in);
  }

  JobView.PartView put(UUID job, String part, byte[] bytes) throws IOException {
    return put(job, part, new ByteArrayInputStream(bytes));
  }

  static PartName name(String part) {
    String[] words = part.split("/", 2);
    return new PartName(words[0], words[1]);
  }

  JobView view(UUID job) {
    return jobs().job(CLIENT, job);
  }

  JobView finished(UUID job) {
    try {
      await()
          .atMost(Duration.ofSeconds(40))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> view(job).state().isTerminal());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(view(job) + "\n" + jobs().events(CLIENT, job, 0), e);
    }
    return view(job);
  }

  /** Waits until no partition knows the job. */
  void awaitForgotten(UUID job) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            cluster.reports().stream()
                .flatMap(report -> report.progress().keySet().stream())
                .noneMatch(known -> known.id().equals(job)));
  }

  /** Waits until every partition has its owner. */
  void awaitOwned() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> cluster.reports().stream().allMatch(report -> report.epoch() > 0));
  }

  /** What a job has left in the gateway's folder. */
  List<String> files(UUID job) throws IOException {
    Path folder = state.resolve("gateway/jobs/" + job);
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(file -> !file.equals("over")) // the log's mark, which may be lost
          .filter(file -> !file.equals("profile.json")) // comes with the next heartbeats
          .sorted()
          .toList();
    }
  }

  Path state() {
    return state;
  }

  SortedMap<String, String> results(UUID job) throws IOException {
    SortedMap<String, String> results = new TreeMap<>();
    for (JobView.ResultView result : view(job).results()) {
      results.put(result.query(), Files.readString(jobs().result(CLIENT, job, result.query())));
    }
    return results;
  }

  @Override
  public void close() {
    if (!closed) {
      cluster.close();
      closed = true;
    }
  }
}
