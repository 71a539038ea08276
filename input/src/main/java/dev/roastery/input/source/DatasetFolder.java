package dev.roastery.input.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What has the files of tables, directly or in folders one level below. Hidden files are none. */
public interface DatasetFolder extends AutoCloseable {

  /** What is there under a name. */
  enum Kind {
    FILE,
    FOLDER,
    /** Neither: it can be named, and not be read. */
    OTHER
  }

  /** A file or folder; {@code path} is its path in the dataset, without a slash at its end. */
  record Entry(String path, Kind kind) {

    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    /** As people are told of it: a folder has a slash at its end. */
    public String shown() {
      return kind == Kind.FOLDER ? path + "/" : path;
    }
  }

  /**
   * The bytes of a file.
   *
   * @param name what messages call it
   * @param version tells it from another file of the same name and size
   */
  record Found(String name, PartSource source, long bytes, long version) {}

  /** What is directly in it, sorted by name. */
  List<Entry> entries() throws IOException;

  /** The same of a folder in it. */
  List<Entry> entries(Entry folder) throws IOException;

  /** Finds the bytes of these files, in the same order. */
  List<Found> find(List<Entry> files) throws IOException;

  @Override
  default void close() {}

  /** A folder of this machine. */
  static DatasetFolder of(Path folder) {
    return new FileFolder(folder);
  }
}
