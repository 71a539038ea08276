package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** How the log of a process reads, with the logback.xml that the command line brings. */
class LoggingTest {

  @TempDir Path folder;

  /** The process whose log is read. */
  static final class Talker {
    public static void main(String[] arguments) {
      Logger log = LoggerFactory.getLogger(Talker.class);
      log.debug("not at first");
      log.info("no job yet");
      MDC.put("job", "0198");
      log.warn("something about it");
    }
  }

  @Test
  void aLineTellsDateTimeZoneLevelThreadPlaceAndJob() throws Exception {
    Outcome outcome = talk(Map.of(), "plain");

    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)"
                            + " INFO  \\[main] \\S*Talker: no job yet"),
            line ->
                assertThat(line)
                    .endsWith("WARN  [main] LoggingTest$Talker: job 0198: something about it"));
  }

  @Test
  void theEnvironmentChoosesTheLevel() throws Exception {
    assertThat(talk(Map.of("ROASTERY_LOG", "debug"), "plain").err().lines()).hasSize(3);
    assertThat(talk(Map.of("ROASTERY_LOG", "warn"), "plain").err().lines()).hasSize(1);
  }

  /** They crash again and again, and tell of it each time. */
  @Test
  void simulatedNodesDoNotLog() throws Exception {
    Outcome outcome =
        Outcome.start(
                folder,
                Map.of(),
                List.of(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-Dlogback.configurationFile="
                        + Repository.ROOT.resolve("cli/src/main/resources/logback.xml"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "simulate",
                    "--topology=toy",
                    "--seeds=20"))
            .await();

    assertThat(outcome.out()).contains("20 schedules");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void coloursComeOnlyWhenAskedFor() throws Exception {
    assertThat(talk(Map.of(), "plain").err()).doesNotContain("\u001b");
    assertThat(talk(Map.of(), "colour").err()).contains("\u001b[").contains("no job yet");
  }

  private Outcome talk(Map<String, String> environment, String style) throws Exception {
    return Outcome.start(
            folder,
            environment,
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Dlogback.configurationFile="
                    + Repository.ROOT.resolve("cli/src/main/resources/logback.xml"),
                "-Droastery.log.style=" + style,
                "-cp",
                System.getProperty("java.class.path"),
                Talker.class.getName()))
        .await();
  }
}
