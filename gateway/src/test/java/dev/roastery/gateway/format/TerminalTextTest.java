package dev.roastery.gateway.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0",
        "\b",
        "\r",
        "\n",
        "\t",
        "\u001b[2J",
        "\u007f",
        "\u009b2J",
        "\u202e",
        "\u2066"
      })
  void whatATerminalActsUponIsReplaced(String text) {
    assertThat(TerminalText.plain("a" + text + "b")).isEqualTo("a␣" + text.substring(1) + "b");
  }

  @Test
  void otherTextStays() {
    assertThat(TerminalText.plain("Größe, 日本, 👍 <b>")).isEqualTo("Größe, 日本, 👍 <b>");
  }
}
