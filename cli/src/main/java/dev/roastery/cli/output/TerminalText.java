package dev.roastery.cli.output;

/** Text from elsewhere, to be shown on a terminal. */
public final class TerminalText {

  private TerminalText() {}

  /** The text without what a terminal would act upon. */
  public static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "␣");
  }
}
