package dev.roastery.simulation.disk;

/**
 * What a power loss makes of everything that was not forced or synced. Where an outcome leaves a
 * choice, the disk's generator makes it.
 */
public enum PowerLoss {
  /** The disk was lucky: nothing is missing. */
  ALL_KEPT,
  /** Nothing that was not forced or synced has reached the platter. */
  ALL_DROPPED,
  /** Of each file a prefix that ends at any byte, and of all changed names the first few. */
  PREFIX_KEPT,
  /** Everything, except that each file's last write is cut at any byte. */
  LAST_WRITE_TORN,
  /** All names and sizes, but some sectors hold zeros, noise or what stood elsewhere. */
  SECTORS_TRASHED,
  /** Bytes without names. */
  DIRECTORY_DROPPED_DATA_KEPT,
  /** Names without bytes. */
  DATA_DROPPED_DIRECTORY_KEPT,
  /** The fate of each write and each changed name is independent. */
  RANDOM
}
