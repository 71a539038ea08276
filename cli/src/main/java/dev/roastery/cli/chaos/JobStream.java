package dev.roastery.cli.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Submits jobs like clients do, one after the other and several at once, until it is asked to
 * finish, and compares the results of each with those of the embedded run.
 */
final class JobStream {

  private final Roastery roastery;
  private final URI gateway;
  private final List<ExpectedDigests> datasets;
  private final Path folder;
  private final List<String> queries;
  private final int jobsMax;
  private final List<Thread> clients = new ArrayList<>();

  // Guarded by this.
  private final List<Done> done = new ArrayList<>();
  private final SortedMap<Integer, Long> underWay = new TreeMap<>();
  private int last;
  private boolean isFinishing;

  /** How a job ended; {@code complaint} is empty if all is well. */
  record Done(int number, double seconds, String complaint) {}

  /**
   * @param folder for the jobs' results and what their clients say
   * @param queries what each job asks, as on a command line
   * @param parallel how many clients submit, each one job after the other
   */
  record Load(Path folder, List<String> queries, int parallel, int jobsMax) {}

  JobStream(Roastery roastery, URI gateway, List<ExpectedDigests> datasets, Load load) {
    this.roastery = roastery;
    this.gateway = gateway;
    this.datasets = List.copyOf(datasets);
    this.folder = load.folder();
    this.queries = List.copyOf(load.queries());
    this.jobsMax = load.jobsMax();
    for (int number = 1; number <= load.parallel(); number++) {
      clients.add(Thread.ofPlatform().daemon().name("client-" + number).unstarted(this::submitAll));
    }
  }

  void start() {
    clients.forEach(Thread::start);
  }

  synchronized int underWay() {
    return underWay.size();
  }

  synchronized List<Done> done() {
    return List.copyOf(done);
  }

  /** No more jobs are begun. */
  synchronized void finish() {
    isFinishing = true;
  }

  /** Whether nothing is under way and nothing will be. */
  synchronized boolean isOver() {
    return underWay.isEmpty() && (isFinishing || last == jobsMax);
  }

  /** All jobs, when there is no more time for those that are still under way. */
  synchronized List<Done> ended() {
    List<Done> all = new ArrayList<>(done);
    underWay.forEach((number, begun) ->
        all.add(new Done(number, seconds(begun), "hangs; " + lastWords(number))));
    return all;
  }

  private void submitAll() {
    for (int number = next(); number > 0; number = next()) {
      long begun = System.nanoTime();
      String complaint = submit(number);
      synchronized (this) {
        underWay.remove(number);
        done.add(new Done(number, seconds(begun), complaint));
      }
    }
  }

  /** The next job's number; 0 when there is none. */
  private synchronized int next() {
    if (isFinishing || last == jobsMax) {
      return 0;
    }
    last++;
    underWay.put(last, System.nanoTime());
    return last;
  }

  private String submit(int number) {
    ExpectedDigests expected = datasets.get(number % datasets.size());
    Path results = folder.resolve("job-" + number);
    try (PrintWriter log = new PrintWriter(log(number).toFile(), StandardCharsets.UTF_8)) {
      int code = roastery.run(log, words(expected.dataset(), results));
      log.flush();
      return code == 0
          ? expected.complaint(results)
          : "ends with exit code " + code + "; " + lastWords(number);
    } catch (IOException e) {
      return "cannot be verified: " + e;
    }
  }

  private String[] words(Path dataset, Path results) {
    List<String> words = new ArrayList<>(List.of("submit", dataset.toString(), "--watch"));
    words.addAll(List.of("--gateway", gateway.toString(), "--patience", "10m"));
    words.addAll(List.of("--out", results.toString()));
    queries.forEach(query -> words.addAll(List.of("--query", query)));
    return words.toArray(String[]::new);
  }

  private Path log(int number) {
    return folder.resolve("job-" + number + ".log");
  }

  private String lastWords(int number) {
    try {
      List<String> lines = Files.readAllLines(log(number));
      return "last line of its client: " + (lines.isEmpty() ? "none" : lines.getLast());
    } catch (IOException e) {
      return "cannot read its client's log: " + e;
    }
  }

  private static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }
}
