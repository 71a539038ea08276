package dev.roastery.common.partition;

import java.util.regex.Pattern;

/** One shard of a stage: one queue, one directory, one owner at a time, one thread. */
public record PartitionName(String stage, int number) implements Comparable<PartitionName> {

  private static final Pattern STAGE = Pattern.compile("[a-z]{1,20}");

  public PartitionName {
    if (!STAGE.matcher(stage).matches() || number < 0) {
      throw new IllegalArgumentException("no partition name: " + stage + "-" + number);
    }
  }

  /** The queue of its messages. */
  public String queue() {
    return "roastery." + this;
  }

  /** The queue of its owner card. */
  public String cardQueue() {
    return "roastery." + this + ".owner";
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
