package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.Snapshot;
import dev.roastery.common.journal.objects.Chain.State;
import dev.roastery.common.journal.recovery.Journal;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.RecoveryReport.SnapshotFallback;
import dev.roastery.common.spill.SpilledFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an ended epoch holds: its newest readable snapshot, and the groups behind it. Nothing of it
 * changes any more, so there is no haste.
 */
final class EndedEpoch {

  private final SegmentCache cache;
  private final Groups groups;
  private final EpochNames names;
  private final SpilledPieces spilled;

  EndedEpoch(SegmentCache cache, Groups groups, EpochNames names, SpilledPieces spilled) {
    this.cache = cache;
    this.groups = groups;
    this.names = names;
    this.spilled = spilled;
  }

  Recovered read(State state) throws DamagedException, IOException {
    try {
      return read(state, state.newest(), null);
    } catch (DamagedException e) {
      if (e.reason() != FatalReason.SNAPSHOT_CORRUPT || state.saved().size() == 1) {
        throw e;
      }
      return read(state, state.saved().getFirst(), e);
    }
  }

  private Snapshot snapshot(Manifest manifest) throws DamagedException, IOException {
    String path = path(manifest);
    Snapshot snapshot = Snapshot.read(path, bytes(path));
    if (!snapshot.head().origin().equals(manifest.origin())
        || snapshot.head().position() != ManifestLog.position(manifest)) {
      throw new DamagedException(
          FatalReason.SNAPSHOT_CORRUPT, path + ": it is a different object in the wrong place");
    }
    for (SpilledFile file : snapshot.spilled()) {
      spilled.check(file);
    }
    return snapshot;
  }

  private byte[] bytes(String path) throws DamagedException, IOException {
    try {
      return cache.read(path);
    } catch (NoSuchFileException e) {
      throw new DamagedException(
          FatalReason.SNAPSHOT_CORRUPT,
          path + " is missing: restore it, or give the partition up",
          e);
    }
  }

  private String path(Manifest manifest) {
    return names.snapshot(manifest.origin().epoch(), manifest.number()).text();
  }

  private Recovered read(State state, Manifest used, @Nullable DamagedException newer)
      throws DamagedException, IOException {
    Snapshot snapshot = snapshot(used);
    Origin origin = used.origin();
    long from = ManifestLog.position(used);
    EpochFiles files = groups.files(origin, from, state.end());
    Journal journal = Journal.read(files, origin, snapshot.ledger(), from, state.end());
    List<SnapshotFallback> findings = new ArrayList<>();
    if (newer != null) {
      findings.add(
          new SnapshotFallback(
              path(state.newest()), String.valueOf(newer.getMessage()), path(used)));
    }
    return new Recovered(
        origin.epoch(),
        origin.volume(),
        state.end(),
        snapshot.ledger(),
        List.of(snapshot.state()),
        snapshot.spilled(),
        journal.chunks(),
        journal.bytes(),
        List.copyOf(findings));
  }
}
