package dev.roastery.cli.output;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * A line on a terminal that says how far something is, and is gone when it is done. Where standard
 * error is no terminal (the launcher knows) there is no such line.
 */
public final class ProgressLine implements AutoCloseable {

  private static final String CLEAR = "\r\033[K";

  private final PrintWriter terminal;
  private final String what;
  private final long total;
  private long done;
  private long percent = -1;

  public ProgressLine(PrintWriter terminal, String what, long total) {
    this.terminal = terminal;
    this.what = what;
    this.total = total;
  }

  /** Where to draw it: on standard error, or nowhere. */
  public static PrintWriter terminal(PrintWriter standardError) {
    return Boolean.getBoolean("roastery.terminal")
        ? standardError
        : new PrintWriter(Writer.nullWriter());
  }

  public synchronized void advance(long steps) {
    done += steps;
    long now = 100 * done / Math.max(1, total);
    if (now > percent) {
      percent = now;
      terminal.print(CLEAR + what + " " + percent + " %");
      terminal.flush();
    }
  }

  @Override
  public void close() {
    terminal.print(CLEAR);
    terminal.flush();
  }
}
