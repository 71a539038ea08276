package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.Terminal;
import dev.roastery.cli.output.Terminal.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bar of a run that resumes begins where the run before it had come to. */
class KeptProgressTest {

  @TempDir private Path state;
  private final StringWriter err = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void aRunThatResumesBeginsAtWhatIsDone() {
    KeptProgress first = progress(state);
    first.accept(400_000);
    first.accept(320_000);
    assertThat(state.resolve("progress")).hasContent("720000");
    err.getBuffer().setLength(0);

    KeptProgress second = progress(state);
    for (int step = 0; step < 9; step++) {
      second.accept(100_000);
    }

    assertThat(err.toString())
        .contains(" 72 %  720 kB of 1.0 MB  reading again what is done")
        .contains(" 90 %")
        .doesNotContain(" 10 %", " 71 %");
    assertThat(state.resolve("progress")).hasContent("900000");
  }

  @Test
  void withoutAStateFolderItBeginsAtNothing() {
    progress(null).accept(100_000);

    assertThat(err.toString()).contains(" 10 %");
    assertThat(state).isEmptyDirectory();
  }

  /** A power cut can leave anything in a file that nobody forces. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\0\0\0\0", "12x", "99999999999999999999"})
  void whatIsNoNumberIsNothing(String kept) throws Exception {
    Files.writeString(state.resolve("progress"), kept);
    progress(state).accept(100_000);

    assertThat(err.toString()).contains(" 10 %");
  }

  private KeptProgress progress(@Nullable Path folder) {
    Terminal terminal =
        new Terminal(
            new PrintWriter(err),
            Style.PLAIN_BAR,
            100,
            () -> nanos.addAndGet(Duration.ofMillis(200).toNanos()));
    ProgressBar bar = new ProgressBar(terminal, "reading", Unit.BYTES, 1_000_000);
    return new KeptProgress(bar, folder, 1_000_000);
  }
}
