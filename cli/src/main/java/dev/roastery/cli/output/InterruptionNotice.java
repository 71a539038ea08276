package dev.roastery.cli.output;

import java.io.PrintWriter;

/** The message after Ctrl-C: what becomes of the work, and how to go on. */
public final class InterruptionNotice implements AutoCloseable {

  private final PrintWriter err;
  private final Runnable atExit = this::tell;
  private volatile String sentence;

  public InterruptionNotice(PrintWriter err, String sentence) {
    this.err = err;
    this.sentence = sentence;
    AtExit.ofThisProcess().add(atExit);
  }

  public void now(String other) {
    sentence = other;
  }

  private void tell() {
    err.println();
    err.println("roastery: interrupted; " + sentence);
    err.flush();
  }

  @Override
  public void close() {
    AtExit.ofThisProcess().forget(atExit);
  }
}
