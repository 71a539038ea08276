package dev.roastery.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What is asked about: made by {@code roastery generate}, once, and kept for the next time. */
record GeneratedDataset(Path path, long bytes) {

  private static final int MONTHS = 24;

  static GeneratedDataset of(Path launcher, Path folder, long transactions)
      throws IOException, InterruptedException {
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
    return new GeneratedDataset(dataset, bytes(dataset));
  }

  private static long bytes(Path dataset) throws IOException {
    try (Stream<Path> files = Files.walk(dataset)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
