package dev.roastery.common.fault;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The points at which a process can be crashed on purpose, one or more for each row C01 to C33 of
 * docs/faults.md (C34 and C35 are schedules over all of them). The aliases are the names from the
 * system that Roastery descends from.
 */
public enum CrashPoint {
  /** C01: a message is here, and nothing of it is on disk. */
  RECEIVED_BEFORE_APPEND,
  /** C02: half of what is being appended is in the file. */
  WITHIN_APPEND,
  /** C03: whole frames are in the file, and not forced. */
  APPENDED_BEFORE_FORCE,
  /** C04: the group is safe, and the broker does not know. */
  FORCED_BEFORE_ACK,
  /** C05: the broker has forgotten the message. */
  ACKED,
  /** C06: the message is about to be applied. */
  BEFORE_PROCESS("CRASH_BEFORE_PROCESS"),
  /** C07: applied in memory only. */
  AFTER_PROCESS_BEFORE_COMMIT("CRASH_AFTER_PROCESS_BEFORE_COMMIT"),
  /** C08: one more chunk was applied in memory; the old name means the second one. */
  AFTER_CHUNK("CRASH_AFTER_TWO_CHUNKS", 2),
  /** C09: the temporary snapshot is written, and not forced. */
  SNAPSHOT_TMP_WRITTEN,
  /** C10: the temporary snapshot is forced, and has its old name. */
  SNAPSHOT_FORCED,
  /** C11: the snapshot has its name, and the directory is not forced. */
  SNAPSHOT_RENAMED,
  /** C12: the snapshot is safe, and the buffer it covers is still there. */
  SNAPSHOT_DURABLE,
  /** C13: some of the files to be trimmed are gone. */
  WITHIN_TRIM,
  /** C14: a new segment exists, without a frame. */
  SEGMENT_ROLLED,
  /** C15: an END is in the buffer, and not applied. */
  END_RECEIVED("CRASH_AFTER_END_RECEIVED"),
  /** C15: an END is applied in memory only. */
  END_PROCESSED("CRASH_AFTER_END_PROCESSED"),
  /** C16: the batch that its END had overtaken is here. */
  LAST_BATCH_AFTER_END,
  /** C17: an input of the join is applied, and whether the join is ready is not yet asked. */
  AFTER_PROCESS_BEFORE_JOIN_CHECK("CRASH_AFTER_PROCESS_BEFORE_JOIN_CHECK"),
  /** C18: the joiner has one of its two inputs. */
  BETWEEN_JOIN_INPUTS,
  /** C19: the outputs are computed, and none is sent. */
  AFTER_APPLY_BEFORE_PUBLISH("CRASH_AFTER_APPLY_BEFORE_PUBLISH"),
  /** C20: one more output is sent; arm it with {@code :k}. */
  PUBLISHED_ONE_OF_MANY,
  /** C21: all outputs are sent, and none is confirmed. */
  PUBLISHED_BEFORE_CONFIRM,
  /** C22: the outputs are confirmed, and END is not sent. */
  BEFORE_SEND_END("CRASH_BEFORE_SEND_END"),
  /** C23: END is sent, and nothing here says so. */
  AFTER_SEND_END("CRASH_AFTER_SEND_END"),
  /** C24: the first of two closing messages is sent. */
  END_SENT_BEFORE_COORDINATION,
  /** C25: everything is confirmed, and the finished record is not written. */
  AFTER_PUBLISH_BEFORE_CLEANUP("CRASH_AFTER_PUBLISH_BEFORE_CLEANUP"),
  /** C26: the finished record is written, and the job's state is still there. */
  FINISHED_BEFORE_CLEANUP,
  /** C26: part of the job's state is freed. */
  WITHIN_CLEANUP,
  /** C27: a new owner has its epoch, and has read nothing. */
  RECOVERY_EPOCH_CLAIMED,
  /** C27: the snapshot and the buffer are in memory. */
  RECOVERY_SNAPSHOT_LOADED,
  /** C27: one more chunk of the buffer is replayed. */
  RECOVERY_MID_REPLAY,
  /** C27: the new epoch has its first snapshot, and the older epochs are still there. */
  RECOVERY_TAIL_COPIED_FORWARD,
  /** C27: what is not known to be confirmed is about to be sent again. */
  RECOVERY_BEFORE_REPUBLISH,
  /** C27, in an object store: the journal of the epoch before has a seal, its log has no end. */
  TAKEOVER_JOURNAL_SEALED,
  /** C27, in an object store: the epoch before has ended, and nothing of it is read. */
  TAKEOVER_EPOCH_SEALED,
  /** C28: a client's request is here, and the job is not recorded. */
  GATEWAY_BEFORE_JOB_RECORD,
  /** C29: the job is recorded, and the client does not know. */
  GATEWAY_JOB_RECORDED_BEFORE_REPLY,
  /** C30: some of an upload is here. */
  GATEWAY_MID_UPLOAD,
  /** C31: all batches of an upload are sent, and END is not. */
  GATEWAY_BEFORE_UPLOAD_END,
  /** C31: END of an upload is sent, and nothing here says so. */
  GATEWAY_AFTER_UPLOAD_END,
  /** C32: the result is stored, and no notification has been sent. */
  RESULT_STORED_BEFORE_NOTIFY,
  /** C32: the client has been notified, and the job is not complete. */
  NOTIFIED_BEFORE_COMPLETE,
  /**
   * C29 to C32, anywhere in a workflow: one more event is durable, and nothing has reacted to it.
   */
  WORKFLOW_EVENT_APPENDED,
  /** C29 to C32: a workflow's step is about to be called. */
  WORKFLOW_BEFORE_STEP,
  /** C29 to C32: a workflow's step has returned, and nothing here says so. */
  WORKFLOW_AFTER_STEP,
  /** C33: one more step of a graceful stop is done. */
  GRACEFUL_STOP;

  private final String alias;
  private final int aliasTimes;

  CrashPoint() {
    this("");
  }

  CrashPoint(String alias) {
    this(alias, 1);
  }

  CrashPoint(String alias, int aliasTimes) {
    this.alias = alias;
    this.aliasTimes = aliasTimes;
  }

  /** The point of that name or alias, in any case; anything else is refused with all the names. */
  public static CrashPoint named(String name) {
    return Arrays.stream(values())
        .filter(point -> point.goesBy(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private boolean goesBy(String name) {
    return name().equalsIgnoreCase(name) || isAlias(name);
  }

  private boolean isAlias(String name) {
    return !alias.isEmpty() && alias.equalsIgnoreCase(name);
  }

  /** At which passing this name means it to happen, when it is not said. */
  int timesMeantBy(String name) {
    return isAlias(name) ? aliasTimes : 1;
  }

  private static IllegalArgumentException unknown(String name) {
    String names =
        Arrays.stream(values())
            .map(point -> point.alias.isEmpty() ? point.name() : point + " = " + point.alias)
            .collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "no crash point is called '" + name + "'; choose one of: " + names);
  }
}
