package dev.roastery.cli.architecture.planted.common.message;

import java.util.UUID;

final class DrawsAnId {
  private DrawsAnId() {}

  static UUID next() {
    return UUID.randomUUID();
  }
}
