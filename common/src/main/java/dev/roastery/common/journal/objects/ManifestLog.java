package dev.roastery.common.journal.objects;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.objects.Manifest.Saved;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the logs of a partition's epochs, and adds to them. */
record ManifestLog(PatientStore store, EpochNames names) {

  /** The last snapshots of a log, at different positions, as far as they were seen. */
  record Tail(List<Manifest> saved, @Nullable Sealed end, long next) {

    Tail {
      saved = List.copyOf(saved);
    }
  }

  Optional<Manifest> first() throws StoreException, DamagedException {
    return read(names.first());
  }

  /** Looks far enough back to see the last two positions of snapshots, if there were two. */
  Tail tail(long epoch) throws StoreException, DamagedException {
    long from = Math.max(1, last(epoch) - 2);
    Tail tail = tail(epoch, from);
    for (long back = 2; tail.saved().size() < 2 && from > 1; back *= 2) {
      from = Math.max(1, from - back);
      tail = tail(epoch, from);
    }
    return tail;
  }

  /**
   * The newest of each of the last two positions: of several snapshots at one position, that one is
   * kept by its owner as a whole.
   */
  static List<Manifest> kept(List<Manifest> saved) {
    List<Manifest> kept = new ArrayList<>();
    for (Manifest manifest : saved) {
      kept.removeIf(each -> position(each) == position(manifest));
      kept.add(manifest);
    }
    return List.copyOf(kept.subList(Math.max(0, kept.size() - 2), kept.size()));
  }

  private Tail tail(long epoch, long from) throws StoreException, DamagedException {
    List<Manifest> saved = new ArrayList<>();
    for (long number = from; ; number++) {
      Manifest manifest = read(names.manifest(epoch, number)).orElse(null);
      if (manifest == null) {
        return new Tail(kept(saved), null, number);
      }
      if (manifest.entry() instanceof Sealed end) {
        return new Tail(kept(saved), end, number);
      }
      saved.add(manifest);
    }
  }

  /** The last entry, by doubling steps and then halving ones, for a log has no gap. */
  private long last(long epoch) throws StoreException {
    long there = 0;
    long step = 1;
    while (has(epoch, there + step)) {
      there += step;
      step *= 2;
    }
    while (step > 1) {
      step /= 2;
      if (has(epoch, there + step)) {
        there += step;
      }
    }
    return there;
  }

  private Optional<Manifest> read(ObjectName name) throws StoreException, DamagedException {
    byte[] bytes = store.get(name).orElse(null);
    return bytes == null ? Optional.empty() : Optional.of(Manifest.read(name.text(), bytes));
  }

  /** Adds an entry, if there is none of its number. */
  Settled add(long epoch, Manifest manifest) throws StoreException {
    return store.create(names.manifest(epoch, manifest.number()), manifest.bytes());
  }

  /** Whether another entry has this number: then its writer is fenced, or the epoch has ended. */
  boolean has(long epoch, long number) throws StoreException {
    return store.get(names.manifest(epoch, number)).isPresent();
  }

  /** Where the journal goes on behind the snapshot of that entry. */
  static long position(Manifest manifest) {
    return ((Saved) manifest.entry()).position();
  }
}
