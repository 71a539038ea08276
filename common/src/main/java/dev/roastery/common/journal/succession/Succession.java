package dev.roastery.common.journal.succession;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.recovery.Recovered;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How one owner of a partition follows another: in the folders of a volume, or in an object store.
 */
public interface Succession {

  /**
   * Makes the caller the next owner, and reads what the epoch that counts holds.
   *
   * @param fresh the volume's id from now on, if there is nothing; no other call has the same
   */
  Takeover take(String partition, UUID fresh, LastDeed deed, CrashPoints crash);

  /** An epoch that was taken, and what was found: the one lasts, the other is forgotten soon. */
  record Takeover(Taken taken, Recovered recovered) {}

  /** An epoch that was taken. */
  interface Taken {

    EpochWriter epoch();

    /** Whether files of an older epoch have names in this one. */
    boolean hasTaken();

    /** At what length a segment is followed by a new one. */
    long segmentBytes(long asked);

    /** The highest epoch that any node has claimed. */
    long newest() throws IOException;

    /** The epoch is safe, and no other node was the owner meanwhile: the older ones end. */
    void settle();
  }

  /** What a volume says of itself: no id when no epoch in the directory has a snapshot. */
  record VolumeState(@Nullable UUID id, long newestEpoch) {}

  /** Looks, and claims nothing. */
  VolumeState inspect(String partition, LastDeed deed);

  /** Whether a deed of this directory was ever confirmed. */
  boolean isDeeded() throws IOException;

  /** Puts on record that one was. */
  void deeded() throws IOException;

  /** The broker is known to be new and empty. */
  void forgetDeed() throws IOException;
}
