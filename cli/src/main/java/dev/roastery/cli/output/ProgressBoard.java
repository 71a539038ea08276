package dev.roastery.cli.output;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far something of several parts is: on a terminal a bar for each, which go when it is done;
 * elsewhere one line for every ten percent of the whole. Any thread may tell.
 */
public final class ProgressBoard implements AutoCloseable {

  private static final String CLEAR = "\r\033[K";
  private static final int BAR_WIDTH = 30;

  /** How it is shown. */
  public enum Style {
    LINES,
    PLAIN_BARS,
    COLOURED_BARS
  }

  private final PrintWriter err;
  private final String phase;
  private final Style style;
  private final Map<String, Integer> percents = new TreeMap<>();
  private int told;
  private int drawn;

  public ProgressBoard(PrintWriter err, String phase, Style style) {
    this.err = err;
    this.phase = phase;
    this.style = style;
  }

  /** The launcher knows whether standard error is a terminal. */
  public static ProgressBoard of(PrintWriter err, String phase, boolean coloured) {
    Style bars = coloured ? Style.COLOURED_BARS : Style.PLAIN_BARS;
    return new ProgressBoard(
        err, phase, Boolean.getBoolean("roastery.terminal") ? bars : Style.LINES);
  }

  public static ProgressBoard silent() {
    return new ProgressBoard(new PrintWriter(Writer.nullWriter()), "", Style.LINES);
  }

  /** {@code whole} is the overall percentage, the other argument the percentage of {@code part}. */
  public synchronized void show(String part, int percent, int whole) {
    Integer before = percents.put(part, percent);
    if (style == Style.LINES) {
      if (whole / 10 > told / 10) {
        err.println(phase + " " + whole / 10 * 10 + " %");
        err.flush();
        told = whole;
      }
    } else if (before == null || before != percent) {
      erase();
      draw();
    }
  }

  /** A line that stays. */
  public synchronized void say(String line) {
    erase();
    err.println(line);
    draw();
  }

  private void draw() {
    if (style == Style.LINES) {
      err.flush();
      return;
    }
    int width = percents.keySet().stream().mapToInt(String::length).max().orElse(0);
    percents.forEach((part, percent) -> {
      int full = BAR_WIDTH * Math.min(100, percent) / 100;
      String bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
      String shown = style == Style.COLOURED_BARS ? "\033[32m" + bar + "\033[0m" : bar;
      String padding = " ".repeat(width - part.length());
      err.println(phase + " " + part + padding + " " + shown + " " + percent + " %");
    });
    drawn = percents.size();
    err.flush();
  }

  private void erase() {
    if (drawn > 0) {
      err.print(("\033[A" + CLEAR).repeat(drawn));
      drawn = 0;
    }
  }

  @Override
  public synchronized void close() {
    erase();
    percents.clear();
    err.flush();
  }
}
