package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreUnfitException;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries all that the contract asks of a store, times it, and deletes what it made. */
public final class StoreCheck {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCheck.class);
  private static final int KEYS = 8;
  private static final int RACERS = 8;
  private static final int LARGE_BYTES = 16 << 20;

  private static final List<StoreProbe> PROBES =
      List.of(
          new CreateProbe(),
          new RaceProbe(KEYS, RACERS),
          new RangeProbe("a small object", 1_000),
          new RangeProbe("an object of 16 MiB", LARGE_BYTES));

  /** What a check has found. */
  public sealed interface Fitness {

    record Fit(List<Latency> latencies) implements Fitness {}

    /**
     * It breaks the contract.
     *
     * @param how as a sentence
     */
    record Unfit(String how) implements Fitness {}
  }

  private StoreCheck() {}

  /**
   * @param passed is told each claim that was shown
   */
  public static Fitness run(ObjectStore store, Consumer<String> passed) throws StoreException {
    return run(store, PROBES, true, passed);
  }

  static Fitness run(
      ObjectStore store, List<StoreProbe> probes, boolean timed, Consumer<String> passed)
      throws StoreException {
    TestGround ground = new TestGround(store);
    try {
      for (StoreProbe probe : probes) {
        probe.run(ground);
        passed.accept(probe.claim());
      }
      Fitness fit = new Fitness.Fit(timed ? LatencyTable.of(ground) : List.of());
      ground.clean();
      return fit;
    } catch (UnfitStore | StoreUnfitException e) {
      cleanIfPossible(ground);
      return new Fitness.Unfit(String.valueOf(e.getMessage()));
    }
  }

  /** What an unfit store keeps is of less interest than that it is unfit. */
  private static void cleanIfPossible(TestGround ground) {
    try {
      ground.clean();
    } catch (StoreException e) {
      LOG.warn("objects of the check are left in the store: {}", e.getMessage());
    }
  }
}
