package dev.roastery.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The files in deploy/kubernetes are what the chart makes of the values beside them: there is one
 * source. With {@code -Droastery.rewrite=true} they are written instead of compared.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = Charts.ENGINE)
class PlainFilesTest {

  private static final String HEAD =
      "# Made from deploy/helm/roastery: ./gradlew :deploy:test --tests '*PlainFilesTest'"
          + " -Droastery.rewrite=true\n";

  private final Map<String, String> made = Charts.CHART.files(Charts.values("plain"));

  @Test
  void everyFileIsWhatTheChartMakes() throws IOException {
    for (Map.Entry<String, String> each : made.entrySet()) {
      Path file = Charts.PLAIN.resolve(each.getKey());
      String text = HEAD + each.getValue();
      if (Boolean.getBoolean("roastery.rewrite")) {
        Files.writeString(file, text);
      }
      assertThat(file).exists();
      assertThat(Files.readString(file)).as(HEAD).isEqualTo(text);
    }
  }

  @Test
  void thereIsNoOther() throws IOException {
    Set<String> expected = new TreeSet<>(made.keySet());
    expected.addAll(Set.of("kustomization.yaml", "values.yaml"));
    try (Stream<Path> files = Files.list(Charts.PLAIN)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".yaml")))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
