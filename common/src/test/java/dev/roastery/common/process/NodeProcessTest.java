package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever in a node's process a promise is found broken: that ends the process, with its code. */
class NodeProcessTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void aFatalEndsTheProcessWithItsReasonsCode(BrokenProcess.Place place)
      throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrokenProcess.class.getName(),
                place.name())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(FatalReason.NO_SPACE.exitCode());
      assertThat(Files.readAllLines(said))
          .last(STRING)
          .contains("NO_SPACE: planted by a test", "(exit code 41)");
    } finally {
      process.destroyForcibly();
    }
  }
}
