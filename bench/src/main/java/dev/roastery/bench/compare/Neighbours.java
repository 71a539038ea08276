package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a small job takes while a large one is being sent, as against alone. The same properties
 * as {@link Comparison}'s: the first of {@code transactions} is the small one.
 */
final class Neighbours {

  private static final String SIZES = "90000,18000000";

  private final Contender.Submission client;
  private final Path folder;
  private final PrintStream out;

  private Neighbours(Contender.Submission client, Path folder, PrintStream out) {
    this.client = client;
    this.folder = folder;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("roastery.root", "."));
    Path launcher = root.resolve("roastery");
    Path folder = Comparison.folder(root);
    List<Long> sizes = Comparison.sizes(SIZES);
    GeneratedDataset small = GeneratedDataset.of(launcher, folder, sizes.getFirst());
    GeneratedDataset large = GeneratedDataset.of(launcher, folder, sizes.getLast());
    try (ProcessCluster cluster = ProcessCluster.start(launcher, folder.resolve("cluster"))) {
      var client = new Contender.Submission(launcher, cluster);
      new Neighbours(client, folder.resolve("results"), System.out).compare(small, large);
    }
  }

  private void compare(GeneratedDataset small, GeneratedDataset large)
      throws IOException, InterruptedException {
    int rounds = Comparison.rounds();
    out.printf("%na small job of %,d bytes, a large one of %,d%n", small.bytes(), large.bytes());
    submit(small); // compiles, and warms the page cache
    submit(large);
    for (int round = 1; round <= rounds; round++) {
      List<Long> alone = new ArrayList<>();
      for (int time = 0; time < rounds; time++) {
        alone.add(submit(small));
      }
      List<Long> beside = new ArrayList<>();
      long start = System.nanoTime();
      Process uploading = upload(large);
      while (uploading.isAlive()) {
        beside.add(submit(small));
      }
      long uploadMillis = (System.nanoTime() - start) / 1_000_000;
      watch(new String(uploading.getInputStream().readAllBytes(), UTF_8).strip());
      print(alone, beside, uploadMillis);
    }
  }

  /** Ends when all is sent, and says the job's id. */
  private Process upload(GeneratedDataset dataset) throws IOException {
    return new ProcessBuilder(client.words("submit", dataset.path().toString()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private void watch(String job) throws IOException, InterruptedException {
    String out = folder.resolve("large").toString();
    Measured.of(client.words("watch", job, "--out", out), client.servants());
  }

  private void print(List<Long> alone, List<Long> beside, long uploadMillis) {
    long usual = alone.stream().sorted().toList().get(alone.size() / 2);
    out.printf("alone %s ms; while the large one was sent, in %,d ms:", alone, uploadMillis);
    beside.forEach(took -> out.printf(" %,d (%.1f)", took, (double) took / usual));
    out.println();
  }

  private long submit(GeneratedDataset dataset) throws IOException, InterruptedException {
    return Measured.of(command(dataset, "small"), client.servants()).wallMillis();
  }

  private List<String> command(GeneratedDataset dataset, String results) {
    return client.command(dataset.path(), folder.resolve(results));
  }
}
