package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a real service for programs, with all that it says while a job goes through. */
class JsonLogTest {

  private static final Map<String, String> JSON_LINES =
      Map.of("ROASTERY_LOG_FORMAT", "json", "ROASTERY_LOG", "debug");

  @TempDir private Path folder;

  @Test
  void everyLineOfANodeIsAnObjectWithItsNodeAndJobAndPartition() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(20_000, 2, 4), set, Progress.UNWATCHED).write(2);
    List<JsonNode> lines;
    String job;
    try (Service service = Service.dev(folder, JSON_LINES)) {
      Outcome submitted =
          service.submit(set, "--out=" + folder.resolve("out")).await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      job = service.newest().id();
      lines = read(Files.readString(service.gateway().err()));
    }
    assertThat(lines)
        .hasSizeGreaterThan(20)
        .allSatisfy(line -> {
          assertThat(line.path("node").asText()).startsWith("dev@");
          assertThat(line.path("time").asText()).endsWith("Z");
          assertThat(line.path("logger").asText()).isNotEmpty();
          assertThat(line.path("level").asText()).isNotEmpty();
        });
    assertThat(lines)
        .filteredOn(line -> line.path("message").asText().contains(job))
        .hasSizeGreaterThan(5)
        .allSatisfy(line -> assertThat(line.path("job").asText()).isEqualTo(job));
    assertThat(lines)
        .filteredOn(line -> line.path("message").asText().matches(".* is mine, epoch .*"))
        .hasSizeGreaterThan(5)
        .allSatisfy(line ->
            assertThat(line.path("message").asText())
                .startsWith(line.path("partition").asText() + " "));
  }

  /** The last line may be half written while it is read. */
  private static List<JsonNode> read(String text) throws Exception {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n')).lines().toList()) {
      lines.add(json.readTree(line));
    }
    return lines;
  }
}
