package dev.roastery.simulation.disk;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A directory: the names that are visible, and those that would exist after a power loss. */
final class DirectoryInode implements Inode {

  private DirectoryEntries names = new DirectoryEntries();

  /** Null as long as it would be the same as {@link #names}. */
  private @Nullable DirectoryEntries durable;

  DirectoryEntries names() {
    return names;
  }

  void change(NameChange change) {
    if (durable == null) {
      durable = names.copy();
    }
    apply(names, change);
  }

  /** This change has reached the platter, whatever became of those before it. */
  void applyDurably(NameChange change) {
    apply(Objects.requireNonNull(durable), change);
  }

  void sync() {
    durable = null;
  }

  /** The power is gone: what is durable is what one sees from now on. */
  void reboot() {
    if (durable != null) {
      names = durable;
      durable = null;
    }
  }

  /** Applied to an older set of names too; an inode never gets two names by it. */
  private static void apply(DirectoryEntries names, NameChange change) {
    if (change.gone() != null) {
      names.remove(change.gone());
    }
    if (change.name() != null && change.inode() != null) {
      names.remove(change.inode());
      names.put(change.name(), change.inode());
    }
  }
}
