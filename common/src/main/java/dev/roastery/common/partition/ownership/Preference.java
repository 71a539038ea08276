package dev.roastery.common.partition.ownership;

import dev.roastery.common.pipeline.PartitionName;

/**
 * How a node competes for a partition that several nodes can own. Nodes need not know each other:
 * each knows its number and the number of nodes, and every partition has one node that prefers it.
 * The preferring node joins the line first, asks for the partition while another node owns it, and
 * keeps it. The other nodes join a little later and hand the partition back on request. A wrong
 * number of nodes affects only the balance.
 */
public sealed interface Preference {

  /** Takes what comes, asks for nothing and hands nothing back: the only node, or one of equals. */
  record Indifferent() implements Preference {}

  /** Asks for the partition every {@code askEveryMillis} while another node owns it. */
  record Preferred(long askEveryMillis) implements Preference {}

  /**
   * Joins the line {@code lateMillis} after its start, and hands the partition back once it has
   * owned it for {@code keepMillis}, so that a node that asks and crashes repeatedly does not move
   * the partition each time.
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
