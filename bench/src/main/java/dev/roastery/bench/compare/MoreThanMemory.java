package dev.roastery.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Jobs whose state is many times the memory of every process, and small jobs of another client
 * beside them. The same properties as {@link Comparison}'s: the first of {@code transactions} is
 * the small job; {@code heap} is that of each process.
 */
final class MoreThanMemory {

  private static final String SIZES = "2000,14880000";
  private static final int ALONE = 9;

  private final Path launcher;
  private final Path folder;
  private final List<String> environment;
  private final PrintStream out;

  private MoreThanMemory(Path launcher, Path folder, String heap, PrintStream out) {
    this.launcher = launcher;
    this.folder = folder;
    this.environment = List.of("env", "ROASTERY_JAVA_OPTS=-Xmx" + heap);
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("roastery.root", "."));
    Path launcher = root.resolve("roastery");
    Path folder = Comparison.folder(root);
    List<Long> sizes = Comparison.sizes(SIZES);
    GeneratedDataset small = GeneratedDataset.of(launcher, folder, sizes.getFirst());
    GeneratedDataset large = GeneratedDataset.of(launcher, folder, sizes.getLast());
    String heap = Comparison.property("heap", "200m");
    var all = new MoreThanMemory(launcher, folder, heap, System.out);
    System.out.printf("%n%,d bytes, a heap of %s for each process%n", large.bytes(), heap);
    all.duckDb(large);
    all.run(large);
    all.cluster(small, large, heap);
  }

  private void duckDb(GeneratedDataset large) throws IOException, InterruptedException {
    var duckDb = new Contender.DuckDbOfOwnQueries(OwnQueries.LARGE);
    print(
        "DuckDB, both queries, no limit of memory",
        Measured.of(duckDb.command(large.path(), expected()), List.of()));
  }

  private void run(GeneratedDataset large) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(environment);
    Path results = folder.resolve("results/run");
    command.addAll(List.of(launcher.toString(), "run", large.path().toString(), "--quiet"));
    command.addAll(List.of("--out", results.toString()));
    for (String query : OwnQueries.LARGE) {
      command.addAll(List.of("--query", document(query)));
    }
    print("roastery run, both queries", Measured.of(command, List.of()));
    for (String query : OwnQueries.LARGE) {
      checkSame(query, results);
    }
  }

  private void cluster(GeneratedDataset small, GeneratedDataset large, String heap)
      throws IOException, InterruptedException {
    Path state = folder.resolve("cluster");
    try (ProcessCluster cluster = ProcessCluster.start(launcher, state, "-Xmx" + heap)) {
      var client = new Contender.Submission(launcher, cluster);
      smallJob(client, small); // compiles
      List<Long> alone = new ArrayList<>();
      for (int time = 0; time < ALONE; time++) {
        alone.add(smallJob(client, small));
      }
      long usual = median(alone);
      out.printf("small jobs alone: %s ms, median %,d%n", alone, usual);
      for (String query : OwnQueries.LARGE) {
        beside(query, client, small, large, usual);
      }
      out.printf("peaks of the processes, MB: %s%n", cluster.peakMegabytes());
    }
  }

  private void beside(
      String query,
      Contender.Submission client,
      GeneratedDataset small,
      GeneratedDataset large,
      long usual)
      throws IOException, InterruptedException {
    Path results = folder.resolve("results/submit");
    long start = System.nanoTime();
    Process watching =
        new ProcessBuilder(
                client.words(
                    "submit",
                    large.path().toString(),
                    "--watch",
                    "--query",
                    document(query),
                    "--out",
                    results.toString()))
            .inheritIO()
            .start();
    List<Long> beside = new ArrayList<>();
    List<Long> began = new ArrayList<>();
    while (watching.isAlive()) {
      began.add((System.nanoTime() - start) / 1_000_000_000);
      beside.add(smallJob(client, small));
    }
    if (watching.waitFor() != 0) {
      throw new IllegalStateException("the job " + query + " ended with " + watching.exitValue());
    }
    long took = (System.nanoTime() - start) / 1_000_000;
    checkSame(query, results);
    long tooLong = beside.stream().filter(each -> each > 3 * usual).count();
    out.printf("%s over RabbitMQ: %,d ms, equal; small jobs beside it:", query, took);
    for (int job = 0; job < beside.size(); job++) {
      double times = (double) beside.get(job) / usual;
      out.printf(" %.1f (at %d s)", times, began.get(job));
    }
    double median = (double) median(beside) / usual;
    out.printf("; median %.1f, %d of %d above 3.0%n", median, tooLong, beside.size());
  }

  private long smallJob(Contender.Submission client, GeneratedDataset small)
      throws IOException, InterruptedException {
    Path results = folder.resolve("results/small");
    return Measured.of(client.command(small.path(), results), List.of()).wallMillis();
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private String document(String query) throws IOException {
    return OwnQueries.file(query, folder.resolve("queries")).toString();
  }

  private Path expected() {
    return folder.resolve("results/duckdb-large");
  }

  private void checkSame(String query, Path results) throws IOException {
    Path mine = results.resolve(query + ".csv");
    Path other = expected().resolve(query + ".csv");
    if (Files.mismatch(mine, other) >= 0) {
      throw new IllegalStateException(mine + " and " + other + " differ");
    }
    try (Stream<String> lines = Files.lines(mine)) {
      out.printf("%s: %,d rows, as DuckDB's%n", query, lines.count() - 1);
    }
  }

  private void print(String what, Measured measured) {
    out.printf(
        "%s: %,d ms, %,d MB at most%n",
        what, measured.wallMillis(), measured.peakBytes() / 1_000_000);
  }
}
