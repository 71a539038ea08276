package dev.roastery.common.partition;

/**
 * How much a node wants a partition that others can have as well. Nodes need not know each other:
 * each is told its number and how many there are, and a partition has one node that prefers it.
 * That one stands in line first, asks for the partition as long as another has it, and keeps it;
 * the others come a little later, and hand it back when they are asked. A wrong number of nodes
 * costs balance, nothing else.
 */
public sealed interface Preference {

  /** Takes what comes, asks for nothing and hands nothing back: the only node, or one of equals. */
  record Indifferent() implements Preference {}

  /** Asks for it every {@code askEveryMillis} while another has it. */
  record Preferred(long askEveryMillis) implements Preference {}

  /**
   * Stands in line {@code lateMillis} after its start, and hands the partition back when it has had
   * it for {@code keepMillis}: so one that asks and dies again and again does not move it each
   * time.
   */
  record Spare(long lateMillis, long keepMillis) implements Preference {}

  long STEP_MILLIS = 1_500;
  long ASK_EVERY_MILLIS = 10_000;
  long KEEP_MILLIS = 30_000;

  /** Of node {@code node} of {@code nodes}, counted from 0. */
  static Preference of(PartitionName partition, int node, int nodes) {
    if (nodes < 1 || node < 0 || node >= nodes) {
      throw new IllegalArgumentException(
          "node "
              + node
              + " of "
              + nodes
              + ": nodes are counted from 0, and there is at least one");
    }
    int distance = Math.floorMod(node - partition.number(), nodes);
    if (nodes == 1) {
      return new Indifferent();
    }
    return distance == 0
        ? new Preferred(ASK_EVERY_MILLIS)
        : new Spare(distance * STEP_MILLIS, KEEP_MILLIS);
  }
}
