package dev.roastery.simulation.process;

import dev.roastery.common.fault.CrashPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A crash of a worker: when it passes this point for the nth time since the job began. */
record Injection(CrashPoint point, int nth) {

  /** Whether the tests take their time. */
  static final boolean ALL = Boolean.getBoolean("roastery.process.all");

  /** All points that a worker passes; the others are the gateway's. */
  static final Set<CrashPoint> OF_A_WORKER = pointsOfAWorker();

  /** Points that a new owner passes, before it owns anything. */
  static final Set<CrashPoint> OF_RECOVERY =
      EnumSet.range(CrashPoint.RECOVERY_EPOCH_CLAIMED, CrashPoint.RECOVERY_BEFORE_REPUBLISH);

  private static final Map<CrashPoint, int[]> TIMES = times();

  private static Set<CrashPoint> pointsOfAWorker() {
    Set<CrashPoint> points =
        EnumSet.range(CrashPoint.RECEIVED_BEFORE_APPEND, CrashPoint.RECOVERY_BEFORE_REPUBLISH);
    points.add(CrashPoint.GRACEFUL_STOP);
    return points;
  }

  /** The first time is the job's first message, or its first gate; a later one is mid-stream. */
  private static Map<CrashPoint, int[]> times() {
    Map<CrashPoint, int[]> times = new EnumMap<>(CrashPoint.class);
    OF_A_WORKER.forEach(point -> times.put(point, new int[] {60, 1}));
    times.put(CrashPoint.SNAPSHOT_TMP_WRITTEN, new int[] {20, 1});
    times.put(CrashPoint.SNAPSHOT_FORCED, new int[] {20, 1});
    times.put(CrashPoint.SNAPSHOT_RENAMED, new int[] {20, 1});
    times.put(CrashPoint.SNAPSHOT_DURABLE, new int[] {20, 1});
    times.put(CrashPoint.WITHIN_TRIM, new int[] {10, 1});
    times.put(CrashPoint.SEGMENT_ROLLED, new int[] {5, 1});
    times.put(CrashPoint.END_RECEIVED, new int[] {8, 1});
    times.put(CrashPoint.END_PROCESSED, new int[] {8, 1});
    times.put(CrashPoint.LAST_BATCH_AFTER_END, new int[] {1});
    times.put(CrashPoint.BETWEEN_JOIN_INPUTS, new int[] {6, 1});
    times.put(CrashPoint.AFTER_APPLY_BEFORE_PUBLISH, new int[] {301, 60, 1});
    times.put(CrashPoint.PUBLISHED_ONE_OF_MANY, new int[] {310, 60, 1});
    times.put(CrashPoint.PUBLISHED_BEFORE_CONFIRM, new int[] {303, 60, 1});
    times.put(CrashPoint.BEFORE_SEND_END, new int[] {6, 1});
    times.put(CrashPoint.AFTER_SEND_END, new int[] {6, 1});
    times.put(CrashPoint.END_SENT_BEFORE_COORDINATION, new int[] {10, 1});
    times.put(CrashPoint.AFTER_PUBLISH_BEFORE_CLEANUP, new int[] {1, 5});
    times.put(CrashPoint.FINISHED_BEFORE_CLEANUP, new int[] {1, 5});
    times.put(CrashPoint.WITHIN_CLEANUP, new int[] {1, 5});
    OF_RECOVERY.forEach(point -> times.put(point, new int[] {1, ToyCluster.PARTITIONS}));
    times.put(CrashPoint.RECOVERY_MID_REPLAY, new int[] {1});
    times.put(CrashPoint.GRACEFUL_STOP, new int[] {1, 2, 5, 10});
    return times;
  }

  /** Some of all kinds, for what need not be done at every point; or all. */
  static List<Injection> some() {
    Set<CrashPoint> some =
        EnumSet.of(
            CrashPoint.WITHIN_APPEND,
            CrashPoint.FORCED_BEFORE_ACK,
            CrashPoint.AFTER_CHUNK,
            CrashPoint.SNAPSHOT_RENAMED,
            CrashPoint.PUBLISHED_ONE_OF_MANY,
            CrashPoint.FINISHED_BEFORE_CLEANUP,
            CrashPoint.RECOVERY_MID_REPLAY,
            CrashPoint.GRACEFUL_STOP);
    return all().stream().filter(each -> ALL || some.contains(each.point())).toList();
  }

  /** One for each point; or, with {@code -Droastery.process.all=true}, some for each. */
  static List<Injection> all() {
    List<Injection> injections = new ArrayList<>();
    TIMES.forEach((point, times) -> {
      for (int i = 0; i < (ALL ? times.length : 1); i++) {
        injections.add(new Injection(point, times[i]));
      }
    });
    return injections;
  }

  boolean inRecovery() {
    return OF_RECOVERY.contains(point);
  }

  /** As the environment and {@link Orders} have it. */
  @Override
  public String toString() {
    return point + ":" + nth;
  }
}
