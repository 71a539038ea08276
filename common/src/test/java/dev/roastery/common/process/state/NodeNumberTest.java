package dev.roastery.common.process.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.Fatal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How nodes that have nothing in common but the broker are counted. */
class NodeNumberTest {

  private final List<Fatal> fatals = new ArrayList<>();
  private final InProcessTransport transport =
      new InProcessTransport(InProcessLimits.usual(), fatals::add);

  @AfterEach
  void close() {
    transport.close();
    assertThat(fatals).isEmpty();
  }

  private int next(String process) {
    return NodeNumber.take(transport, process, -1, 3);
  }

  @Test
  void eachNodeTakesTheFirstNumberThatNobodyHasAndTheRestTheLast() {
    assertThat(IntStream.range(0, 5).map(_ -> next("joiner"))).containsExactly(0, 1, 2, 2, 2);
    assertThat(next("aggregator")).isZero();
    assertThat(transport.take("roastery.joiner.node.1")).isFalse();
  }

  @Test
  void aNumberThatWasGivenAndThatOfTheOnlyNodeTakeNothing() {
    ExclusiveNames untouched =
        name -> {
          throw new AssertionError(name);
        };

    assertThat(NodeNumber.take(untouched, "joiner", 2, 3)).isEqualTo(2);
    assertThat(NodeNumber.take(untouched, "joiner", -1, 1)).isZero();
  }
}
