package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.AppendOnlyFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The skipped rows of one part, as CSV. {@link PartLedger} records how many of its bytes are valid;
 * anything after them is overwritten.
 */
final class RejectsLog implements AutoCloseable {

  private final Disk disk;
  private final String path;

  /** Null before the first rows, and after a failure. */
  private @Nullable AppendOnlyFile file;

  RejectsLog(Disk disk, String path) {
    this.disk = disk;
    this.path = path;
  }

  String path() {
    return path;
  }

  /** The length of the file. */
  long length() throws IOException {
    return DurableFiles.read(disk, path).map(bytes -> (long) bytes.length).orElse(0L);
  }

  /** Appends rows after the first {@code counted} bytes; returns the durable length. */
  long append(long counted, Collection<BadRow> rows) throws IOException {
    AppendOnlyFile open = file;
    if (open == null) { // the valid bytes were forced, so a copy of them is reliable
      open = new AppendOnlyFile(disk, path, counted);
    }
    file = null; // until this has succeeded
    try {
      open.cutTo(counted);
      open.append(RejectedRows.lines(rows));
      open.force();
    } catch (IOException e) {
      closeAfter(open, e);
      throw e;
    }
    file = open;
    return open.length();
  }

  private static void closeAfter(AppendOnlyFile file, IOException failure) {
    try {
      file.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
