package dev.roastery.common.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class NodeProcessTest {

  @Command(name = "node")
  private record ANode(Callable<Integer> body) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      return body.call();
    }
  }

  @Test
  void aBrokenPromiseInTheStartIsTheExitCode() {
    ANode node =
        new ANode(() -> {
          throw new Fatal(FatalReason.PORT_TAKEN, "port 8080 is taken");
        });
    assertThat(NodeProcess.execute(node)).isEqualTo(FatalReason.PORT_TAKEN.exitCode());
  }

  @Test
  void whateverElseStopsTheStartIsOne() {
    ANode node =
        new ANode(() -> {
          throw new IllegalStateException("unforeseen");
        });
    assertThat(NodeProcess.execute(node)).isOne();
  }

  @Test
  void anOrdinaryEndIsWhatTheCommandSays() {
    assertThat(NodeProcess.execute(new ANode(() -> 0))).isZero();
  }
}
