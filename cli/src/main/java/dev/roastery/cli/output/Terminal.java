package dev.roastery.cli.output;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Where progress is shown.
 *
 * @param columns how wide it is
 * @param nanos the time, of a clock that is never set
 */
public record Terminal(PrintWriter err, Style style, int columns, LongSupplier nanos) {

  private static final int COLUMNS_USUAL = 80;
  private static final int COLUMNS_MIN = 40;
  private static final int COLUMNS_MAX = 200;

  /** How it is shown. */
  public enum Style {
    NOTHING,
    /** Standard error is a file or a pipe. */
    LINES,
    PLAIN_BAR,
    COLOURED_BAR
  }

  /** The launcher knows whether standard error is a terminal. */
  public static Terminal of(PrintWriter err, Map<String, String> environment) {
    boolean coloured = environment.getOrDefault("NO_COLOR", "").isEmpty();
    Style bar = coloured ? Style.COLOURED_BAR : Style.PLAIN_BAR;
    Style style = Boolean.getBoolean("roastery.terminal") ? bar : Style.LINES;
    return new Terminal(err, style, width(), System::nanoTime);
  }

  /** For those who asked for silence. */
  public static Terminal silent() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return new Terminal(nowhere, Style.NOTHING, COLUMNS_USUAL, System::nanoTime);
  }

  /** The launcher has measured it, if there is one. */
  public static int width() {
    int columns = Integer.getInteger("roastery.columns", COLUMNS_USUAL);
    return columns <= 0 ? COLUMNS_USUAL : Math.clamp(columns, COLUMNS_MIN, COLUMNS_MAX);
  }

  boolean hasBar() {
    return style == Style.PLAIN_BAR || style == Style.COLOURED_BAR;
  }
}
