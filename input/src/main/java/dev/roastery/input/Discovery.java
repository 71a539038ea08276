package dev.roastery.input;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.language.TablesReader;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.source.DatasetFolder;
import dev.roastery.input.source.DatasetFolder.Entry;
import dev.roastery.input.source.DatasetFolder.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The tables of a folder that nobody has described: each part is one, and each subfolder with
 * parts, all of whose files are its parts. What is neither is named as not read.
 */
final class Discovery {

  private final DatasetFolder folder;
  private final Globs ignore;
  private final SortedMap<String, List<Part>> parts = new TreeMap<>();
  private final SortedMap<String, String> origins = new TreeMap<>();
  private final List<String> unread = new ArrayList<>();

  Discovery(DatasetFolder folder, Globs ignore) {
    this.folder = folder;
    this.ignore = ignore;
  }

  Dataset dataset() throws IOException {
    for (Entry entry : folder.entries()) {
      if (entry.kind() == Kind.FOLDER) {
        subfolder(entry);
      } else {
        file(entry);
      }
    }
    return new Dataset(parts, unread);
  }

  private void file(Entry entry) throws IOException {
    if (Dataset.isPart(entry) && !ignore.match(entry)) {
      add(TableNames.ofFile(entry.name()), entry.shown(), List.of(entry));
    } else {
      unread.add(entry.shown());
    }
  }

  private void subfolder(Entry subfolder) throws IOException {
    List<Entry> found = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    for (Entry entry : folder.entries(subfolder)) {
      if (ignore.match(entry)) {
        ignored.add(entry.shown());
      } else if (Dataset.isPart(entry)) {
        found.add(entry);
      } else {
        others.add(entry.shown());
      }
    }
    if (found.isEmpty()) {
      unread.add(subfolder.shown());
      return;
    }
    String table = TableNames.ofFolder(subfolder.name());
    if (!others.isEmpty()) {
      throw Dataset.unreadable(folder, table, others);
    }
    unread.addAll(ignored);
    add(table, subfolder.shown(), found);
  }

  private void add(String table, String origin, List<Entry> found) throws IOException {
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
    parts.put(table, Dataset.parts(folder, found));
  }
}
