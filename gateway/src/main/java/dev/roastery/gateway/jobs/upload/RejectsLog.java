package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.AppendOnlyFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The skipped rows of one part, as CSV. How many of its bytes count is on record elsewhere ({@link
 * PartLedger}); what was written behind them is overwritten.
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

  /** How many bytes are there. */
  long length() throws IOException {
    return DurableFiles.read(disk, path).map(bytes -> (long) bytes.length).orElse(0L);
  }

  /** Adds rows behind the first {@code counted} bytes; returns the length when they are safe. */
  long append(long counted, Collection<BadRow> rows) throws IOException {
    AppendOnlyFile open = file;
    if (open == null) { // what counts was forced, so that its copy can be relied on
      open = new AppendOnlyFile(disk, path, counted);
    }
    file = null; // until this has worked
    try {
      open.cutTo(counted);
      open.append(RejectedRows.lines(rows));
      open.force();
    } catch (IOException e) {
      letGo(open, e);
      throw e;
    }
    file = open;
    return open.length();
  }

  private static void letGo(AppendOnlyFile file, IOException failure) {
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
