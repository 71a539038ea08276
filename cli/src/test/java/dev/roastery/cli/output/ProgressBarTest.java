package dev.roastery.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.Terminal.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How far something is: a bar on a terminal, hardly a word elsewhere. */
class ProgressBarTest {

  private final StringWriter err = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aBarShowsBytesRateAndTheTimeLeftAndGoes() {
    try (ProgressBar bar = bar(Style.PLAIN_BAR, Unit.BYTES, 2_000_000_000)) {
      bar.at(0);
      pass(Duration.ofSeconds(10));
      bar.at(500_000_000);
    }

    assertThat(err.toString())
        .contains("brewing ██████░░░░░░░░░░░░░░░░░░ 25 %  500 MB of 2.0 GB  50.0 MB/s  30 s left")
        .endsWith("\r\033[K")
        .doesNotContain("\n");
  }

  @Test
  void aBarIsDrawnTenTimesASecondAtMost() {
    try (ProgressBar bar = bar(Style.PLAIN_BAR, Unit.BYTES, 1_000_000)) {
      for (int step = 0; step < 1_000; step++) {
        pass(Duration.ofMillis(1));
        bar.advance(900);
      }
    }

    assertThat(err.toString().split("brewing", -1).length).isBetween(9, 12);
  }

  @Test
  void aResumedWorkBeginsAtWhatIsDoneAndItsRateIsThatOfTheRest() {
    try (ProgressBar bar = bar(Style.PLAIN_BAR, Unit.BYTES, 1_000)) {
      bar.beginAt(720);
      pass(Duration.ofSeconds(1));
      bar.at(820);
    }

    assertThat(err.toString()).contains(" 72 %  720 B of 1.0 kB").contains("100 B/s  2 s left");
    assertThat(err.toString()).doesNotContain(" 0 %");
  }

  @Test
  void elsewhereItIsSilentForAMinuteAndThenSaysALineAMinute() {
    try (ProgressBar bar = bar(Style.LINES, Unit.BYTES, 1_000_000)) {
      for (int second = 1; second <= 150; second++) {
        pass(Duration.ofSeconds(1));
        bar.advance(5_000);
        if (second == 59) {
          assertThat(err.toString()).isEmpty();
        }
      }
    }

    assertThat(err.toString().lines())
        .containsExactly(
            "brewing 30 %, 300 kB of 1.0 MB, 5.0 kB/s, 2 min 20 s left",
            "brewing 60 %, 600 kB of 1.0 MB, 5.0 kB/s, 1 min 20 s left");
  }

  @Test
  void whatIsSaidStandsAboveTheBar() {
    try (ProgressBar bar = bar(Style.PLAIN_BAR, Unit.PERCENT, 100)) {
      bar.at(50);
      bar.say("a word");
      pass(Duration.ofSeconds(1));
      bar.at(60);
    }

    assertThat(err.toString()).contains("50 %\r\033[Ka word\n\r\033[Kbrewing");
  }

  @Test
  void aBarIsNeverWiderThanItsTerminal() {
    Terminal narrow = new Terminal(new PrintWriter(err), Style.PLAIN_BAR, 40, nanos::get);
    try (ProgressBar bar = new ProgressBar(narrow, "brewing", Unit.BYTES, 1_000)) {
      pass(Duration.ofSeconds(1));
      bar.at(100);
    }

    assertThat(err.toString().replace("\r\033[K", "")).hasSize(39);
  }

  @Test
  void barsAreColouredUnlessNobodyWantsThat() {
    bar(Style.COLOURED_BAR, Unit.PERCENT, 100).at(50);
    assertThat(err.toString()).contains("\033[32m", "50 %");
    err.getBuffer().setLength(0);
    bar(Style.PLAIN_BAR, Unit.PERCENT, 100).at(50);
    assertThat(err.toString()).doesNotContain("\033[32m").contains("50 %");
  }

  @Test
  void whoAskedForSilenceHearsNothing() {
    try (ProgressBar bar = new ProgressBar(Terminal.silent(), "brewing", Unit.PERCENT, 100)) {
      bar.say("a word");
      bar.at(100);
    }

    assertThat(err.toString()).isEmpty();
  }

  private ProgressBar bar(Style style, Unit unit, long total) {
    Terminal terminal = new Terminal(new PrintWriter(err), style, 100, nanos::get);
    return new ProgressBar(terminal, "brewing", unit, total);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
