package dev.roastery.embedded;

import dev.roastery.input.csv.CsvException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first part, in the order of reading, that cannot be read. Another one may be found earlier by
 * another thread: then those before it are read to their ends first, so that the same files are
 * always refused for the same reason.
 */
public final class FirstBadPart {

  private long first = Long.MAX_VALUE;
  private @Nullable CsvException reason;

  public synchronized void add(int table, int part, CsvException why) {
    if (place(table, part) < first) {
      first = place(table, part);
      reason = why;
    }
  }

  /** Whether nothing that is found in this part can be the first any more. */
  public synchronized boolean isBefore(int table, int part) {
    return first < place(table, part);
  }

  public synchronized Optional<CsvException> reason() {
    return Optional.ofNullable(reason);
  }

  private static long place(int table, int part) {
    return (long) table << 32 | part;
  }
}
