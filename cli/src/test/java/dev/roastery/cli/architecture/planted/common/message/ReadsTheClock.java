package dev.roastery.cli.architecture.planted.common.message;

final class ReadsTheClock {
  private ReadsTheClock() {}

  static long now() {
    return System.nanoTime();
  }
}
