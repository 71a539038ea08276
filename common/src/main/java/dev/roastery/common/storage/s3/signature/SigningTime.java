package dev.roastery.common.storage.s3.signature;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The time that requests are signed with. A store refuses one that is off by 15 minutes, and says
 * its own time: from then on that one counts, so that a wrong clock of this machine stops nobody.
 */
public final class SigningTime implements InstantSource {

  private final InstantSource clock;
  private volatile Duration ahead = Duration.ZERO;

  public SigningTime(InstantSource clock) {
    this.clock = clock;
  }

  /** From the wall clock, which is what a store compares with. */
  public static SigningTime ofThisMachine() {
    return new SigningTime(Clock.systemUTC());
  }

  @Override
  public Instant instant() {
    return clock.instant().plus(ahead);
  }

  /**
   * Takes the time of a store over.
   *
   * @param date its header
   * @return whether it was one
   */
  public boolean learn(String date) {
    try {
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      ahead = Duration.between(clock.instant(), theirs);
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }
}
