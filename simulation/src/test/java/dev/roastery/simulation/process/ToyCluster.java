package dev.roastery.simulation.process;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.simulation.toy.ToyDataset;
import dev.roastery.simulation.toy.ToyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Workers of all stages over one volume and one virtual host, and their gateway. */
final class ToyCluster implements AutoCloseable {

  static final ToyPlan PLAN = new ToyPlan(2, 1, 1);
  static final int PARTITIONS = PLAN.partitions().size();

  private static final int HALTED = 137;

  final ToyBroker broker;
  final Path folder;
  final Path volume;
  private final List<String> flags = new ArrayList<>();
  private final List<ToyProcess> started = new ArrayList<>();
  private ToyGateway gateway;
  private final Set<JobId> failed = new HashSet<>();
  private int jobs;
  private int reports;

  ToyCluster(ToyBroker broker, Path folder) {
    this(broker, folder, folder.resolve("volume"));
  }

  ToyCluster(ToyBroker broker, Path folder, Path volume) {
    this.broker = broker;
    this.folder = folder;
    this.volume = volume;
    try {
      Files.createDirectories(volume);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Small, so that a job of some hundred batches passes every place in the code many times.
    flag("toy.groupMax", 4);
    flag("toy.segmentBytes", 2_000);
    flag("toy.retryLongestMillis", 1_000);
    this.gateway = new ToyGateway(broker.uri(), PLAN);
  }

  /** Sets a limit of all workers that are started from now on. */
  void flag(String name, long value) {
    flags.add("-D" + name + "=" + value);
  }

  ToyGateway gateway() {
    return gateway;
  }

  /** The gateway ends and starts again: what it had not sent is never sent. */
  void openGatewayAgain() {
    gateway = new ToyGateway(broker.uri(), PLAN);
  }

  // ---- workers

  /** A worker that has just been started. */
  ToyProcess launch(Map<String, String> environment, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-Xshare:auto"));
    words.addAll(flags);
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(ToyWorker.class.getName());
    words.addAll(List.of("--amqp", broker.uri(), "--volume", volume.toString()));
    words.addAll(List.of("--stages", "sum,top,join,collector", "--plan", PLAN.text()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    ToyProcess worker =
        new ToyProcess("worker-" + (started.size() + 1), folder.resolve("workers.log"), builder);
    started.add(worker);
    return worker;
  }

  /** A worker that stands in line at every partition. */
  ToyProcess start(String... arguments) {
    ToyProcess worker = launch(Map.of(), arguments);
    worker.awaitLines("standing in line", PARTITIONS);
    return worker;
  }

  /** A worker that owns every partition. */
  ToyProcess startOwner(String... arguments) {
    ToyProcess worker = launch(Map.of(), arguments);
    awaitOwner(worker);
    return worker;
  }

  /** Waits until it owns all partitions; returns when it had the last. */
  long awaitOwner(ToyProcess worker) {
    return worker.awaitLines("owned ", PARTITIONS).getLast().nanos();
  }

  /** Waits until all partitions are owned, since that moment; returns when the last was. */
  long awaitOwned(long sinceNanos) {
    Map<String, Long> owned = new TreeMap<>();
    Waiting.until(
        () -> "all partitions are owned again, not only " + owned.keySet(),
        () -> {
          for (ToyProcess worker : started) {
            worker
                .linesSince(sinceNanos, "owned ")
                .forEach(line -> owned.merge(line.partition(), line.nanos(), Math::min));
          }
          return owned.size() == PARTITIONS;
        });
    return Collections.max(owned.values());
  }

  /** Waits until this one owns all partitions, since that moment; returns when the last was. */
  long awaitOwner(ToyProcess worker, long sinceNanos) {
    Waiting.until(
        () -> worker.name() + " owns all; last: " + worker.tail(),
        () -> worker.linesSince(sinceNanos, "owned ").size() >= PARTITIONS);
    return worker.linesSince(sinceNanos, "owned ").getLast().nanos();
  }

  /** It was told to crash at this point, and did, there and nowhere else. */
  void assertCrashed(ToyProcess worker, CrashPoint point) {
    assertThat(worker.awaitExit()).as("%s: %s", worker.name(), worker.tail()).isEqualTo(HALTED);
    assertThat(marker(point)).exists();
  }

  /** When, on our clock, the process was halted at this point: its marker was made just before. */
  long crashNanos(CrashPoint point) {
    try {
      long thenMicros = Files.getLastModifiedTime(marker(point)).to(TimeUnit.MICROSECONDS);
      long sinceMicros = System.currentTimeMillis() * 1_000 - thenMicros;
      return System.nanoTime() - sinceMicros * 1_000;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So that the next one who is told to crash there does. */
  void forgetCrash(CrashPoint point) {
    try {
      Files.deleteIfExists(marker(point));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path marker(CrashPoint point) {
    return volume.resolve("crashed-" + point);
  }

  /** All of them, at once. */
  void killWorkers() {
    started.forEach(ToyProcess::close);
  }

  // ---- jobs

  ToyDataset dataset(int batchesOfPart) {
    JobId job = new JobId(new UUID((long) ++jobs << 16 | 7 << 12, jobs), 1);
    return ToyDataset.large(job, PLAN, batchesOfPart, new SplittableRandom(jobs));
  }

  /** The job has its one right result, and is open nowhere; returns when the result came. */
  long assertCompleted(ToyDataset dataset) {
    Waiting.until(
        () -> "a result of " + dataset.job() + "; " + stillOpen(),
        () -> !gateway.results(dataset.job()).isEmpty() || !failures().isEmpty());
    assertThat(failures()).isEmpty();
    long came = System.nanoTime();
    assertNoJobIsOpen();
    assertThat(gateway.results(dataset.job())).containsExactly(ByteBuffer.wrap(dataset.answer()));
    return came;
  }

  /** The job has failed, for one reason, which comes back; it is cleaned up everywhere. */
  String assertFailed(ToyDataset dataset) {
    Waiting.until(() -> dataset.job() + " fails; " + stillOpen(), () -> !failures().isEmpty());
    assertThat(failures()).extracting(Message.Fail::job).containsOnly(dataset.job());
    Set<String> reasons = failures().stream().map(Message.Fail::reason).collect(toSet());
    assertThat(reasons).hasSize(1);
    assertThat(gateway.results(dataset.job())).isEmpty();
    failed.add(dataset.job());
    gateway.abort(dataset.job(), PLAN);
    return reasons.iterator().next();
  }

  /** Of jobs that were not to fail. */
  private List<Message.Fail> failures() {
    return gateway.failures().stream().filter(fail -> !failed.contains(fail.job())).toList();
  }

  /** Each partition has one owner, and no job is open there. */
  void assertNoJobIsOpen() {
    Map<String, List<String>> expected = new TreeMap<>();
    PLAN.partitions().forEach(each -> expected.put(each.toString(), List.of("{}")));
    Waiting.until(() -> "no job is open: " + stillOpen(), () -> stillOpen().equals(expected));
  }

  /** What each owner of a partition says that its jobs wait for. */
  private Map<String, List<String>> stillOpen() {
    String order = "report " + ++reports;
    List<ToyProcess> living = started.stream().filter(ToyProcess::alive).toList();
    living.forEach(worker -> worker.order(order));
    Map<String, List<String>> open = new TreeMap<>();
    for (ToyProcess worker : living) {
      for (ToyProcess.Line line : worker.awaitLines(order + " ", PARTITIONS)) {
        String[] words = line.text().split(" ", 4);
        if (!words[3].equals("not mine")) {
          open.computeIfAbsent(words[2], _ -> new ArrayList<>()).add(words[3]);
        }
      }
    }
    return open;
  }

  /** Nothing is left on the broker but one card for each partition. */
  void assertOneCardEach() {
    Map<String, Integer> expected = new TreeMap<>(Map.of("roastery.dead", 0));
    PLAN.queues().forEach(queue -> expected.put(queue, PartitionName.isCardQueue(queue) ? 1 : 0));
    Waiting.until(
        () -> "one card each: " + broker.messages(), () -> broker.messages().equals(expected));
  }

  void deleteFromVolume(String name) {
    try (Stream<Path> all = Files.walk(volume.resolve(name))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    killWorkers();
    gateway.close();
  }
}
