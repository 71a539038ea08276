package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The chain of a partition's epochs: each names the one that goes on from its end. The last one,
 * which has no end yet, counts; a claim that no epoch names counts nothing. A new owner gives it an
 * end by two creates:
 *
 * <ol>
 *   <li>a {@link Seal} under the name of the next group. It fails if the owner was faster; then
 *       that group is one more to read. After it no group becomes durable, however late its create
 *       takes effect.
 *   <li>an end in the log of the epoch. It fails if there is another entry. Then the owner may have
 *       deleted groups that this claimant was about to read, and the seal may stand where a group
 *       was: such a seal is never named by an end, and nobody believes it.
 * </ol>
 *
 * An epoch without a snapshot of its own has no group either: for it the second is enough.
 */
final class Chain {

  private final ManifestLog log;
  private final Groups groups;
  private final EpochNames names;
  private final String partition;
  private final CrashPoints crash;

  /** The epoch that counts, as far as it is known. */
  private long epoch;

  private long slot;
  private Base base = new Nothing(null);

  /** The last state on the chain. */
  sealed interface Base {}

  /** There was no snapshot yet; nobody knows a volume before there is a first owner. */
  record Nothing(@Nullable UUID volume) implements Base {}

  /**
   * Snapshots of an epoch, the newest last, and its groups up to the end.
   *
   * @param end less than 0 while the epoch has none
   */
  record State(long epoch, List<Manifest> saved, long end) implements Base {

    Manifest newest() {
      return saved.getLast();
    }
  }

  Chain(ManifestLog log, Groups groups, EpochNames names, String partition, CrashPoints crash) {
    this.log = log;
    this.groups = groups;
    this.names = names;
    this.partition = partition;
    this.crash = crash;
  }

  /** The epoch that counts; 0 when there was none. */
  long epoch() {
    return epoch;
  }

  Base base() {
    return base;
  }

  /** Goes along the ends, from an epoch that once counted, or from the very first for 0. */
  void follow(long from) throws StoreException, DamagedException {
    epoch = from;
    if (from == 0 && !begin()) {
      return;
    }
    while (true) {
      ManifestLog.Tail tail = log.tail(epoch);
      if (!tail.saved().isEmpty()) {
        base = new State(epoch, tail.saved(), -1);
      }
      slot = tail.next();
      Sealed end = tail.end();
      if (end == null) {
        return;
      }
      if (base instanceof State state && state.epoch() == epoch) {
        base = new State(epoch, state.saved(), end.end());
      }
      epoch = end.successor();
    }
  }

  private boolean begin() throws StoreException, DamagedException {
    Optional<Manifest> first = log.first();
    if (first.isPresent() && first.get().entry() instanceof Sealed end) {
      epoch = end.successor();
      base = new Nothing(first.get().origin().volume());
    }
    return first.isPresent();
  }

  /**
   * Makes the claimant of that epoch the successor of the one that counts. It is fenced by one with
   * a higher number; one with a lower number that was faster, and perhaps died, is followed.
   */
  void endFor(long successor, UUID fresh) throws StoreException, DamagedException {
    while (!isEndedFor(successor, fresh)) {
      follow(epoch);
      if (epoch >= successor) {
        throw fenced(epoch);
      }
    }
    crash.reached(CrashPoint.TAKEOVER_EPOCH_SEALED);
  }

  private boolean isEndedFor(long successor, UUID fresh) throws StoreException, DamagedException {
    if (epoch == 0) {
      Origin nobody = new Origin(fresh, partition, 0);
      Manifest first = new Manifest(nobody, 0, new Sealed(0, successor));
      base = new Nothing(fresh);
      return log.store().create(names.first(), first.bytes()) instanceof Settled.Mine;
    }
    return switch (base) {
      case State state when state.epoch() == epoch -> endsJournal(state, successor);
      case State state -> isAdded(origin(state), new Sealed(state.end(), successor));
      case Nothing(UUID volume) ->
          isAdded(new Origin(known(volume), partition, epoch), new Sealed(0, successor));
    };
  }

  /** Of the epoch at hand, whatever its last state is of. */
  private Origin origin(State state) {
    return new Origin(state.newest().origin().volume(), partition, epoch);
  }

  private UUID known(@Nullable UUID volume) {
    if (volume == null) {
      throw new Fatal(
          FatalReason.VOLUME_STALE,
          names.directory(epoch)
              + " has no entry in its log: the bucket is an old copy; restore the right one");
    }
    return volume;
  }

  private boolean endsJournal(State state, long successor) throws StoreException, DamagedException {
    Origin volume = origin(state);
    Seal mine = new Seal(new Origin(volume.volume(), partition, successor), 0);
    Seal there = groups.sealAfter(epoch, ManifestLog.position(state.newest()), mine);
    crash.reached(CrashPoint.TAKEOVER_JOURNAL_SEALED);
    long elected = there.successor().epoch();
    if (!isAdded(volume, new Sealed(there.position(), elected)) || elected != successor) {
      return false;
    }
    base = new State(epoch, state.saved(), there.position());
    return true;
  }

  private boolean isAdded(Origin of, Sealed end) throws StoreException {
    return log.add(epoch, new Manifest(of, slot, end)) instanceof Settled.Mine;
  }

  private Fatal fenced(long elected) {
    return new Fatal(
        FatalReason.FENCED,
        names.directory(elected) + " belongs to another owner, which was faster");
  }
}
