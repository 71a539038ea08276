package dev.roastery.common.spill;

/**
 * The spilled files of one partition. A file is a sequence of records, each under its own checksum.
 * What cannot be written or read ends the partition, as with its journal.
 */
public interface SpillStore {

  /** Begins a file. */
  Growing create();

  /** The record there; {@link Piece#next} is where the one behind it begins. */
  Piece read(SpilledFile file, long offset);

  /** Where a file's first record begins. */
  long start(SpilledFile file);

  /** The state does not refer to this file any more; a snapshot still may. */
  void release(SpilledFile file);

  /** A record, and where the next one begins: at the file's length when there is none. */
  record Piece(byte[] bytes, long next) {}

  /** A file being written. */
  interface Growing {

    /** Appends a record, and returns where it begins. */
    long append(byte[] record);

    /** How long the file is by now. */
    long length();

    /** Makes the file safe. */
    SpilledFile finish();

    /** The file is not wanted after all. */
    void discard();
  }
}
