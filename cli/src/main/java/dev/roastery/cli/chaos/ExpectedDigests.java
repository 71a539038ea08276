package dev.roastery.cli.chaos;

import dev.roastery.common.storage.Sha256;
import dev.roastery.embedded.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A dataset, and the digest of each result that the embedded run has found over it. */
public record ExpectedDigests(Path dataset, SortedMap<String, String> digests) {

  /** {@code results} is the folder that an embedded run over the dataset has written. */
  public static ExpectedDigests of(Path dataset, Path results) throws IOException {
    SortedMap<String, String> digests = digests(results);
    if (digests.isEmpty()) {
      throw new IOException("the embedded run wrote no results to " + results);
    }
    return new ExpectedDigests(dataset, digests);
  }

  /** The digests that an embedded run over the dataset has reported. */
  static ExpectedDigests of(Path dataset, RunReport report) {
    SortedMap<String, String> digests = new TreeMap<>();
    report
        .results()
        .forEach(result ->
            digests.put(result.file().getFileName().toString(), result.digest().sha256()));
    return new ExpectedDigests(dataset, digests);
  }

  /** What is wrong with these results; empty if nothing is. */
  public String complaint(Path results) throws IOException {
    SortedMap<String, String> found = digests(results);
    if (!found.keySet().equals(digests.keySet())) {
      return "has the results " + found.keySet() + ", not " + digests.keySet();
    }
    for (String file : digests.keySet()) {
      if (!digests.get(file).equals(found.get(file))) {
        return "%s has SHA-256 %s, not %s".formatted(file, found.get(file), digests.get(file));
      }
    }
    return "";
  }

  private static SortedMap<String, String> digests(Path folder) throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        digests.put(file.getFileName().toString(), Sha256.hex(Files.readAllBytes(file)));
      }
    }
    return digests;
  }
}
