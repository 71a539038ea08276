package dev.roastery.common.partition;

/** One shard of a stage: one queue, one directory, one owner at a time, one thread. */
public record PartitionName(String stage, int number) implements Comparable<PartitionName> {

  private static final int STAGE_LENGTH_MAX = 20;

  public PartitionName {
    if (!isStage(stage) || number < 0) {
      throw new IllegalArgumentException("no partition name: " + stage + "-" + number);
    }
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
