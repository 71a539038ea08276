package dev.roastery.input.source;

import dev.roastery.common.fault.JobFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder that all nodes see. Of its files, the version counts that they have when found. */
public final class SharedFolder implements DatasetFolder {

  private final Path folder;
  private final FileFolder files;

  public SharedFolder(Path folder) {
    this.folder = folder;
    this.files = new FileFolder(folder);
  }

  @Override
  public List<Entry> entries() throws IOException {
    return files.entries();
  }

  @Override
  public List<Entry> entries(Entry subfolder) throws IOException {
    return files.entries(subfolder);
  }

  @Override
  public List<Found> find(List<Entry> wanted) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Entry each : wanted) {
      requireInside(each.path());
      PinnedFile file = PinnedFile.of(folder, each.path());
      found.add(new Found(each.path(), file, file.pin().size(), file.changed()));
    }
    return found;
  }

  /** A version of one of its files. */
  public PinnedFile file(PinnedSource.Pin pin) throws IOException {
    requireInside(pin.path());
    return new PinnedFile(folder.resolve(pin.path()), pin);
  }

  /** No link leads to what the operator has not allowed. */
  private void requireInside(String path) throws IOException {
    Path file = folder.resolve(path);
    if (!file.normalize().startsWith(folder)
        || (file.toFile().exists() && !file.toRealPath().startsWith(folder.toRealPath()))) {
      throw new JobFailure(path + " leads out of the folder " + folder + ": it is not read");
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
