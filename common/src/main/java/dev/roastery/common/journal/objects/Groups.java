package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the groups of an epoch's journal by their names: each is named by its position, which is
 * where the one before it ends. That one is not there is never believed of a get: only a create can
 * tell, and it seals the journal at the same time.
 */
final class Groups {

  private final PatientStore store;
  private final EpochNames names;
  private final SegmentCache cache;

  Groups(PatientStore store, EpochNames names, SegmentCache cache) {
    this.store = store;
    this.names = names;
    this.cache = cache;
  }

  /** Creates the seal behind the last group, or finds the one that is there. */
  Seal sealAfter(long epoch, long from, Seal mine) throws StoreException, DamagedException {
    long position = from;
    while (true) {
      ObjectName name = names.segment(epoch, position);
      byte[] there = store.get(name).orElse(null);
      if (there == null) {
        Seal seal = new Seal(mine.successor(), position);
        switch (store.create(name, seal.bytes())) {
          case Settled.Mine() -> {
            return seal;
          }
          case Settled.Others(byte[] others) -> there = others;
        }
      }
      Seal seal = Seal.of(there).orElse(null);
      if (seal != null) {
        return seal;
      }
      if (there.length == 0) {
        throw new DamagedException(
            FatalReason.JOURNAL_CORRUPT, name + " is empty: restore it, or give the partition up");
      }
      cache.keep(name.text(), there);
      position += there.length;
    }
  }

  /** The files of an ended epoch from a snapshot's position on, up to its end. */
  EpochFiles files(Origin origin, long from, long end) throws IOException, DamagedException {
    List<String> segments = new ArrayList<>();
    long epoch = origin.epoch();
    for (long position = from; position < end; ) {
      segments.add(FileKind.SEGMENT.fileName(position));
      position += size(names.segment(epoch, position));
    }
    return new EpochFiles(cache, names.directory(epoch), epoch, segments);
  }

  private long size(ObjectName segment) throws IOException, DamagedException {
    try {
      return cache.size(segment.text());
    } catch (NoSuchFileException e) {
      throw new DamagedException(
          FatalReason.JOURNAL_CORRUPT,
          segment
              + " is missing, and others behind it are there: restore it, or give the partition up",
          e);
    }
  }
}
