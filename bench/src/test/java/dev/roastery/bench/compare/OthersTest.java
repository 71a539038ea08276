package dev.roastery.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which other contenders a comparison has; none is left out without a word. */
class OthersTest {

  private static final Path NOWHERE = Path.of("no-such-folder");

  @Test
  void aNameThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> Others.named(List.of("scanner", "spark"), NOWHERE))
        .hasMessage("others are clickhouse, polars and scanner, not spark");
  }

  @Test
  void theScannerNeedsNothingFromNpm() throws Exception {
    assertThat(Others.named(List.of("scanner"), NOWHERE))
        .containsExactly(new Contender.HandWritten());
  }

  @Test
  void anEngineFindsItsPackagesAndHasTwoThreads() {
    var polars = new Others.OnNode("polars", Path.of("scripts"), Path.of("packages"));

    assertThat(polars.command(Path.of("sales"), Path.of("out")))
        .containsExactly(
            "env",
            "NODE_PATH=packages/node_modules",
            "POLARS_MAX_THREADS=2",
            "node",
            "scripts/polars.js",
            "sales",
            "out");
  }
}
