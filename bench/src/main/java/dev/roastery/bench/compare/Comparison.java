package dev.roastery.bench.compare;

import dev.roastery.bench.compare.Contender.Submission;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares by {@code roastery.compare.*}: {@code transactions} (sizes, with commas between), {@code
 * rounds}, {@code folder} (datasets stay there), {@code duckdb} (variants, perhaps none), {@code
 * others} (see {@link Others}), {@code cluster} (whether also through RabbitMQ), {@code store} (and
 * once more with the workers' state in an object store), {@code question} (instead of the five
 * queries).
 */
final class Comparison {

  /** About 95 MB, and 1 GB. */
  private static final String SIZES = "415000,4380000";

  private final Path folder;
  private final Path launcher;
  private final int rounds;
  private final List<Contender> contenders = new ArrayList<>();
  private final PrintStream out;
  private @Nullable LocalStore counted;

  private Comparison(Path root, PrintStream out) throws IOException, InterruptedException {
    this.folder = folder(root);
    this.launcher = root.resolve("roastery");
    this.rounds = rounds();
    this.out = out;
    String question = property("question", "");
    List<String> others = names(property("others", "")).toList();
    if (question.isEmpty()) {
      contenders.add(new Contender.Roastery(launcher, List.of()));
      names(property("duckdb", "AT_ITS_BEST")).map(Contender.DuckDb::new).forEach(contenders::add);
      contenders.addAll(Others.named(others, root));
    } else if (!others.isEmpty()) {
      throw new IllegalArgumentException("others answer the five queries, not " + question);
    } else {
      Path query = OwnQueries.file(question, folder.resolve("queries"));
      contenders.add(new Contender.Roastery(launcher, List.of(query)));
      contenders.add(new Contender.DuckDbOfOwnQueries(List.of(question)));
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var comparison = new Comparison(Path.of(System.getProperty("roastery.root", ".")), System.out);
    if (isWanted("store")) {
      comparison.compareAllWithStore();
    } else if (isWanted("cluster")) {
      comparison.compareAllWithCluster();
    } else {
      comparison.compareAll();
    }
  }

  private void compareAllWithCluster() throws IOException, InterruptedException {
    try (ProcessCluster cluster = ProcessCluster.start(launcher, folder.resolve("cluster"))) {
      contenders.add(new Contender.Submission(launcher, cluster));
      contenders.add(
          new Contender.Submission(
              launcher, cluster, "roastery submit file:///", Submission.Way.BY_REFERENCE));
      compareAll();
    }
  }

  /** The store's server and its disk are this machine's; the server is a part of this process. */
  private void compareAllWithStore() throws IOException, InterruptedException {
    Path state = folder.resolve("store");
    try (LocalStore store = LocalStore.start(state);
        ProcessCluster stored =
            ProcessCluster.start(launcher, folder.resolve("cluster-store"), store.settings())) {
      contenders.add(new Contender.Submission(launcher, stored, "roastery submit, store"));
      counted = store;
      compareAllWithCluster();
    }
  }

  private static boolean isWanted(String what) {
    return Boolean.parseBoolean(property(what, "false"));
  }

  private void compareAll() throws IOException, InterruptedException {
    for (long transactions : sizes(SIZES)) {
      compare(transactions);
    }
  }

  static Path folder(Path root) {
    return Path.of(property("folder", root.resolve("build/compare").toString()));
  }

  static int rounds() {
    return Integer.parseInt(property("rounds", "5"));
  }

  static List<Long> sizes(String usual) {
    return names(property("transactions", usual)).map(Long::valueOf).toList();
  }

  static String property(String name, String usual) {
    return System.getProperty("roastery.compare." + name, usual);
  }

  static Stream<String> names(String list) {
    return Arrays.stream(list.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  private void compare(long transactions) throws IOException, InterruptedException {
    GeneratedDataset made = GeneratedDataset.of(launcher, folder, transactions);
    Path dataset = made.path();
    long bytes = made.bytes();
    out.printf("%n%,d transactions, %,d bytes, %d rounds; ", transactions, bytes, rounds);
    out.printf("load before: %s%n", Files.readString(Path.of("/proc/loadavg")).strip());
    List<Rounds> all = contenders.stream().map(Rounds::new).toList();
    // Round 0 warms the page cache, and does not count.
    for (int round = 0; round <= rounds; round++) {
      if (counted != null && round == 1) {
        counted.reset();
      }
      for (Rounds each : all) {
        Contender contender = each.contender();
        FileDisk.deleteTree(results(contender)); // no result of another round is taken for its own
        Measured one =
            Measured.of(contender.command(dataset, results(contender)), contender.servants());
        if (round > 0) {
          each.measured().add(one);
        }
      }
      checkSame();
    }
    print(all, bytes);
    if (counted != null) {
      out.println("the store, of each round: " + counted.perRound(rounds));
    }
  }

  private Path results(Contender contender) {
    Path results = folder.resolve("results").resolve(property("question", ""));
    return results.resolve(contender.name().replace(' ', '-'));
  }

  private void checkSame() throws IOException {
    Path first = results(contenders.getFirst());
    for (Contender other : contenders.subList(1, contenders.size())) {
      try (Stream<Path> files = Files.list(first)) {
        for (Path file : files.toList()) {
          Path same = results(other).resolve(file.getFileName());
          if (Files.mismatch(file, same) >= 0) {
            throw new IllegalStateException(file + " and " + same + " differ");
          }
        }
      }
    }
  }

  private void print(List<Rounds> all, long bytes) {
    double base = all.getFirst().median(Measured::wallMillis);
    out.println("| | ms | from-to | MB/s | times | own ms | CPU ms | peak MB |");
    out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (Rounds each : all) {
      long wall = each.median(Measured::wallMillis);
      LongSummaryStatistics range =
          each.measured().stream().mapToLong(Measured::wallMillis).summaryStatistics();
      out.printf(
          "| %s | %,d | %,d-%,d | %,d | %.2f | %,d | %,d | %,d |%n",
          each.contender().name(),
          wall,
          range.getMin(),
          range.getMax(),
          bytes / 1000 / wall,
          wall / base,
          each.median(Measured::ownMillis),
          each.median(Measured::cpuMillis),
          each.median(Measured::peakBytes) / 1_000_000);
    }
  }

  /** What one contender came to, round by round. */
  private record Rounds(Contender contender, List<Measured> measured) {

    Rounds(Contender contender) {
      this(contender, new ArrayList<>());
    }

    long median(ToLongFunction<Measured> value) {
      return Measured.median(measured, value);
    }
  }
}
