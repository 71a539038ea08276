package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever in a node's process a promise is found broken: that ends the process, with its code. */
class NodeProcessTest {

  @ParameterizedTest
  @EnumSource
  void aFatalEndsTheProcessWithItsReasonsCode(BrokenProcess.Place place)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrokenProcess.class.getName(),
                place.name())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(FatalReason.NO_SPACE.exitCode());
    } finally {
      process.destroyForcibly();
    }
  }
}
