package dev.roastery.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** A gateway that asks for no token listens on this machine only, unless it is told otherwise. */
class GatewayOptionsTest {

  /** A command with these options. */
  @Command
  private static final class Options {
    @Mixin private GatewayOptions door = new GatewayOptions();
  }

  private static GatewayOptions parsed(String line) {
    Options options = new Options();
    var _ = new CommandLine(options).parseArgs(line.isEmpty() ? new String[0] : line.split(" "));
    return options.door;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--bind=127.0.0.2",
        "--bind=::1",
        "--bind=localhost",
        "--bind=0.0.0.0 --tokens=tokens.txt",
        "--bind=0.0.0.0 --open-to-everybody",
        "--bind=192.0.2.1 --open-to-everybody"
      })
  void itMayListenThere(String line) {
    assertThat(parsed(line).http().port()).isEqualTo(8080);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void itMayNotListenThere(String address) {
    assertThatThrownBy(() -> parsed("--bind=" + address).http())
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--bind " + address)
        .hasMessageContaining("--tokens")
        .hasMessageContaining("--open-to-everybody");
  }
}
