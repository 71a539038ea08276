package dev.roastery.gateway.jobs;

import dev.roastery.gateway.jobs.service.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who may create a job, and what it is called. Only the host's thread is here, so that of two equal
 * requests one is first.
 */
final class JobCreations {

  /** What is asked, as far as it matters here. */
  record Wish(String client, @Nullable String key, String fingerprint) {

    private boolean isSame(JobRecord record) {
      return key != null && client.equals(record.client()) && key.equals(record.key());
    }

    private boolean isSame(Wish other) {
      return key != null && client.equals(other.client) && key.equals(other.key);
    }

    private void require(String other) {
      if (!fingerprint.equals(other)) {
        throw new Refusal(
            Refusal.Kind.KEY_REUSED,
            "this idempotency key was used for another request; use a new one");
      }
    }
  }

  /**
   * A job that is being created, or that is there.
   *
   * @param created completed when the job is recorded
   */
  record Place(UUID id, boolean isNew, CompletableFuture<UUID> created) {}

  private record Begun(Wish wish, CompletableFuture<UUID> created) {}

  private final RandomGenerator random;
  private final Map<UUID, Begun> begun = new HashMap<>();

  /**
   * What the volume has not taken, as far as is known: it may have, and the next start finds it. So
   * the same wish gets the same id again.
   */
  private final Map<UUID, Wish> doubtful = new HashMap<>();

  private long newestMillis;

  JobCreations(RandomGenerator random) {
    this.random = random;
  }

  Place place(
      Wish wish, Collection<JobRecord> jobs, Predicate<UUID> isOpen, int openMax, long nowMillis) {
    for (Map.Entry<UUID, Begun> each : begun.entrySet()) {
      if (wish.isSame(each.getValue().wish())) {
        wish.require(each.getValue().wish().fingerprint());
        return new Place(each.getKey(), false, each.getValue().created());
      }
    }
    for (JobRecord each : jobs) {
      if (wish.isSame(each)) {
        wish.require(each.fingerprint());
        return new Place(each.id(), false, CompletableFuture.completedFuture(each.id()));
      }
    }
    requireRoom(wish.client(), jobs, isOpen, openMax);
    for (Map.Entry<UUID, Wish> each : doubtful.entrySet()) {
      if (wish.isSame(each.getValue())) {
        wish.require(each.getValue().fingerprint());
        return begin(each.getKey(), wish);
      }
    }
    return begin(nextId(jobs, nowMillis), wish);
  }

  private Place begin(UUID id, Wish wish) {
    CompletableFuture<UUID> created = new CompletableFuture<>();
    begun.put(id, new Begun(wish, created));
    return new Place(id, true, created);
  }

  /** It is recorded. */
  boolean done(Place place) {
    doubtful.remove(place.id());
    begun.remove(place.id());
    return place.created().complete(place.id());
  }

  /** It came to nothing, or nobody knows. */
  boolean failed(Place place, RuntimeException why) {
    Begun failed = begun.remove(place.id());
    if (failed != null && failed.wish().key() != null) {
      doubtful.put(place.id(), failed.wish());
    }
    return place.created().completeExceptionally(why);
  }

  private void requireRoom(
      String client, Collection<JobRecord> jobs, Predicate<UUID> isOpen, int openMax) {
    Set<UUID> open = new HashSet<>();
    begun.forEach((id, each) -> {
      if (each.wish().client().equals(client)) {
        open.add(id);
      }
    });
    jobs.stream()
        .filter(job -> job.client().equals(client))
        .map(JobRecord::id)
        .filter(isOpen)
        .forEach(open::add);
    if (open.size() >= openMax) {
      throw new Refusal(
          Refusal.Kind.TOO_MANY,
          "you have " + open.size() + " open jobs, as many as are allowed: finish or cancel one");
    }
  }

  /**
   * Younger than all that are known, whatever the clock says: partitions tell by it which jobs are
   * long over.
   */
  private UUID nextId(Collection<JobRecord> jobs, long nowMillis) {
    if (newestMillis == 0) {
      newestMillis = jobs.stream().map(JobRecord::id).mapToLong(TimedIds::millis).max().orElse(0);
    }
    newestMillis = Math.max(nowMillis, newestMillis + 1);
    return TimedIds.next(newestMillis, random);
  }
}
