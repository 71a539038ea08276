package dev.roastery.common.process.state;

import dev.roastery.common.broker.ExclusiveNames;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A node's number among its peers for the lifetime of its process: the first one that no other node
 * has. It affects only the balance, so where all are taken, the node uses the last number.
 */
final class NodeNumber {

  private NodeNumber() {}

  /**
   * @param asked the number that an operator gave, or less than 0
   * @param taking whether the node has that number from now on
   */
  static int take(int asked, int nodes, IntPredicate taking) {
    if (asked >= 0 || nodes == 1) {
      return Math.max(0, asked);
    }
    return IntStream.range(0, nodes).filter(taking).findFirst().orElse(nodes - 1);
  }

  /** By the name of a number at the broker, for nodes that have nothing else in common. */
  static int take(ExclusiveNames names, String process, int asked, int nodes) {
    return take(asked, nodes, node -> names.take("roastery." + process + ".node." + node));
  }
}
