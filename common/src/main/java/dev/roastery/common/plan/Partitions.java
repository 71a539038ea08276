package dev.roastery.common.plan;

/** How many partitions each stage has. All of a job's participants must agree on it. */
public record Partitions(
    int aggregators, int partialMaximizers, int absoluteMaximizers, int joiners) {

  public Partitions {
    check("aggregators", aggregators);
    check("partial maximizers", partialMaximizers);
    check("absolute maximizers", absoluteMaximizers);
    check("joiners", joiners);
  }

  private static void check(String stage, int partitions) {
    if (partitions < 1 || partitions > Limits.PARTITIONS_MAX) {
      throw new IllegalArgumentException(
          partitions + " " + stage + ": 1 to " + Limits.PARTITIONS_MAX + " are possible");
    }
  }
}
