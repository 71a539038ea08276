package dev.roastery.common.pipeline;

import java.util.List;
import java.util.stream.IntStream;

/** One shard of a stage: one queue, one directory, one owner at a time, one thread. */
public record PartitionName(String stage, int number) implements Comparable<PartitionName> {

  private static final int STAGE_LENGTH_MAX = 20;
  private static final String QUEUES = "roastery.";
  private static final String CARDS = ".owner";

  public PartitionName {
    if (!isStage(stage) || number < 0) {
      throw new IllegalArgumentException("not a partition name: " + stage + "-" + number);
    }
  }

  public PartitionName(StageKind stage, int number) {
    this(stage.name(), number);
  }

  /** All partitions of a stage that has so many. */
  public static List<PartitionName> ofStage(StageKind stage, int count) {
    return ofStage(stage.name(), count);
  }

  /** So many partitions of one stage. */
  public static List<PartitionName> ofStage(String stage, int count) {
    return IntStream.range(0, count).mapToObj(number -> new PartitionName(stage, number)).toList();
  }

  /** Small letters; asked too often for a regular expression. */
  private static boolean isStage(String stage) {
    for (int i = 0; i < stage.length(); i++) {
      if (stage.charAt(i) < 'a' || stage.charAt(i) > 'z') {
        return false;
      }
    }
    return !stage.isEmpty() && stage.length() <= STAGE_LENGTH_MAX;
  }

  /** The queue of its messages. */
  public String queue() {
    return QUEUES + this;
  }

  /** The name of the partition that has this queue; the queue's own if none has. */
  public static String ofQueue(String queue) {
    return queue.startsWith(QUEUES) ? queue.substring(QUEUES.length()) : queue;
  }

  /** The queue of its owner card. */
  public String cardQueue() {
    return queue() + CARDS;
  }

  public static boolean isCardQueue(String queue) {
    return queue.endsWith(CARDS);
  }

  @Override
  public int compareTo(PartitionName other) {
    int byStage = stage.compareTo(other.stage);
    return byStage == 0 ? Integer.compare(number, other.number) : byStage;
  }

  @Override
  public String toString() {
    return stage + "-" + number;
  }
}
