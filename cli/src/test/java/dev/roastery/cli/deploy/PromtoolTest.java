package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prometheus's own tool reads the alert rules and tries each of them. Where it is not installed,
 * this is skipped, unless {@code ROASTERY_PROMTOOL=required}, as .ci/run has it.
 */
class PromtoolTest {

  private static final Path RULES = Repository.ROOT.resolve("deploy/prometheus");

  @TempDir private Path folder;

  @BeforeAll
  static void thereIsOneWhereItIsRequired() {
    if (!"required".equals(System.getenv("ROASTERY_PROMTOOL"))) {
      assumeTrue(promtool().isPresent(), "promtool (Debian: package prometheus) is not installed");
    }
  }

  private static Optional<Path> promtool() {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(each -> Path.of(each, "promtool"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Outcome promtool(String... words) throws Exception {
    String tool = promtool().orElseThrow().toString();
    List<String> command = Stream.concat(Stream.of(tool), Arrays.stream(words)).toList();
    return Outcome.start(folder, Map.of(), command).await();
  }

  @Test
  void theRulesAreOnes() throws Exception {
    Outcome outcome = promtool("check", "rules", RULES.resolve("alerts.yaml").toString());
    assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
  }

  @Test
  void eachAlertFiresWhenItShouldAndNotOtherwise() throws Exception {
    Outcome outcome = promtool("test", "rules", RULES.resolve("alerts_test.yaml").toString());
    assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
  }

  /** A test of rules that would pass with any rules would be none. */
  @Test
  void aRuleThatNeverFiresIsFound() throws Exception {
    for (String name : List.of("alerts.yaml", "alerts_test.yaml")) {
      Files.copy(RULES.resolve(name), folder.resolve(name));
    }
    Path rules = folder.resolve("alerts.yaml");
    Files.writeString(
        rules, Files.readString(rules).replace("roastery_dead_letters > 0", "vector(0) > 1"));
    Outcome outcome = promtool("test", "rules", folder.resolve("alerts_test.yaml").toString());
    assertThat(outcome.code()).isNotZero();
    assertThat(outcome.out() + outcome.err()).contains("RoasteryDeadLetters");
  }

  @Test
  void everyAlertIsTriedBothWays() throws IOException {
    String tests = Files.readString(RULES.resolve("alerts_test.yaml"));
    List<String> alerts =
        Repository.all("- alert: (\\w+)", Files.readString(RULES.resolve("alerts.yaml")));
    assertThat(alerts).hasSizeGreaterThan(8);
    assertThat(alerts)
        .allSatisfy(
            each -> assertThat(Repository.all("alertname: (" + each + ")\\b", tests)).hasSize(2));
  }
}
