package dev.roastery.simulation.disk;

import java.util.Map;
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

  NameChange copy(Map<Inode, Inode> copies) {
    Inode copied = inode == null ? null : inode.copy(copies);
    return new NameChange(directory.copy(copies), gone, name, copied);
  }
}
