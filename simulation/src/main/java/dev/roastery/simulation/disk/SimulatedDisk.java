package dev.roastery.simulation.disk;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.effect.Incarnation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A volume in memory, for any number of nodes at once. The fault model, as a contract:
 *
 * <ul>
 *   <li><b>A killed node</b> ({@link Incarnation#end}) loses nothing that it wrote: the kernel
 *       keeps it. Its mount and open files are dead; calls on them have no effect. Within an append
 *       it may die after any byte.
 *   <li><b>A power loss</b> kills every mount. Of the unsynced writes of each file, and of the
 *       unsynced creations, deletions and renames of each directory, any may be kept or lost,
 *       without regard to their order or to each other ({@link PowerLoss}). A write may be torn at
 *       any byte, or sectors of it hold something else; a lost write before a kept one leaves
 *       zeros. A rename is kept or lost as a whole, so that there always is the old file or the new
 *       one.
 *   <li><b>A force</b> saves a file's bytes and not its name; {@code syncDirectory} saves the names
 *       in one directory and not that directory's own. What was forced or synced stays as it is.
 *   <li><b>A failed force</b> (see {@link DiskFaults}) loses what it should have saved for good,
 *       though it can be read until the power loss and later forces return.
 *   <li><b>A failed call</b> has had no effect, or a part of it, or all. A full volume takes the
 *       bytes that fit, and no new names.
 * </ul>
 *
 * <p>Left out: a rename across directories and writes other than appends (the port has none);
 * damage to forced bytes that share a sector with a write in progress; a force or a sync that lies;
 * caches that are not shared by all mounts, as with a network file system whose clients cache
 * writes; the size of names and directories.
 */
public final class SimulatedDisk {

  private final SplittableRandom random;
  private final Tree tree = new Tree();
  private final DiskFaults faults = new DiskFaults();
  private int boot;

  public SimulatedDisk(SplittableRandom random) {
    this.random = random;
  }

  /** The volume as this life of a node sees it. */
  public Disk mount(Incarnation incarnation) {
    return new Mount(this, incarnation);
  }

  public DiskFaults faults() {
    return faults;
  }

  /** Kills all mounts at their next call, and what is unsynced suffers. */
  public void powerLoss(PowerLoss outcome) {
    Aftermath aftermath = new Aftermath(outcome, random);
    lose(aftermath, aftermath.kept(tree.unsynced()));
  }

  /** How many changes of names a power loss may undo. */
  public int unsyncedNames() {
    return tree.unsynced().size();
  }

  /** A power loss that keeps all data, and of the first 64 changed names those with a bit set. */
  public void powerLossKeepingNames(long mask) {
    List<NameChange> kept = new ArrayList<>();
    for (int i = 0; i < tree.unsynced().size(); i++) {
      if ((mask >>> i & 1) != 0) {
        kept.add(tree.unsynced().get(i));
      }
    }
    lose(new Aftermath(PowerLoss.ALL_KEPT, random), kept);
  }

  /** The paths of all files, sorted directory by directory. */
  public List<String> files() {
    return tree.paths();
  }

  /**
   * The names in a directory, without any effect or fault; none when there is no such directory.
   */
  public List<String> names(String directory) throws IOException {
    return tree.list(directory);
  }

  public long totalBytes() {
    long[] bytes = new long[1];
    tree.forEachFile((_, inode) -> bytes[0] += inode.length());
    return bytes[0];
  }

  /** The contents of a file, without any effect or fault. */
  public byte[] contents(String path) throws IOException {
    return tree.file(path).read();
  }

  int boot() {
    return boot;
  }

  Tree tree() {
    return tree;
  }

  int fitting(int size) {
    return faults.spaceLimited() ? faults.fitting(size, totalBytes()) : size;
  }

  /** Some length below this one. */
  int shorter(int size) {
    return size == 0 ? 0 : random.nextInt(size);
  }

  private void lose(Aftermath aftermath, List<NameChange> kept) {
    tree.reboot(List.copyOf(kept));
    tree.forEachFile((_, inode) -> aftermath.settle(inode));
    boot++;
  }
}
