package dev.roastery.bench.compare;

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

/**
 * Compares by {@code roastery.compare.*}: {@code transactions} (sizes, with commas between), {@code
 * rounds}, {@code folder} (datasets stay there), {@code duckdb} (variants, perhaps none).
 */
final class Comparison {

  /** About 95 MB, and 1 GB. */
  private static final String SIZES = "415000,4380000";

  private static final int MONTHS = 24;

  private final Path folder;
  private final Path launcher;
  private final int rounds;
  private final List<Contender> contenders = new ArrayList<>();
  private final PrintStream out;

  private Comparison(Path root, PrintStream out) {
    this.folder = Path.of(property("folder", root.resolve("build/compare").toString()));
    this.launcher = root.resolve("roastery");
    this.rounds = Integer.parseInt(property("rounds", "5"));
    this.out = out;
    contenders.add(new Contender.Roastery(launcher));
    names(property("duckdb", "AT_ITS_BEST")).map(Contender.DuckDb::new).forEach(contenders::add);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var comparison = new Comparison(Path.of(System.getProperty("roastery.root", ".")), System.out);
    List<Long> sizes = names(property("transactions", SIZES)).map(Long::valueOf).toList();
    for (long transactions : sizes) {
      comparison.compare(transactions);
    }
  }

  private static String property(String name, String usual) {
    return System.getProperty("roastery.compare." + name, usual);
  }

  private static Stream<String> names(String list) {
    return Arrays.stream(list.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  private void compare(long transactions) throws IOException, InterruptedException {
    Path dataset = dataset(transactions);
    long bytes = bytes(dataset);
    out.printf("%n%,d transactions, %,d bytes, %d rounds; ", transactions, bytes, rounds);
    out.printf("load before: %s%n", Files.readString(Path.of("/proc/loadavg")).strip());
    List<Rounds> all = contenders.stream().map(Rounds::new).toList();
    // Round 0 warms the page cache, and does not count.
    for (int round = 0; round <= rounds; round++) {
      for (Rounds each : all) {
        Contender contender = each.contender();
        Measured one = Measured.of(contender.command(dataset, results(contender)));
        if (round > 0) {
          each.measured().add(one);
        }
      }
      checkSame();
    }
    print(all, bytes);
  }

  private Path dataset(long transactions) throws IOException, InterruptedException {
    Path dataset = folder.resolve("sales-" + transactions);
    if (!Files.exists(dataset)) {
      // Only what is whole gets the name.
      Path unfinished = folder.resolve("unfinished");
      Files.createDirectories(folder);
      String[] command = {
        launcher.toString(),
        "generate",
        "--out",
        unfinished.toString(),
        "--force",
        "--months",
        "" + MONTHS,
        "--transactions",
        "" + transactions
      };
      Process process = new ProcessBuilder(command).inheritIO().start();
      if (process.waitFor() != 0) {
        throw new IllegalStateException("no dataset: " + String.join(" ", command) + " failed");
      }
      Files.move(unfinished, dataset);
    }
    return dataset;
  }

  private static long bytes(Path dataset) throws IOException {
    try (Stream<Path> files = Files.walk(dataset)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private Path results(Contender contender) {
    return folder.resolve("results").resolve(contender.name().replace(' ', '-'));
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
      long[] sorted = measured.stream().mapToLong(value).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }
}
