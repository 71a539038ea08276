package dev.roastery.simulation.disk;

import org.jspecify.annotations.Nullable;

/** One change of a directory's names: a name that goes, one that comes, or (a rename) both. */
record NameChange(
    DirectoryInode directory, @Nullable String gone, @Nullable String name, @Nullable Inode inode) {

  static NameChange creation(DirectoryInode directory, String name, Inode inode) {
    return new NameChange(directory, null, name, inode);
  }

  static NameChange deletion(DirectoryInode directory, String gone) {
    return new NameChange(directory, gone, null, null);
  }
}
