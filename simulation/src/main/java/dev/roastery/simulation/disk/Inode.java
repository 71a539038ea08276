package dev.roastery.simulation.disk;

import java.util.Map;

/** A file or directory, whatever its name is. */
sealed interface Inode permits DirectoryInode, FileInode {

  /** Copies this and all it leads to, once each: two names of one inode stay so. */
  Inode copy(Map<Inode, Inode> copies);
}
