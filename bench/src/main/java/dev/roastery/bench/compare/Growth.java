package dev.roastery.bench.compare;

import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job costs as it grows, by {@code roastery.compare.*}: every size of {@code megabytes} with
 * every number of {@code groups}, by {@code run} and, with {@code cluster}, through RabbitMQ, with
 * every number of {@code partitions}; {@code rounds} and {@code folder} as in {@link Comparison}.
 * The results of a dataset must be the same bytes each time, and their totals are known.
 */
final class Growth {

  private static final int MEGABYTE = 1_000_000;

  private final Path launcher;
  private final Path folder;
  private final int rounds = Math.toIntExact(numbers("rounds", "3").getFirst());
  private final List<Integer> partitions =
      numbers("partitions", "1,2,4,8").stream().map(Math::toIntExact).toList();
  private final PrintStream out;
  private final GrowthTables tables = new GrowthTables();

  private Growth(Path root, PrintStream out) {
    this.launcher = root.resolve("roastery");
    this.folder = Comparison.folder(root);
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("roastery.root", "."));
    var growth = new Growth(root, System.out);
    try {
      for (long megabytes : numbers("megabytes", "100")) {
        for (long groups : numbers("groups", "100000")) {
          growth.measure(megabytes * MEGABYTE, groups);
        }
      }
    } finally {
      // Also what was measured before something failed.
      System.out.printf("%n%s%n", growth.tables);
    }
  }

  /** Of a property: positive numbers with commas between them. */
  static List<Long> numbers(String name, String usual) {
    List<Long> numbers =
        Comparison.names(Comparison.property(name, usual)).map(Long::valueOf).toList();
    if (numbers.isEmpty() || numbers.stream().anyMatch(number -> number < 1)) {
      throw new IllegalArgumentException(name + " are positive numbers, not " + numbers);
    }
    return numbers;
  }

  private void measure(long bytes, long groups) throws IOException, InterruptedException {
    if (groups > GrowthDataset.rows(bytes)) {
      out.printf("left out: %,d groups, for %,d bytes have fewer rows%n", groups, bytes);
      return;
    }
    GrowthDataset dataset = GrowthDataset.of(folder, bytes, groups);
    FileDisk.deleteTree(expected());
    run(dataset);
    if (Boolean.parseBoolean(Comparison.property("cluster", "false"))) {
      for (int count : partitions) {
        submit(dataset, count);
      }
    }
  }

  /** In turns; a run has as many partitions as it has reading threads. */
  private void run(GrowthDataset dataset) throws IOException, InterruptedException {
    List<List<Measured>> all = partitions.stream().map(_ -> noneYet()).toList();
    for (int round = 0; round <= rounds; round++) {
      for (int at = 0; at < partitions.size(); at++) {
        Measured one = Measured.of(runCommand(dataset, partitions.get(at)), List.of());
        checkResults(dataset);
        if (round > 0) {
          all.get(at).add(one);
        }
      }
    }
    for (int at = 0; at < partitions.size(); at++) {
      tables.addRun(dataset, partitions.get(at), all.get(at));
    }
    out.printf("run: %,d bytes, %,d groups%n", dataset.bytes(), dataset.groups());
  }

  private static List<Measured> noneYet() {
    return new ArrayList<>();
  }

  private List<String> runCommand(GrowthDataset dataset, int threads) throws IOException {
    List<String> words = new ArrayList<>(List.of(launcher.toString(), "run"));
    words.addAll(List.of("--quiet", "--threads", Integer.toString(threads)));
    words.addAll(question(dataset));
    return words;
  }

  /** A cluster of its own, so that the most memory of its processes is that of this job. */
  private void submit(GrowthDataset dataset, int count) throws IOException, InterruptedException {
    try (ProcessCluster cluster =
        ProcessCluster.start(launcher, folder.resolve("cluster"), count)) {
      var client = new Contender.Submission(launcher, cluster);
      List<ClusterCost> costs = new ArrayList<>();
      for (int round = 0; round <= rounds; round++) {
        ClusterCost before = ClusterCost.until(cluster);
        List<String> words = new ArrayList<>(List.of("submit", "--watch"));
        words.addAll(question(dataset));
        Measured one = Measured.of(client.words(words.toArray(String[]::new)), cluster.processes());
        checkResults(dataset);
        if (round > 0) {
          costs.add(ClusterCost.since(before, cluster, one));
        }
      }
      tables.addCluster(dataset, count, costs);
    }
    out.printf(
        "submit, %d partitions: %,d bytes, %,d groups%n", count, dataset.bytes(), dataset.groups());
  }

  /** The options of both commands; what an earlier round has written is deleted. */
  private List<String> question(GrowthDataset dataset) throws IOException {
    FileDisk.deleteTree(results());
    List<String> words = new ArrayList<>(List.of(dataset.path().toString()));
    words.addAll(dataset.questions());
    words.addAll(List.of("--out", results().toString()));
    return words;
  }

  private Path results() {
    return folder.resolve("results/growth");
  }

  private Path expected() {
    return folder.resolve("results/growth-expected");
  }

  private void checkResults(GrowthDataset dataset) throws IOException {
    if (!Files.exists(expected())) {
      dataset.checkTotals(results().resolve("totals.csv"));
      Files.move(results(), expected());
      return;
    }
    for (String query : GrowthDataset.QUERIES) {
      Path file = results().resolve(query + ".csv");
      Path same = expected().resolve(query + ".csv");
      if (Files.mismatch(file, same) >= 0) {
        throw new IllegalStateException(file + " and " + same + " differ");
      }
    }
  }
}
