package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Everything in a dataset's folder that may be meant as a part, by table. */
final class DatasetFiles {

  /** A file or folder; {@code shown} is its path in the dataset. */
  record Entry(String shown, Path path) {
    String name() {
      return path.getFileName().toString();
    }
  }

  private final Map<String, List<Entry>> byTable = new TreeMap<>();
  private final List<String> ignored = new ArrayList<>();
  private final List<PathMatcher> globs = new ArrayList<>();

  private DatasetFiles(List<String> ignore) {
    for (String glob : ignore) {
      try {
        globs.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
      } catch (PatternSyntaxException e) {
        throw new JobFailure("'" + glob + "' is not a pattern like *.txt or sales/2023*");
      }
    }
  }

  static DatasetFiles in(Path folder, Collection<String> tables, List<String> ignore)
      throws IOException {
    DatasetFiles files = new DatasetFiles(ignore);
    for (String table : tables) {
      for (Path path : visible(folder.resolve(table))) {
        files.add(table, table + "/", path);
      }
    }
    for (Path path : visible(folder)) {
      String name = path.getFileName().toString();
      if (!tables.contains(name) || !Files.isDirectory(path)) {
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
    String shown = before + path.getFileName() + (Files.isDirectory(path) ? "/" : "");
    Path inside = Path.of(before + path.getFileName());
    if (globs.stream().anyMatch(g -> g.matches(path.getFileName()) || g.matches(inside))) {
      ignored.add(shown);
    } else {
      byTable.computeIfAbsent(table, _ -> new ArrayList<>()).add(new Entry(shown, path));
    }
  }

  /** The table that a file's name begins with; of two such tables the longer name. */
  private static Optional<String> meant(String file, Collection<String> tables) {
    return tables.stream()
        .filter(table -> file.startsWith(table))
        .filter(table ->
            file.length() == table.length()
                || !Character.isLetterOrDigit(file.charAt(table.length())))
        .max(Comparator.comparingInt(String::length));
  }

  private static List<Path> visible(Path folder) throws IOException {
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
