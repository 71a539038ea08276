package dev.roastery.common.storage.check;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.check.StoreCheck.Fitness;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.util.List;

/**
 * The check of a process at its start: that creates are create-only, also in a race, and that they
 * are read at once. Some forty requests. A store that fails it would lose acknowledged batches, so
 * the process ends.
 */
public final class BriefCheck {

  private static final List<StoreProbe> PROBES = List.of(new CreateProbe(), new RaceProbe(2, 8));

  private BriefCheck() {}

  /** Returns if the store is fit; while it is in trouble, its exception: try again later. */
  public static void require(ObjectStore store) throws StoreException {
    try {
      if (StoreCheck.run(store, PROBES, false, _ -> {}) instanceof Fitness.Unfit(String how)) {
        throw unfit(store, how);
      }
    } catch (StoreRefusedException e) {
      throw refused(e);
    }
  }

  /** The end of a process whose store breaks the contract. */
  public static Fatal unfit(ObjectStore store, String how) {
    return new Fatal(
        FatalReason.STORE_UNFIT,
        store + ": " + how + ". Choose another store: docs/object-store.md lists what is known");
  }

  /** The end of a process whose store will not have it. */
  public static Fatal refused(StoreRefusedException why) {
    return new Fatal(
        FatalReason.STORE_REFUSED,
        why.getMessage() + ". Mend that, then start again: docs/object-store.md",
        why);
  }
}
