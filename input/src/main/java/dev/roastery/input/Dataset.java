package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of each table: {@code <table>/*.csv}, or {@code <table>*.csv} beside each other, each
 * perhaps with {@code .gz} or {@code .zst}. Sorted by name, so that a part's number is always the
 * same.
 */
public record Dataset(SortedMap<String, List<Part>> parts) {

  private static final Pattern CSV = Pattern.compile("(?s).*\\.csv(\\.gz|\\.zst)?");
  private static final int SHOWN_MAX = 20;

  /**
   * One file of a table; {@code modifiedNanos} distinguishes it from another file of the same name
   * and size.
   */
  public record Part(String name, Path path, long bytes, long modifiedNanos) {}

  /** Finds the parts of these tables; {@code all} are those that a file's name may mean. */
  public static Dataset find(Path folder, Collection<String> wanted, Collection<String> all)
      throws IOException {
    SortedMap<String, List<Part>> parts = new TreeMap<>();
    for (String table : wanted) {
      List<Part> found = partsOf(folder, table, all);
      if (found.isEmpty()) {
        throw missing(folder, table);
      }
      parts.put(table, found);
    }
    return new Dataset(parts);
  }

  public List<Part> of(String table) {
    return parts.getOrDefault(table, List.of());
  }

  /** The bytes of all parts as they are stored. */
  public long bytes() {
    return parts.values().stream().flatMap(List::stream).mapToLong(Part::bytes).sum();
  }

  private static List<Part> partsOf(Path folder, String table, Collection<String> all)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    for (Path file : csvFiles(folder.resolve(table))) {
      parts.add(part(file, table + "/" + file.getFileName()));
    }
    for (Path file : csvFiles(folder)) {
      String name = file.getFileName().toString();
      if (meant(name, all).equals(Optional.of(table))) {
        parts.add(part(file, name));
      }
    }
    return List.copyOf(parts);
  }

  /** The table that a file's name begins with; of two such tables the longer name. */
  private static Optional<String> meant(String file, Collection<String> tables) {
    return tables.stream()
        .filter(table -> file.startsWith(table))
        .filter(table -> !Character.isLetterOrDigit(file.charAt(table.length())))
        .max(Comparator.comparingInt(String::length));
  }

  private static List<Path> csvFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> CSV.matcher(file.getFileName().toString()).matches())
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static Part part(Path file, String name) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    return new Part(name, file, attributes.size(), nanos);
  }

  private static JobFailure missing(Path folder, String table) throws IOException {
    List<String> there;
    try (Stream<Path> files = Files.list(folder)) {
      there =
          files
              .map(file -> file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
              .sorted()
              .toList();
    }
    String found =
        there.isEmpty()
            ? "nothing"
            : there.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "))
                + (there.size() > SHOWN_MAX ? ", …" : "");
    return new JobFailure(
        "%s has no part of table %s: expected %s/*.csv or %s*.csv (.gz, .zst); found %s"
            .formatted(folder, table, table, table, found));
  }
}
