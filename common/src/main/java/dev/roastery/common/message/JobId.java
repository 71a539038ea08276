package dev.roastery.common.message;

import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One attempt at one job. A job that is restarted from the client's upload keeps its UUIDv7 and
 * gets the next attempt; messages of an older attempt are then ignored.
 */
public record JobId(UUID id, int attempt) implements Comparable<JobId> {

  private static final Comparator<JobId> ORDER =
      Comparator.<JobId>comparingLong(job -> job.id().getMostSignificantBits())
          .thenComparingLong(job -> job.id().getLeastSignificantBits())
          .thenComparingInt(JobId::attempt);

  private static final Pattern TEXT =
      Pattern.compile(
          "(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#(?<attempt>[1-9][0-9]{0,8}))?");

  public JobId {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempt " + attempt + " of job " + id + ": starts at 1");
    }
  }

  /** Reads {@link #toString}; empty if it is anything else. */
  public static Optional<JobId> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String attempt = matcher.group("attempt");
    return Optional.of(
        new JobId(
            UUID.fromString(matcher.group("id")), attempt == null ? 1 : Integer.parseInt(attempt)));
  }

  @Override
  public int compareTo(JobId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return attempt == 1 ? id.toString() : id + "#" + attempt;
  }
}
