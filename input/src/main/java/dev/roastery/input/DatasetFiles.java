package dev.roastery.input;

import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.DatasetFolder.Entry;
import dev.roastery.input.source.DatasetFolder.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Everything in a dataset's folder that may be meant as a part, by table. */
final class DatasetFiles {

  private final Map<String, List<Entry>> byTable = new TreeMap<>();
  private final List<String> ignored = new ArrayList<>();
  private final Globs globs;

  private DatasetFiles(Globs globs) {
    this.globs = globs;
  }

  static DatasetFiles in(DatasetFolder folder, Collection<String> tables, List<String> ignore)
      throws IOException {
    DatasetFiles files = new DatasetFiles(new Globs(ignore));
    for (Entry entry : folder.entries()) {
      String table = TableNames.ofFolder(entry.name());
      if (entry.kind() == Kind.FOLDER && tables.contains(table)) {
        for (Entry part : folder.entries(entry)) {
          files.add(table, part);
        }
      } else {
        files.addFlat(meant(entry.name(), tables), entry);
      }
    }
    return files;
  }

  private void addFlat(Optional<String> table, Entry entry) {
    if (table.isPresent()) {
      add(table.get(), entry);
    } else if (Dataset.isPart(entry)) {
      ignored.add(entry.name());
    }
  }

  private void add(String table, Entry entry) {
    if (globs.match(entry)) {
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

  List<Entry> of(String table) {
    return byTable.getOrDefault(table, List.of());
  }

  /** Those that a glob is for, and parts whose names mean no table. */
  List<String> ignored() {
    return ignored;
  }
}
