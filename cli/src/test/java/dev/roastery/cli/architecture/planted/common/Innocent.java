package dev.roastery.cli.architecture.planted.common;

import java.nio.file.Path;

/** Not in a pure package, so it may. */
public record Innocent(Path path, long nanos) {
  public static Innocent now(Path path) {
    return new Innocent(path, System.nanoTime());
  }
}
