package dev.roastery.common.storage.object;

import dev.roastery.common.fault.Backoff;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The rule by which a create of unknown outcome is repeated: the same name, the same bytes, until
 * the store has told. "Exists already" after that is no answer yet, for the object may be that of
 * an earlier try; only its bytes tell. So who must know whether it was he who created, and not
 * another with the same bytes, puts a number into them that nobody else has.
 */
public final class SettledCreate {

  /** Whose object the name has. */
  public sealed interface Settled {

    /** It has these bytes. */
    record Mine() implements Settled {}

    /** It has other bytes. */
    record Others(byte[] bytes) implements Settled {}
  }

  private final ObjectStore store;
  private final int attempts;
  private final Backoff backoff;
  private final RandomGenerator chance;

  /**
   * @param attempts how many creates at most; a store that was in trouble in all of them is away,
   *     and then nothing is known
   */
  public SettledCreate(ObjectStore store, int attempts, Backoff backoff, RandomGenerator chance) {
    this.store = store;
    this.attempts = attempts;
    this.backoff = backoff;
    this.chance = chance;
  }

  public Settled create(ObjectName name, byte[] bytes) throws StoreException {
    String why = "";
    for (int attempt = 1; attempt <= attempts; attempt++) {
      switch (store.create(name, Content.of(bytes))) {
        case Creation.Created() -> {
          return new Settled.Mine();
        }
        case Creation.ExistsAlready() -> {
          byte[] there = store.get(name).orElse(null);
          if (there != null) {
            return Arrays.equals(there, bytes) ? new Settled.Mine() : new Settled.Others(there);
          }
          why = "the object was deleted meanwhile";
        }
        case Creation.Unknown(String trouble) -> why = trouble;
      }
      pause(attempt);
    }
    throw new StoreAwayException(
        "it is unknown whether " + name + " was created, after " + attempts + " tries: " + why);
  }

  private void pause(int failures) throws StoreAwayException {
    Pause.of(backoff.jitteredMillis(failures, chance));
  }
}
