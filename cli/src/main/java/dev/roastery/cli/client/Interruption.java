package dev.roastery.cli.client;

import java.time.Duration;

/** What may be over soon: the connection broke, or the gateway asks to come again later. */
final class Interruption extends Exception {

  private static final long serialVersionUID = 1;

  private final Duration retryAfter;

  Interruption(String reason) {
    this(reason, Duration.ZERO);
  }

  Interruption(String reason, Duration retryAfter) {
    super(reason);
    this.retryAfter = retryAfter;
  }

  String reason() {
    return String.valueOf(getMessage());
  }

  /** How long the gateway wants to be left alone. */
  Duration retryAfter() {
    return retryAfter;
  }
}
