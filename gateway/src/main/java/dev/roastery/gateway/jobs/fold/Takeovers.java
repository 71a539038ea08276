package dev.roastery.gateway.jobs.fold;

import java.util.HashSet;
import java.util.Set;

/**
 * Which takeovers of its partitions a job has on record. Immutable. Anyone who has the broker's
 * password can send heartbeats, so there is a limit to what a job keeps of them.
 *
 * @param known partitions and the epochs of their new owners
 */
public record Takeovers(Set<String> known) {

  public static final Takeovers NONE = new Takeovers(Set.of());

  private static final int MAX = 1_000;

  public Takeovers {
    known = Set.copyOf(known);
  }

  private static String key(String partition, long epoch) {
    return partition + " " + epoch;
  }

  public Takeovers with(String partition, long epoch) {
    Set<String> more = new HashSet<>(known);
    more.add(key(partition, epoch));
    return new Takeovers(more);
  }

  /** Whether a takeover is news, of which there is not too much. */
  public boolean takes(String partition, long epoch) {
    return known.size() < MAX && !known.contains(key(partition, epoch));
  }
}
