package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.input.format.PartFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of each table: {@code <table>/*.csv}, or {@code <table>*.csv} beside each other, or
 * with the end of another of {@link PartFormats}, each perhaps with {@code .gz} or {@code .zst}, in
 * any case. Sorted by name, so that a part's number is always the same. What lies where a table's
 * parts are and is none is a failure, unless it is to be ignored: a report over half of the files
 * would be wrong. Hidden files are never parts.
 *
 * @param ignored the files that were left out, by name
 */
public record Dataset(SortedMap<String, List<Part>> parts, List<String> ignored) {

  private static final int SHOWN_MAX = 20;

  /**
   * One file of a table; {@code modifiedNanos} distinguishes it from another file of the same name
   * and size.
   */
  public record Part(String name, Path path, long bytes, long modifiedNanos) {}

  public Dataset {
    ignored = List.copyOf(ignored);
  }

  /** Finds the parts of these tables; {@code all} are those that a file's name may mean. */
  public static Dataset find(Path folder, Collection<String> wanted, Collection<String> all)
      throws IOException {
    return find(folder, wanted, all, List.of());
  }

  /**
   * The same without the files that one of these globs is for; they apply to a file's name and to
   * its path in the folder.
   */
  public static Dataset find(
      Path folder, Collection<String> wanted, Collection<String> all, List<String> ignore)
      throws IOException {
    DatasetFiles files = DatasetFiles.in(folder, all, ignore);
    SortedMap<String, List<Part>> parts = new TreeMap<>();
    for (String table : wanted) {
      List<Part> found = new ArrayList<>();
      for (DatasetFiles.Entry entry : files.of(table)) {
        if (isPart(entry)) {
          found.add(part(entry));
        }
      }
      requireAllRead(folder, table, files);
      if (found.isEmpty()) {
        throw missing(folder, table);
      }
      parts.put(table, List.copyOf(found));
    }
    return new Dataset(parts, files.ignored());
  }

  /** All tables of a folder that nobody has described. */
  public static Dataset discover(Path folder, List<String> ignore) throws IOException {
    return new Discovery(folder, new Globs(ignore)).dataset();
  }

  /** The parts of these tables; the files of the others are left out, and named so. */
  public Dataset only(Collection<String> tables) {
    SortedMap<String, List<Part>> wanted = new TreeMap<>(parts);
    wanted.keySet().retainAll(tables);
    List<String> unread = new ArrayList<>(ignored);
    parts.forEach((table, files) -> {
      if (!wanted.containsKey(table)) {
        unread.add(
            files.size() == 1
                ? files.getFirst().name()
                : files.getFirst().name().replaceFirst("/.*", "/ (" + files.size() + " files)"));
      }
    });
    return new Dataset(wanted, unread.stream().sorted().toList());
  }

  static boolean isPart(DatasetFiles.Entry entry) {
    return PartFormats.isPart(entry.name()) && Files.isRegularFile(entry.path());
  }

  private static void requireAllRead(Path folder, String table, DatasetFiles files) {
    List<String> unread =
        files.of(table).stream()
            .filter(each -> !isPart(each))
            .map(DatasetFiles.Entry::shown)
            .toList();
    if (!unread.isEmpty()) {
      throw unreadable(folder, table, unread);
    }
  }

  static JobFailure unreadable(Path folder, String table, List<String> unread) {
    return new JobFailure(
        "%s has files of table %s that cannot be read: %s; a part is a file *.csv, *.tsv, *.jsonl or *.ndjson, perhaps with .gz or .zst: convert, move or remove the others, or pass --ignore GLOB to leave them out"
            .formatted(folder, table, shortened(unread)));
  }

  public List<Part> of(String table) {
    return parts.getOrDefault(table, List.of());
  }

  /** The bytes of all parts as they are stored. */
  public long bytes() {
    return parts.values().stream().flatMap(List::stream).mapToLong(Part::bytes).sum();
  }

  /** How many files there are to read. */
  public int files() {
    return parts.values().stream().mapToInt(List::size).sum();
  }

  static Part part(DatasetFiles.Entry entry) throws IOException {
    var attributes = Files.readAttributes(entry.path(), BasicFileAttributes.class);
    long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    return new Part(entry.shown(), entry.path(), attributes.size(), nanos);
  }

  /** Names for a sentence, not too many of them. */
  public static String shortened(List<String> names) {
    return names.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "))
        + (names.size() > SHOWN_MAX ? ", … (" + names.size() + " in all)" : "");
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
    String found = there.isEmpty() ? "nothing" : shortened(there);
    return new JobFailure(
        "%s has no part of table %s: expected %s/*.csv or %s*.csv (.gz, .zst); found %s"
            .formatted(folder, table, table, table, found));
  }
}
