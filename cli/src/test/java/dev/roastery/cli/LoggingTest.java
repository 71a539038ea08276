package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.NodeLog;
import dev.roastery.common.process.watch.LogContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** How the log of a process reads, as the command line sets it up. */
class LoggingTest {

  private static final PartitionName PARTITION = new PartitionName("joiner", 1);
  private static final PartitionName OTHER = new PartitionName("joiner", 2);
  private static final JobId JOB = new JobId(new UUID(1, 1), 2);
  private static final UUID OTHER_JOB = new UUID(2, 2);

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

  /** A node whose log is read by a program. */
  static final class NodeTalker {
    public static void main(String[] arguments) {
      LogLevel.choose(arguments, System.getenv());
      Logger log = LoggerFactory.getLogger(NodeTalker.class);
      log.info("a tab\t, a \"quote\" and\na line");
      LogContext.of("joiner@here");
      log.error("it broke", new IllegalStateException("outside", new Exception("inside")));
      NodeLog node = new NodeLog();
      node.applying(PARTITION, JOB);
      log.warn("rows are strange");
      log.warn("job {}: {} is behind", OTHER_JOB, OTHER);
      node.applied(PARTITION);
      log.info("at rest");
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

  /** Who starts a service for himself wants to know where it is, and no more. */
  @Test
  void aServiceOfOneProcessSaysOneLine() throws Exception {
    Outcome outcome = dev(Map.of());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .matches(
            "Ready: http://127\\.0\\.0\\.1:\\d+ \\(Ctrl-C ends it; jobs are kept in [^)]+\\)\n");
    assertThat(dev(Map.of(), "--verbose").err()).contains("INFO");
    assertThat(dev(Map.of("ROASTERY_LOG", "info")).err()).contains("INFO");
  }

  private Outcome dev(Map<String, String> environment, String... options) throws Exception {
    List<String> command = new ArrayList<>(Installed.roastery(folder));
    command.addAll(List.of("dev", "--port=0", "--state=" + folder.resolve("state")));
    command.addAll(List.of(options));
    Outcome.Running running = Outcome.start(folder, environment, command);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> Files.readString(running.out()).endsWith("\n") || !running.process().isAlive());
    running.process().destroy();
    return running.await();
  }

  @Test
  void coloursComeOnlyWhenAskedFor() throws Exception {
    assertThat(talk(Map.of(), "plain").err()).doesNotContain("\u001b");
    assertThat(talk(Map.of(), "colour").err()).contains("\u001b[").contains("no job yet");
  }

  @Test
  void forProgramsEachLineIsOneObjectThatSaysWhatItIsAbout() throws Exception {
    Outcome outcome = talk(Map.of("ROASTERY_LOG_FORMAT", "json"), "plain", NodeTalker.class);

    ObjectMapper json = new ObjectMapper();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : outcome.err().lines().toList()) {
      lines.add(json.readTree(line));
    }
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).path("time").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(lines.get(0).path("level").asText()).isEqualTo("INFO");
    assertThat(lines.get(0).path("logger").asText()).isEqualTo(NodeTalker.class.getName());
    assertThat(lines.get(0).path("thread").asText()).isEqualTo("main");
    assertThat(lines.get(0).path("message").asText()).isEqualTo("a tab\t, a \"quote\" and\na line");
    assertThat(lines.get(0).has("node")).isFalse();
    assertThat(lines.get(1).path("node").asText()).isEqualTo("joiner@here");
    assertThat(lines.get(1).path("exception").asText()).contains("outside", "inside", "\tat ");
    assertThat(about(lines))
        .containsExactly(
            "/", "/", PARTITION + "/" + JOB.id(), OTHER + "/" + OTHER_JOB, PARTITION + "/");
  }

  private static List<String> about(List<JsonNode> lines) {
    return lines.stream()
        .map(line -> line.path("partition").asText() + "/" + line.path("job").asText())
        .toList();
  }

  @Test
  void anEmptyFormatIsText() throws Exception {
    Outcome outcome = talk(Map.of("ROASTERY_LOG_FORMAT", ""), "plain", NodeTalker.class);
    assertThat(outcome.err()).contains(" WARN  [main] ");
  }

  private Outcome talk(Map<String, String> environment, String style) throws Exception {
    return talk(environment, style, Talker.class);
  }

  private Outcome talk(Map<String, String> environment, String style, Class<?> talker)
      throws Exception {
    return Outcome.start(
            folder,
            environment,
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Droastery.log.style=" + style,
                "-cp",
                System.getProperty("java.class.path"),
                talker.getName()))
        .await();
  }
}
