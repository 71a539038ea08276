package dev.roastery.cli.architecture.planted.common.wire;

final class ReadsTheClock {
  private ReadsTheClock() {}

  static long now() {
    return System.nanoTime();
  }
}
