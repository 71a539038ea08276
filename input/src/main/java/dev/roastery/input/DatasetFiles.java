package dev.roastery.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Everything in a dataset's folder that may be meant as a part, by table. */
final class DatasetFiles {

  /** A file or folder; {@code shown} is its path in the dataset. */
  record Entry(String shown, Path path) {
    /** {@code before} is the path of its folder in the dataset. */
    static Entry of(String before, Path path) {
      return new Entry(before + path.getFileName() + (Files.isDirectory(path) ? "/" : ""), path);
    }

    String name() {
      return path.getFileName().toString();
    }
  }

  private final Map<String, List<Entry>> byTable = new TreeMap<>();
  private final List<String> ignored = new ArrayList<>();
  private final Globs globs;

  private DatasetFiles(Globs globs) {
    this.globs = globs;
  }

  static DatasetFiles in(Path folder, Collection<String> tables, List<String> ignore)
      throws IOException {
    DatasetFiles files = new DatasetFiles(new Globs(ignore));
    for (Path path : visible(folder)) {
      String name = path.getFileName().toString();
      String table = TableNames.ofFolder(name);
      if (Files.isDirectory(path) && tables.contains(table)) {
        for (Path part : visible(path)) {
          files.add(table, name + "/", part);
        }
      } else {
        files.addFlat(meant(name, tables), path);
      }
    }
    return files;
  }

  private void addFlat(Optional<String> table, Path path) {
    String name = path.getFileName().toString();
    if (table.isPresent()) {
      add(table.get(), "", path);
    } else if (Dataset.isPart(new Entry(name, path))) {
      ignored.add(name);
    }
  }

  private void add(String table, String before, Path path) {
    Entry entry = Entry.of(before, path);
    if (globs.match(before, path)) {
      ignored.add(entry.shown());
    } else {
      byTable.computeIfAbsent(table, _ -> new ArrayList<>()).add(entry);
    }
  }

  /** The table that a file's name is, or begins with; of two such tables the longer name. */
  private static Optional<String> meant(String file, Collection<String> tables) {
    String exact = TableNames.ofFile(file);
    if (tables.contains(exact)) {
      return Optional.of(exact);
    }
    return tables.stream()
        .filter(table -> file.startsWith(table))
        .filter(table ->
            file.length() == table.length()
                || !Character.isLetterOrDigit(file.charAt(table.length())))
        .max(Comparator.comparingInt(String::length));
  }

  static List<Path> visible(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  List<Entry> of(String table) {
    return byTable.getOrDefault(table, List.of());
  }

  /** Those that a glob is for, and parts whose names mean no table. */
  List<String> ignored() {
    return ignored;
  }
}
