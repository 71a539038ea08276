package dev.roastery.common.journal.objects;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.objects.Manifest.Saved;
import dev.roastery.common.journal.objects.Manifest.Sealed;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.common.storage.object.StoreException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the logs of a partition's epochs, and adds to them. */
record ManifestLog(PatientStore store, EpochNames names) {

  /** The last entries of a log, as far as they were seen: there may be more. */
  record Tail(List<Manifest> saved, @Nullable Sealed end, long next) {

    Tail {
      saved = List.copyOf(saved);
    }
  }

  Optional<Manifest> first() throws StoreException, DamagedException {
    return read(names.first());
  }

  /** Looks from the entry before the last one, so that the last two snapshots are seen. */
  Tail tail(long epoch) throws StoreException, DamagedException {
    long number = Math.max(1, last(epoch) - 2);
    Deque<Manifest> saved = new ArrayDeque<>();
    while (true) {
      Manifest manifest = read(names.manifest(epoch, number)).orElse(null);
      if (manifest == null) {
        return new Tail(List.copyOf(saved), null, number);
      }
      if (manifest.entry() instanceof Sealed end) {
        return new Tail(List.copyOf(saved), end, number);
      }
      saved.addLast(manifest);
      if (saved.size() > 2) {
        saved.removeFirst();
      }
      number++;
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

  /** Of the last two snapshots the position of the newest. */
  static long position(Manifest manifest) {
    return ((Saved) manifest.entry()).position();
  }
}
