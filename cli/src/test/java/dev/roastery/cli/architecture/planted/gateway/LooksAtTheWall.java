package dev.roastery.cli.architecture.planted.gateway;

import java.time.Clock;

final class LooksAtTheWall {
  private LooksAtTheWall() {}

  static Clock clock() {
    return Clock.systemUTC();
  }
}
