package dev.roastery.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far some work is. On a terminal it is one line, which goes when the work is done: a bar, how
 * much of how much, the rate, the time left. Elsewhere it is silent for a minute, and then says a
 * line every minute. Any thread may tell.
 */
public final class ProgressBar implements AutoCloseable {

  private static final String CLEAR = "\r\033[K";
  private static final int BAR_WIDTH = 24;
  private static final long DRAW_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LINE_NANOS = Duration.ofMinutes(1).toNanos();

  /** Before that, what is left is a guess. */
  private static final long GUESS_NANOS = Duration.ofMillis(500).toNanos();

  /** What is counted. */
  public enum Unit {
    BYTES,
    ROWS,
    /** Of a hundred, where only shares are known. */
    PERCENT
  }

  private final Terminal terminal;
  private final String what;
  private final Unit unit;
  private final long beganNanos;
  private long total;
  private long begin;
  private long done;
  private String note = "";
  private long toldNanos;
  private boolean drawn;
  private boolean ended;

  public ProgressBar(Terminal terminal, String what, Unit unit, long total) {
    this.terminal = terminal;
    this.what = what;
    this.unit = unit;
    this.total = total;
    this.beganNanos = terminal.nanos().getAsLong();
    this.toldNanos = terminal.hasBar() ? beganNanos - DRAW_NANOS : beganNanos;
  }

  /** Shows nothing but what is said. */
  public static ProgressBar none(Terminal terminal) {
    return new ProgressBar(terminal, "", Unit.PERCENT, 0);
  }

  public synchronized void advance(long more) {
    at(done + more);
  }

  /** So much is done. */
  public synchronized void at(long now) {
    done = now;
    tell();
  }

  /** So much was done before this work, and is not of its rate: the bar begins there. */
  public synchronized void beginAt(long before) {
    begin = Math.min(before, total);
    done = before;
    tell();
  }

  /** The same of what is found bit by bit to be done before: never less than was shown. */
  public synchronized void atLeast(long now) {
    at(Math.max(done, now));
  }

  /** A word about what is done at the moment. */
  public synchronized void note(String now) {
    note = now;
  }

  /** A line that stays. */
  public synchronized void say(String line) {
    if (terminal.style() == Terminal.Style.NOTHING) {
      return;
    }
    erase();
    terminal.err().println(line);
    terminal.err().flush();
  }

  private void tell() {
    long nanos = terminal.nanos().getAsLong();
    switch (terminal.style()) {
      case NOTHING -> {}
      case LINES -> {
        if (nanos - toldNanos >= LINE_NANOS) {
          toldNanos = nanos;
          terminal.err().println(what + " " + String.join(", ", facts(nanos)));
          terminal.err().flush();
        }
      }
      case PLAIN_BAR, COLOURED_BAR -> {
        boolean ends = done >= total && !ended;
        if (nanos - toldNanos >= DRAW_NANOS || ends) {
          ended |= ends;
          toldNanos = nanos;
          draw(nanos);
        }
      }
    }
  }

  private void draw(long nanos) {
    int full = (int) (BAR_WIDTH * percent() / 100);
    String rest = " " + String.join("  ", facts(nanos));
    String line = what + " " + "█".repeat(full) + "░".repeat(BAR_WIDTH - full) + rest;
    PrintWriter err = terminal.err();
    err.print(CLEAR + coloured(cut(line), full));
    err.flush();
    drawn = true;
  }

  /** A line that is longer than the terminal is wide could not be taken back. */
  private String cut(String line) {
    return line.substring(0, Math.min(line.length(), terminal.columns() - 1));
  }

  private String coloured(String line, int full) {
    int from = Math.min(line.length(), what.length() + 1);
    int to = Math.min(line.length(), from + full);
    return terminal.style() == Terminal.Style.COLOURED_BAR
        ? line.substring(0, from)
            + "\033[32m"
            + line.substring(from, to)
            + "\033[0m"
            + line.substring(to)
        : line;
  }

  private long percent() {
    return total <= 0 ? 0 : Math.min(100, 100 * Math.min(done, total) / total);
  }

  private List<String> facts(long nanos) {
    List<String> facts = new ArrayList<>();
    facts.add(percent() + " %");
    double seconds = (nanos - beganNanos) / 1e9;
    double rate = (done - begin) / Math.max(1e-9, seconds);
    boolean known = nanos - beganNanos >= GUESS_NANOS && rate > 0;
    switch (unit) {
      case BYTES -> {
        facts.add(Amounts.bytes(done) + " of " + Amounts.bytes(total));
        if (known) {
          facts.add(Amounts.bytes((long) rate) + "/s");
        }
      }
      case ROWS -> {
        facts.add(Amounts.count(done) + " of " + Amounts.counted(total, "row"));
        if (known) {
          facts.add(Amounts.counted((long) rate, "row") + "/s");
        }
      }
      case PERCENT -> {}
    }
    if (!note.isEmpty()) {
      facts.add(note);
    }
    if (known && done < total) {
      long left = (long) Math.ceil((total - done) / rate);
      facts.add(Amounts.time(Duration.ofSeconds(left)).replace(".0 s", " s") + " left");
    }
    return facts;
  }

  private void erase() {
    if (drawn) {
      terminal.err().print(CLEAR);
      drawn = false;
    }
  }

  @Override
  public synchronized void close() {
    erase();
    terminal.err().flush();
  }
}
