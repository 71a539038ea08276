package dev.roastery.common.journal.objects;

import static dev.roastery.common.fault.FatalReason.JOURNAL_CORRUPT;
import static dev.roastery.common.fault.FatalReason.SNAPSHOT_CORRUPT;

import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.objects.ChainCheck.Found;
import dev.roastery.common.journal.objects.ChainCheck.Log;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import dev.roastery.common.journal.recovery.VolumeCheck.Damage;
import dev.roastery.common.journal.recovery.VolumeCheck.Result;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads all objects of a partition's epochs, also those that no recovery would read, and changes
 * nothing. These must be there: every log along the chain, with its claim and its seal; and of the
 * last epoch that has a state, the snapshots that are kept, what they refer to, and the groups
 * behind them. An owner may be at work meanwhile, and delete what it has made up for before: if the
 * logs have grown, what was damaged is looked at again; and of a busy owner only that is damage
 * which was found at every look.
 */
public final class ObjectCheck {

  private static final int LOOKS_MAX = 5;

  private final PatientStore store;
  private final EpochNames names;
  private final String partition;
  private final Damages damages = new Damages();
  private final ListedEpochs listed;
  private final Found chain;
  private final PiecesCheck states;
  private final SpilledCheck spilled;

  public static Result of(PatientStore store, String directory, String partition)
      throws StoreException {
    EpochNames names = new EpochNames(directory);
    List<Damage> lasting = null;
    for (int look = 1; ; look++) {
      ObjectCheck check = new ObjectCheck(store, names, partition);
      Result result = check.result();
      if (result.damages().isEmpty() || check.isStill()) {
        return result;
      }
      List<Damage> now = result.damages();
      lasting = lasting == null ? now : lasting.stream().filter(now::contains).toList();
      if (look == LOOKS_MAX) {
        return result.with(lasting);
      }
    }
  }

  private ObjectCheck(PatientStore store, EpochNames names, String partition)
      throws StoreException {
    this.store = store;
    this.names = names;
    this.partition = partition;
    this.listed = ListedEpochs.of(store, names);
    this.chain = new ChainCheck(store, names, partition, listed, damages).read();
    this.states = new PiecesCheck(store, names, partition, chain, damages);
    this.spilled = new SpilledCheck(store, names, damages);
  }

  private boolean isStill() throws StoreException {
    Found now = new ChainCheck(store, names, partition, listed, new Damages()).read();
    return now.equals(chain);
  }

  private Result result() throws StoreException {
    for (Log log : chain.logs()) {
      checkSeal(log);
    }
    List<Log> withState = chain.logs().stream().filter(log -> log.states() > 0).toList();
    if (chain.isKnown() && !withState.isEmpty() && !withState.getLast().saved().isEmpty()) {
      checkNeeded(withState.getLast());
    }
    checkListed();
    Set<Long> epochs = new TreeSet<>(listed.epochs());
    chain.logs().forEach(log -> epochs.add(log.epoch()));
    return new Result(
        epochs.size(), states.snapshots(), states.groups(), damages.found(), List.of());
  }

  /** An epoch that never had a snapshot had no group either, and needs no seal. */
  private void checkSeal(Log log) throws StoreException {
    Sealed end = log.end();
    if (end == null || log.states() == 0) {
      return;
    }
    ObjectName name = names.segment(log.epoch(), end.end());
    switch (states.segment(log.epoch(), end.end())) {
      case PiecesCheck.Sealing(Seal seal) -> {
        if (seal.successor().epoch() != end.successor()) {
          damages.damaged(name, JOURNAL_CORRUPT, "it is the seal of another successor");
        }
      }
      case PiecesCheck.Nothing() ->
          damages.missing(
              name, JOURNAL_CORRUPT, "the log of its epoch says that its seal is there");
      case PiecesCheck.Group _ ->
          damages.damaged(name, JOURNAL_CORRUPT, "it is a group where the seal should be");
      case PiecesCheck.Damaged _, PiecesCheck.State _ -> {}
    }
  }

  private void checkNeeded(Log log) throws StoreException {
    List<Manifest> kept = ManifestLog.kept(log.saved());
    for (Manifest manifest : kept) {
      checkState(manifest);
    }
    checkGroups(log, ManifestLog.position(kept.getFirst()));
  }

  private void checkState(Manifest manifest) throws StoreException {
    long epoch = manifest.origin().epoch();
    switch (states.snapshot(epoch, manifest.number())) {
      case PiecesCheck.State(List<SpilledFile> files) -> {
        for (SpilledFile file : files) {
          spilled.check(file, manifest.origin());
        }
      }
      case PiecesCheck.Nothing() ->
          damages.missing(
              names.snapshot(epoch, manifest.number()),
              SNAPSHOT_CORRUPT,
              "the log of its epoch tells of it");
      case PiecesCheck.Damaged _, PiecesCheck.Group _, PiecesCheck.Sealing _ -> {}
    }
  }

  /** Each group begins where the one before it ends, up to the seal, or to where there is none. */
  private void checkGroups(Log log, long from) throws StoreException {
    Sealed end = log.end();
    long until = end == null ? Long.MAX_VALUE : end.end();
    long position = from;
    while (position < until) {
      ObjectName name = names.segment(log.epoch(), position);
      switch (states.segment(log.epoch(), position)) {
        case PiecesCheck.Group(long bytes) -> position += bytes;
        case PiecesCheck.Damaged(long bytes) ->
            position =
                bytes > 0 && isThere(log.epoch(), position + bytes)
                    ? position + bytes
                    : nextThere(log.epoch(), position, until);
        case PiecesCheck.Sealing _ when end == null -> position = until;
        case PiecesCheck.Sealing _ -> {
          damages.damaged(name, JOURNAL_CORRUPT, "it is a seal where a group should be");
          position = nextThere(log.epoch(), position, until);
        }
        case PiecesCheck.Nothing _, PiecesCheck.State _ -> {
          position = nextThere(log.epoch(), position, until);
          if (position < until || end != null) {
            damages.missing(name, JOURNAL_CORRUPT, "the journal of its epoch goes on behind it");
          }
        }
      }
    }
    if (end != null && position > until) {
      damages.damaged(
          names.segment(log.epoch(), until), JOURNAL_CORRUPT, "a group reaches beyond it");
    }
  }

  private boolean isThere(long epoch, long position) throws StoreException {
    return !(states.segment(epoch, position) instanceof PiecesCheck.Nothing);
  }

  /** Whatever is listed may be gone, and then says nothing. */
  private long nextThere(long epoch, long position, long until) throws StoreException {
    for (long next : listed.of(FileKind.SEGMENT, epoch)) {
      if (next > position && isThere(epoch, next)) {
        return Math.min(next, until);
      }
    }
    return until;
  }

  private void checkListed() throws StoreException {
    for (long epoch : listed.epochs()) {
      for (long number : listed.of(FileKind.SNAPSHOT, epoch)) {
        states.snapshot(epoch, number);
      }
      for (long position : listed.of(FileKind.SEGMENT, epoch)) {
        states.segment(epoch, position);
      }
    }
  }
}
