package dev.roastery.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private final StringWriter terminal = new StringWriter();

  @Test
  void itShowsEachPercentOnceAndVanishes() {
    try (var line = new ProgressLine(new PrintWriter(terminal), "brewing", 400)) {
      line.advance(3);
      line.advance(1);
      line.advance(396);
    }

    assertThat(terminal.toString().split("\r\033\\[K", -1))
        .containsExactly("", "brewing 0 %", "brewing 1 %", "brewing 100 %", "");
  }

  @Test
  void nothingToDoIsDone() {
    try (var line = new ProgressLine(new PrintWriter(terminal), "brewing", 0)) {
      line.advance(0);
    }

    assertThat(terminal).asString().contains("brewing 0 %");
  }

  @Test
  void whereThereIsNoTerminalThereIsNoLine() {
    try (var line =
        new ProgressLine(ProgressLine.terminal(new PrintWriter(terminal)), "brewing", 10)) {
      line.advance(10);
    }

    assertThat(terminal).asString().isEmpty();
  }
}
