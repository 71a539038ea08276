package dev.roastery.common.storage;

import java.io.IOException;
import java.util.function.Predicate;

/**
 * A log of lines in one file ({@link LineFormat}). What a crash left of a last line does not count,
 * and is gone with the next append. The file is open only while it is written to.
 */
public final class LineLog implements AutoCloseable {

  /** What a bad line before a good one means. */
  public enum Damage {
    /** Every line was forced before anything relied on it: this is bit rot, no line is believed. */
    REFUSED,

    /** Lines are not forced, and a power loss may take any of them: those before it count. */
    CUT
  }

  private final AppendOnlyFile file;
  private final LineFormat format;

  private LineLog(AppendOnlyFile file, LineFormat format) {
    this.file = file;
    this.format = format;
  }

  /**
   * Passes the existing lines to {@code each}, which says whether a line follows on those before
   * it: one that does not is a bad line, for a power loss may leave what stood elsewhere. Creates
   * no file: the first append does.
   */
  public static LineLog open(
      Disk disk, String path, LineFormat format, Damage damage, Predicate<String> each)
      throws IOException {
    byte[] bytes = DurableFiles.read(disk, path).orElse(new byte[0]);
    int good = read(path, bytes, format, damage, each);
    return new LineLog(new AppendOnlyFile(disk, path, good), format);
  }

  private static int read(
      String path, byte[] bytes, LineFormat format, Damage damage, Predicate<String> each)
      throws IOException {
    int good = 0;
    boolean torn = false;
    for (int start = 0; start < bytes.length && !(torn && damage == Damage.CUT); ) {
      int end = lineEnd(bytes, start);
      String text = end < bytes.length ? format.decode(bytes, start, end) : null;
      if (text == null) {
        torn = true;
      } else if (torn) {
        throw new IOException(
            path + " is damaged at byte " + good + ": restore it, or remove its folder");
      } else if (each.test(text)) {
        good = end + 1;
      } else {
        torn = true;
      }
      start = end + 1;
    }
    return good;
  }

  private static int lineEnd(byte[] bytes, int start) {
    int end = start;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Adds a line without a line break in it; it survives a power loss after {@link #force}. */
  public void append(String line) throws IOException {
    if (line.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a line break in a line: " + line);
    }
    file.append(format.encode(line));
  }

  /** Makes all lines survive a power loss; after a failure only a new start can append again. */
  public void force() throws IOException {
    file.force();
  }

  /** Lets go of the file; the next line opens it again. */
  public void rest() throws IOException {
    file.rest();
  }

  /** For good. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
