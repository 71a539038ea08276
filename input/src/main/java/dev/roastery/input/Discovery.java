package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.language.TablesReader;
import dev.roastery.input.Dataset.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The tables of a folder that nobody has described: each part is one, and each subfolder with
 * parts, all of whose files are its parts. What is neither is named as not read.
 */
final class Discovery {

  private final Path folder;
  private final Globs ignore;
  private final SortedMap<String, List<Part>> parts = new TreeMap<>();
  private final SortedMap<String, String> origins = new TreeMap<>();
  private final List<String> unread = new ArrayList<>();

  Discovery(Path folder, Globs ignore) {
    this.folder = folder;
    this.ignore = ignore;
  }

  Dataset dataset() throws IOException {
    for (Path path : DatasetFiles.visible(folder)) {
      String name = path.getFileName().toString();
      if (Files.isDirectory(path)) {
        subfolder(name, path);
      } else {
        file(new DatasetFiles.Entry(name, path));
      }
    }
    return new Dataset(parts, unread);
  }

  private void file(DatasetFiles.Entry entry) throws IOException {
    if (Dataset.isPart(entry) && !ignore.match("", entry.path())) {
      add(TableNames.ofFile(entry.name()), entry.shown(), List.of(Dataset.part(entry)));
    } else {
      unread.add(entry.shown());
    }
  }

  private void subfolder(String name, Path path) throws IOException {
    List<Part> found = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    for (Path each : DatasetFiles.visible(path)) {
      DatasetFiles.Entry entry = DatasetFiles.Entry.of(name + "/", each);
      if (ignore.match(name + "/", each)) {
        ignored.add(entry.shown());
      } else if (Dataset.isPart(entry)) {
        found.add(Dataset.part(entry));
      } else {
        others.add(entry.shown());
      }
    }
    if (found.isEmpty()) {
      unread.add(name + "/");
      return;
    }
    String table = TableNames.ofFolder(name);
    if (!others.isEmpty()) {
      throw Dataset.unreadable(folder, table, others);
    }
    unread.addAll(ignored);
    add(table, name + "/", found);
  }

  private void add(String table, String origin, List<Part> found) {
    if (!TablesReader.isName(table)) {
      throw new JobFailure(
          "%s cannot be a table's name: it has more than 64 characters; rename it, or pass --ignore GLOB to leave it out"
              .formatted(origin));
    }
    String other = origins.putIfAbsent(table, origin);
    if (other != null) {
      throw new JobFailure(
          "%s and %s in %s would both be table %s: rename one, put the files of one table into one folder, or pass --ignore GLOB"
              .formatted(other, origin, folder, table));
    }
    parts.put(table, List.copyOf(found));
  }
}
