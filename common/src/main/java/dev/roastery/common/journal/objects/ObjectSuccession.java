package dev.roastery.common.journal.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.objects.Chain.Nothing;
import dev.roastery.common.journal.objects.Chain.State;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.journal.succession.Succession;
import dev.roastery.common.storage.FailStop;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/**
 * One owner after the other in an object store. A new owner first takes a number, gives the epoch
 * that counts its end, and reads at leisure what cannot change any more. Then its journal makes a
 * snapshot of its own. An owner that dies before that is passed over: whoever ends its epoch too
 * goes on from the same state.
 */
public final class ObjectSuccession implements Succession {

  /**
   * How many epochs before that of the deed are looked at once more: their owners may have died
   * before they had cleared away what was before them.
   */
  private static final long LEFT_BEHIND_MAX = 32;

  private final PatientStore store;
  private final EpochNames names;
  private final ManifestLog log;

  public ObjectSuccession(PatientStore store, String directory) {
    this.store = store;
    this.names = new EpochNames(directory);
    this.log = new ManifestLog(store, names);
  }

  @Override
  public Takeover take(String partition, UUID fresh, LastDeed deed, CrashPoints crash) {
    FailStop guard = new FailStop(() -> false);
    return guard.reading(
        names.partition(),
        () -> {
          try {
            return taken(partition, fresh, deed, crash);
          } catch (DamagedException e) {
            throw new Fatal(e.reason(), String.valueOf(e.getMessage()), e);
          }
        });
  }

  private Takeover taken(String partition, UUID fresh, LastDeed deed, CrashPoints crash)
      throws IOException, DamagedException {
    SegmentCache cache = new SegmentCache(store);
    Groups groups = new Groups(store, names, cache);
    SpilledPieces spilled = new SpilledPieces(store, names);
    Chain chain = new Chain(log, groups, names, partition, crash);
    long known = deed instanceof LastDeed.Of(long epoch) ? epoch : 0;
    chain.follow(known);
    long after = deed instanceof LastDeed.Lost(long lost) ? lost : 0;
    long number = number(Math.max(after, chain.epoch()) + 1, fresh);
    crash.reached(CrashPoint.RECOVERY_EPOCH_CLAIMED);
    chain.endFor(number, fresh);
    Recovered recovered =
        switch (chain.base()) {
          case Nothing(UUID volume) -> Recovered.nothing(volume == null ? fresh : volume);
          case State state -> read(state, new EndedEpoch(cache, groups, names, spilled), number);
        };
    crash.reached(CrashPoint.RECOVERY_SNAPSHOT_LOADED);
    recovered.spilled().forEach(spilled::know);
    Origin origin = new Origin(recovered.volume(), partition, number);
    EpochDisk disk = new EpochDisk(log, spilled, origin);
    FailStop guard = new FailStop(disk::isFenced);
    recovered.readBy(guard);
    EpochWriter writer = new EpochWriter(disk, guard, crash, names.directory(number), origin);
    ClearedEpochs cleared =
        new ClearedEpochs(names, Math.max(1, known - LEFT_BEHIND_MAX), recovered.spilled());
    return new Takeover(new TakenObjects(store, writer, cleared), recovered);
  }

  /** Damage is none if a later owner has cleared away meanwhile what this claimant reads. */
  private Recovered read(State state, EndedEpoch ended, long number)
      throws IOException, DamagedException {
    try {
      Recovered recovered = ended.read(state);
      if (!recovered.findings().isEmpty()) {
        requireNotPassedOver(number);
      }
      return recovered;
    } catch (DamagedException e) {
      requireNotPassedOver(number);
      throw e;
    }
  }

  private void requireNotPassedOver(long number) throws StoreException {
    if (store.getExisting(names.manifest(number, 1)).isPresent()) {
      throw new Fatal(
          FatalReason.FENCED, names.directory(number) + " was passed over: another owner goes on");
    }
  }

  /** The next number that nobody else has. */
  private long number(long from, UUID nonce) throws IOException {
    byte[] mine = (nonce + "\n").getBytes(UTF_8);
    long number = from;
    while (store.create(names.claim(number), mine) instanceof Settled.Others) {
      number++;
    }
    return number;
  }

  private record TakenObjects(PatientStore store, EpochWriter epoch, ClearedEpochs cleared)
      implements Taken {

    @Override
    public boolean hasTaken() {
      return false;
    }

    /** Each group is an object. */
    @Override
    public long segmentBytes(long asked) {
      return 1;
    }

    @Override
    public long newest() {
      return epoch.origin().epoch();
    }

    /** Nobody waits for what is cleared away, least of all the jobs of the partition. */
    @Override
    public void settle() {
      long mine = epoch.origin().epoch();
      epoch
          .guard()
          .writing(epoch.directory(), () -> store.soon(quiet -> cleared.clearBefore(mine, quiet)));
    }
  }

  @Override
  public VolumeState inspect(String partition, LastDeed deed) {
    return new FailStop(() -> false)
        .reading(
            names.partition(),
            () -> {
              Optional<byte[]> first = store.getExisting(names.first());
              if (first.isEmpty()) {
                return new VolumeState(null, 0);
              }
              try {
                UUID volume = Manifest.read(names.first().text(), first.get()).origin().volume();
                return new VolumeState(volume, newest(deed));
              } catch (DamagedException e) {
                throw new Fatal(e.reason(), String.valueOf(e.getMessage()), e);
              }
            });
  }

  /** The epoch of a deed has a snapshot of its own, since before there was a deed. */
  private long newest(LastDeed deed) throws IOException {
    return switch (deed) {
      case LastDeed.None() -> 0;
      case LastDeed.Of(long epoch) ->
          store.getExisting(names.manifest(epoch, 1)).isPresent() ? epoch : 0;
      case LastDeed.Lost(long epoch) -> epoch;
    };
  }

  @Override
  public boolean isDeeded() throws IOException {
    return store.getExisting(names.deeded()).isPresent();
  }

  @Override
  public void deeded() throws IOException {
    store.create(names.deeded(), new byte[] {'\n'});
  }

  @Override
  public void forgetDeed() throws IOException {
    store.delete(names.deeded());
  }
}
