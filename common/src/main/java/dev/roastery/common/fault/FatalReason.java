package dev.roastery.common.fault;

/**
 * Why a process ended itself: a promise was broken that the process cannot repair. The numbers are
 * exit codes, listed in docs/operations.md; their meaning never changes.
 */
public enum FatalReason {
  FORCE_FAILED(40, "a force (fsync) failed: it is unknown what is durable"),
  NO_SPACE(41, "the volume is full"),
  DISK_UNREADABLE(42, "a file or directory of the volume cannot be read"),
  DISK_UNWRITABLE(43, "the volume cannot be written"),
  JOURNAL_CORRUPT(44, "a chunk buffer is damaged before its end: bit rot, not a torn write"),
  SNAPSHOT_CORRUPT(45, "no snapshot of an epoch is readable"),
  FORMAT_TOO_NEW(46, "a file was written by a newer version"),
  VOLUME_LOST(50, "the volume is empty, but the broker's owner card records earlier epochs"),
  VOLUME_FOREIGN(51, "the volume belongs to another installation or partition"),
  VOLUME_STALE(52, "the volume is older than the broker's owner card: a restored copy"),
  BROKER_LOST(53, "the volume has epochs, but the broker has no owner card: an empty broker"),
  VOLUME_IN_USE(55, "another process uses the volume"),
  FENCED(54, "another owner has claimed a higher epoch of this partition"),
  STORE_REFUSED(56, "the object store refuses the credentials, the bucket or the region"),
  STORE_UNFIT(57, "the object store does not do what keeping state in it needs"),
  BROKER_MISCONFIGURED(60, "a queue exists with different arguments"),
  BROKER_REFUSED(61, "the broker refuses this user or its TLS"),
  PORT_TAKEN(62, "the port cannot be listened on"),
  BROKEN_INVARIANT(70, "an internal check failed"),
  STUCK(71, "a stage has not returned from one message");

  private final int exitCode;
  private final String meaning;

  FatalReason(int exitCode, String meaning) {
    this.exitCode = exitCode;
    this.meaning = meaning;
  }

  public int exitCode() {
    return exitCode;
  }

  /** Whether concurrent work of another process on the directory can look like this. */
  public boolean mayPass() {
    return switch (this) {
      case DISK_UNREADABLE,
          JOURNAL_CORRUPT,
          SNAPSHOT_CORRUPT,
          VOLUME_LOST,
          VOLUME_FOREIGN,
          VOLUME_STALE,
          BROKER_LOST,
          FENCED ->
          true;
      case FORCE_FAILED,
          NO_SPACE,
          DISK_UNWRITABLE,
          FORMAT_TOO_NEW,
          STORE_REFUSED,
          STORE_UNFIT,
          BROKER_MISCONFIGURED,
          BROKER_REFUSED,
          PORT_TAKEN,
          VOLUME_IN_USE,
          BROKEN_INVARIANT,
          STUCK ->
          false;
    };
  }

  /** Whether it speaks of the volume of one partition only, of which other nodes may have more. */
  public boolean isOfPartitionVolume() {
    return this == VOLUME_LOST || this == VOLUME_FOREIGN || this == VOLUME_STALE;
  }

  public String meaning() {
    return meaning;
  }
}
