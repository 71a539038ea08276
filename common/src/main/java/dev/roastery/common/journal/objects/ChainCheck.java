package dev.roastery.common.journal.objects;

import static dev.roastery.common.fault.FatalReason.JOURNAL_CORRUPT;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.objects.Manifest.Saved;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads every entry of the log of every epoch along a partition's chain, from the first on. None of
 * these objects is ever deleted, so each that is not there is damage.
 */
final class ChainCheck {

  private final PatientStore store;
  private final EpochNames names;
  private final String partition;
  private final ListedEpochs listed;
  private final Damages damages;
  private final List<Log> logs = new ArrayList<>();
  private @Nullable UUID volume;
  private boolean isKnown = true;

  /**
   * The log of an epoch.
   *
   * @param states how many snapshots it has told of
   * @param saved the entries of these, as far back as they are without damage
   * @param end of the epoch, if it has ended
   */
  record Log(long epoch, long states, List<Manifest> saved, @Nullable Sealed end) {

    Log {
      saved = List.copyOf(saved);
    }
  }

  /**
   * All logs, as far as they can be followed.
   *
   * @param volume nothing where the beginning is damaged
   * @param isKnown whether the last one is that of the epoch which counts
   */
  record Found(List<Log> logs, @Nullable UUID volume, boolean isKnown) {

    Found {
      logs = List.copyOf(logs);
    }

    boolean has(long epoch) {
      return logs.stream().anyMatch(log -> log.epoch() == epoch);
    }

    /** The entry that tells of a snapshot, if there is one. */
    Optional<Manifest> saved(long epoch, long number) {
      return logs.stream()
          .filter(log -> log.epoch() == epoch)
          .flatMap(log -> log.saved().stream())
          .filter(manifest -> manifest.number() == number)
          .findFirst();
    }
  }

  ChainCheck(
      PatientStore store,
      EpochNames names,
      String partition,
      ListedEpochs listed,
      Damages damages) {
    this.store = store;
    this.names = names;
    this.partition = partition;
    this.listed = listed;
    this.damages = damages;
  }

  Found read() throws StoreException {
    Sealed end = first();
    while (end != null) {
      Log log = log(end.successor());
      logs.add(log);
      end = log.end();
    }
    refuseMissingEnd();
    return new Found(logs, volume, isKnown);
  }

  private @Nullable Sealed first() throws StoreException {
    ObjectName name = names.first();
    Optional<byte[]> bytes = store.getExisting(name);
    if (bytes.isPresent()) {
      Manifest first = entry(name, bytes.get(), 0, 0);
      isKnown = first != null;
      return first == null ? null : end(name, first);
    }
    if (lastWithEntry() > 0) {
      damages.missing(name, JOURNAL_CORRUPT, "there is an epoch");
      isKnown = false;
    }
    return null;
  }

  /** A claim is made before its epoch begins, and may be all that a claimant came to. */
  private long lastWithEntry() {
    return listed.epochs().stream()
        .filter(epoch -> !listed.of(FileKind.MANIFEST, epoch).isEmpty())
        .reduce(0L, Math::max);
  }

  private void refuseMissingEnd() {
    if (isKnown && !logs.isEmpty() && lastWithEntry() > logs.getLast().epoch()) {
      Log last = logs.getLast();
      damages.missing(
          names.manifest(last.epoch(), last.states() + 1),
          JOURNAL_CORRUPT,
          "there is an epoch behind its own");
      isKnown = false;
    }
  }

  private Log log(long epoch) throws StoreException {
    if (store.getExisting(names.claim(epoch)).isEmpty()) {
      damages.missing(names.claim(epoch), JOURNAL_CORRUPT, "its epoch has begun");
    }
    List<Manifest> saved = new ArrayList<>();
    for (long number = 1; ; number++) {
      ObjectName name = names.manifest(epoch, number);
      Optional<byte[]> bytes = store.getExisting(name);
      if (bytes.isEmpty() && listed.nextAfter(FileKind.MANIFEST, epoch, number) < 0) {
        return new Log(epoch, number - 1, saved, null);
      }
      Manifest manifest = bytes.isEmpty() ? null : entry(name, bytes.get(), epoch, number);
      isKnown = manifest != null;
      if (manifest == null) {
        saved.clear();
        if (bytes.isEmpty()) {
          damages.missing(name, JOURNAL_CORRUPT, "a later entry of its log is there");
        }
      } else if (manifest.entry() instanceof Saved) {
        saved.add(manifest);
      } else {
        return new Log(epoch, number - 1, saved, end(name, manifest));
      }
    }
  }

  /** Nothing when there is damage, which has been told. */
  private @Nullable Manifest entry(ObjectName name, byte[] bytes, long epoch, long number) {
    try {
      Manifest manifest = Manifest.read(name.text(), bytes);
      Origin origin = Damages.own(name, manifest.origin(), partition);
      UUID own = volume == null ? origin.volume() : volume;
      if (origin.equals(new Origin(own, partition, epoch)) && manifest.number() == number) {
        volume = own;
        return manifest;
      }
      damages.damaged(name, JOURNAL_CORRUPT, "it is a different object in the wrong place");
    } catch (DamagedException e) {
      damages.unreadable(name, e);
    }
    return null;
  }

  /** No epoch goes on before its own time: else the chain would have no end. */
  private @Nullable Sealed end(ObjectName name, Manifest manifest) {
    if (manifest.entry() instanceof Sealed end && end.successor() > manifest.origin().epoch()) {
      return end;
    }
    isKnown = false;
    damages.damaged(name, JOURNAL_CORRUPT, "it does not end its epoch");
    return null;
  }
}
