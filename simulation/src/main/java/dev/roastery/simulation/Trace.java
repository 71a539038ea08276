package dev.roastery.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The story of one schedule, recorded only when it will be read. */
public final class Trace {

  private final boolean told;
  private final List<String> lines = new ArrayList<>();

  public Trace(boolean told) {
    this.told = told;
  }

  void say(Supplier<String> line) {
    if (told) {
      lines.add(line.get());
    }
  }

  boolean told() {
    return told;
  }

  public List<String> lines() {
    return lines;
  }
}
