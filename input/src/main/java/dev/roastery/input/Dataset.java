package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.input.format.PartFormats;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.DatasetFolder.Entry;
import dev.roastery.input.source.DatasetFolder.Kind;
import dev.roastery.input.source.PartSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
   * One file of a table.
   *
   * @param name what messages call it: its path in the dataset, or an object's address
   * @param version distinguishes it from another file of the same name and size: when it was
   *     changed last, in nanoseconds, or what an object's tag makes
   */
  public record Part(String name, PartSource source, long bytes, long version) {}

  public Dataset {
    ignored = List.copyOf(ignored);
  }

  /** Finds the parts of these tables; {@code all} are those that a file's name may mean. */
  public static Dataset find(Path folder, Collection<String> wanted, Collection<String> all)
      throws IOException {
    return find(DatasetFolder.of(folder), wanted, all, List.of());
  }

  /**
   * The same without the files that one of these globs is for; they apply to a file's name and to
   * its path in the folder.
   */
  public static Dataset find(
      DatasetFolder folder, Collection<String> wanted, Collection<String> all, List<String> ignore)
      throws IOException {
    DatasetFiles files = DatasetFiles.in(folder, all, ignore);
    SortedMap<String, List<Part>> parts = new TreeMap<>();
    for (String table : wanted) {
      List<Entry> found = files.of(table).stream().filter(Dataset::isPart).toList();
      requireAllRead(folder, table, files);
      if (found.isEmpty()) {
        throw missing(folder, table);
      }
      parts.put(table, parts(folder, found));
    }
    return new Dataset(parts, files.ignored());
  }

  /** All tables of a folder that nobody has described. */
  public static Dataset discover(DatasetFolder folder, List<String> ignore) throws IOException {
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
                : files
                    .getFirst()
                    .name()
                    .replaceFirst("/[^/]*$", "/ (" + files.size() + " files)"));
      }
    });
    return new Dataset(wanted, unread.stream().sorted().toList());
  }

  static boolean isPart(Entry entry) {
    return PartFormats.isPart(entry.name()) && entry.kind() == Kind.FILE;
  }

  private static void requireAllRead(DatasetFolder folder, String table, DatasetFiles files) {
    List<String> unread =
        files.of(table).stream().filter(each -> !isPart(each)).map(Entry::shown).toList();
    if (!unread.isEmpty()) {
      throw unreadable(folder, table, unread);
    }
  }

  static JobFailure unreadable(DatasetFolder folder, String table, List<String> unread) {
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

  static List<Part> parts(DatasetFolder folder, List<Entry> files) throws IOException {
    return folder.find(files).stream()
        .map(each -> new Part(each.name(), each.source(), each.bytes(), each.version()))
        .toList();
  }

  /** Names for a sentence, not too many of them. */
  public static String shortened(List<String> names) {
    return names.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "))
        + (names.size() > SHOWN_MAX ? ", … (" + names.size() + " in all)" : "");
  }

  private static JobFailure missing(DatasetFolder folder, String table) throws IOException {
    List<String> there = folder.entries().stream().map(Entry::shown).toList();
    String found = there.isEmpty() ? "nothing" : shortened(there);
    return new JobFailure(
        "%s has no part of table %s: expected %s/*.csv or %s*.csv (.gz, .zst); found %s"
            .formatted(folder, table, table, table, found));
  }
}
