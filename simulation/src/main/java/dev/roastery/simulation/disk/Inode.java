package dev.roastery.simulation.disk;

/** A file or directory, whatever its name is. */
sealed interface Inode permits DirectoryInode, FileInode {}
