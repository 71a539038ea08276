package dev.roastery.gateway.jobs;

import dev.roastery.gateway.jobs.service.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request creates a job, and the id of the new job. Only the host's thread calls
 * it, so that one of two equal requests is first.
 */
final class JobCreations {

  /** The part of a request that decides whether it equals another one. */
  record Wish(String client, @Nullable String key, String fingerprint) {

    private static Wish of(JobRecord job) {
      return new Wish(job.client(), job.key(), job.fingerprint());
    }

    /** Finds the same request; refuses another request with the same key. */
    private <T> Optional<T> sameIn(Collection<T> among, Function<T, Wish> wished) {
      Optional<T> same =
          among.stream()
              .filter(each -> key != null)
              .filter(each -> client.equals(wished.apply(each).client))
              .filter(each -> Objects.equals(key, wished.apply(each).key))
              .findFirst();
      if (same.isPresent() && !fingerprint.equals(wished.apply(same.get()).fingerprint)) {
        throw new Refusal(
            Refusal.Kind.KEY_REUSED,
            "this idempotency key was used for another request; use a new one");
      }
      return same;
    }
  }

  /**
   * The place of a request's job.
   *
   * @param isNew whether the caller must create the job
   * @param created completed when the job is recorded
   */
  record Place(UUID id, Wish wish, boolean isNew, CompletableFuture<UUID> created) {}

  private final RandomGenerator random;
  private final Map<UUID, Place> begun = new HashMap<>();

  /**
   * Requests whose record could not be written. It may be on the disk nevertheless, where the next
   * start finds it: so the same request gets the same id again.
   */
  private final Map<UUID, Wish> doubtful = new HashMap<>();

  private long newestMillis;

  JobCreations(RandomGenerator random) {
    this.random = random;
  }

  Place place(
      Wish wish, Collection<JobRecord> jobs, Predicate<UUID> isOpen, int openMax, long nowMillis) {
    Optional<Place> same = wish.sameIn(begun.values(), Place::wish);
    if (same.isPresent()) {
      return new Place(same.get().id(), wish, false, same.get().created());
    }
    Optional<JobRecord> job = wish.sameIn(jobs, Wish::of);
    if (job.isPresent()) {
      UUID id = job.get().id();
      return new Place(id, wish, false, CompletableFuture.completedFuture(id));
    }
    requireRoom(wish.client(), begun.values(), jobs, isOpen, openMax);
    UUID id =
        wish.sameIn(doubtful.entrySet(), Map.Entry::getValue)
            .map(Map.Entry::getKey)
            .orElseGet(() -> nextId(jobs, nowMillis));
    Place place = new Place(id, wish, true, new CompletableFuture<>());
    begun.put(id, place);
    return place;
  }

  /** The job is recorded. */
  boolean done(Place place) {
    doubtful.remove(place.id());
    begun.remove(place.id());
    return place.created().complete(place.id());
  }

  /** The job could not be recorded, as far as is known. */
  boolean failed(Place place, RuntimeException why) {
    begun.remove(place.id());
    if (place.wish().key() != null) {
      doubtful.put(place.id(), place.wish());
    }
    return place.created().completeExceptionally(why);
  }

  /** Refuses one more open job to a client that has as many as it may. */
  static void requireRoom(
      String client,
      Collection<Place> begun,
      Collection<JobRecord> jobs,
      Predicate<UUID> isOpen,
      int openMax) {
    Set<UUID> open = new HashSet<>();
    begun.stream()
        .filter(each -> each.wish().client().equals(client))
        .map(Place::id)
        .forEach(open::add);
    jobs.stream()
        .filter(job -> job.client().equals(client))
        .map(JobRecord::id)
        .filter(isOpen)
        .forEach(open::add);
    if (open.size() >= openMax) {
      throw new Refusal(
          Refusal.Kind.TOO_MANY,
          "you have " + open.size() + " open jobs, the maximum: finish or cancel one");
    }
  }

  /**
   * An id that is newer than all known ones, even if the clock was set back: partitions use the
   * time in it to recognise jobs that ended long ago.
   */
  private UUID nextId(Collection<JobRecord> jobs, long nowMillis) {
    if (newestMillis == 0) {
      newestMillis = jobs.stream().map(JobRecord::id).mapToLong(TimedIds::millis).max().orElse(0);
    }
    newestMillis = Math.max(nowMillis, newestMillis + 1);
    return TimedIds.next(newestMillis, random);
  }
}
