package dev.roastery.common.query.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.Sha256;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.HexFormat;

/**
 * A time zone, with a fingerprint of the rules that this Java has for it. Governments change the
 * rules and each release of Java brings its own: a plan carries the fingerprint, and a process
 * whose rules are others refuses to convert. So no two processes convert the same timestamp
 * differently.
 */
public record Zone(String id, String fingerprint) {

  private static final int FINGERPRINT_BYTES = 8;

  /** The zone of that name with this Java's rules; a DateTimeException if there is none. */
  public static Zone of(String id) {
    return new Zone(id, fingerprint(ZoneId.of(id).getRules()));
  }

  public ZoneRules rules() {
    return ZoneId.of(id).getRules();
  }

  /** Whether this Java has the same rules. */
  public boolean isKnownHere() {
    return fingerprint.equals(fingerprint(rules()));
  }

  /** In numbers and names that no release of Java writes differently. */
  private static String fingerprint(ZoneRules rules) {
    StringBuilder all = new StringBuilder();
    if (rules.isFixedOffset()) {
      all.append(rules.getOffset(Instant.EPOCH).getTotalSeconds());
    }
    for (ZoneOffsetTransition each : rules.getTransitions()) {
      all.append(each.toEpochSecond());
      offsets(all, each.getOffsetBefore(), each.getOffsetAfter());
    }
    for (ZoneOffsetTransitionRule each : rules.getTransitionRules()) {
      all.append(each.getMonth().name()).append(' ').append(each.getDayOfMonthIndicator());
      all.append(' ').append(each.getDayOfWeek() == null ? "" : each.getDayOfWeek().name());
      all.append(' ').append(each.getLocalTime().toSecondOfDay());
      all.append(' ').append(each.isMidnightEndOfDay() ? 24 : 0);
      all.append(' ').append(each.getTimeDefinition().name());
      offsets(all, each.getOffsetBefore(), each.getOffsetAfter());
    }
    byte[] digest = Sha256.start().digest(all.toString().getBytes(UTF_8));
    return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
  }

  private static void offsets(StringBuilder all, ZoneOffset before, ZoneOffset after) {
    all.append(' ').append(before.getTotalSeconds());
    all.append(' ').append(after.getTotalSeconds()).append('\n');
  }
}
