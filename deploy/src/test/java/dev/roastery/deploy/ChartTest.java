package dev.roastery.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart in deploy/helm: rendered by Helm's engine, and judged by the API's own definition. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = Charts.ENGINE)
class ChartTest {

  private static final String STORE = "store: {url: \"s3://bucket/prefix\"}\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void theApiTakesEveryDocument(String values) {
    List<JsonNode> documents = Charts.rendered(Charts.values(values));
    assertThat(documents.stream().map(Charts::name)).hasSizeGreaterThan(15).doesNotHaveDuplicates();
    assertThat(documents)
        .allSatisfy(
            each -> assertThat(KubernetesModels.problem(each)).as(Charts.name(each)).isEmpty());
  }

  @Test
  void helmHasNothingToSayOfIt() {
    assertThat(Charts.CHART.lint().isFailed()).isFalse();
    assertThat(Charts.CHART.lint().getMessages())
        .containsExactly("[INFO] Chart.yaml: icon is recommended");
  }

  /** Each has a line in values.yaml, where its meaning stands. */
  @Test
  void everyValueThatIsAllowedIsThere() throws IOException {
    Path chart = Charts.CHART.folder();
    JsonNode values = Charts.YAML.readTree(chart.resolve("values.yaml").toFile());
    JsonNode schema = new ObjectMapper().readTree(chart.resolve("values.schema.json").toFile());
    List<String> missing = new ArrayList<>();
    collectMissing("", schema, values, missing);
    assertThat(missing).containsExactlyInAnyOrder("/global");
  }

  private static void collectMissing(
      String path, JsonNode schema, JsonNode values, List<String> missing) {
    schema
        .path("properties")
        .propertyStream()
        .forEach(each -> {
          String below = path + "/" + each.getKey();
          if (values.isObject() && !values.has(each.getKey())) {
            missing.add(below);
          } else {
            collectMissing(below, each.getValue(), values.path(each.getKey()), missing);
          }
        });
  }

  @Test
  void itsNotesTellWhatToTypeNext() {
    assertThat(Charts.CHART.notes(Charts.values("cloud")))
        .startsWith("NOTES:\n")
        .contains("keep their state in s3://example-bucket/roastery\n")
        .contains("rollout status deployment/roastery-joiner\n")
        .contains("roastery workers --gateway https://localhost:8080\n")
        .doesNotContain("No secret for the store", "everybody who reaches it");
    assertThat(Charts.CHART.notes(Charts.values("own-store")))
        .contains("The gateway has no tokens", "The volume claim gateway holds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | set store.url to s3://BUCKET/PREFIX",
        "store: {uri: x} | additional properties 'uri' not allowed",
        "store: {url: /state} | does not match pattern",
        "workers: {aggregator: {replicas: 0}} | minimum: got 0, want 1",
        "workers: {agregator: {replicas: 2}} | additional properties 'agregator' not allowed",
        "partitions: {joiner: two} | got string, want integer",
        "autoscaling: {kind: magic} | value must be one of",
        "broker: {uri: 'amqp://user:password@host'} | does not match pattern",
        "gateway: {tokens: {existingSecret: ''}} | the gateway has no tokens",
        "broker: {install: false} | set broker.uri, or broker.uriKey",
        "broker: {uri: 'amqp://host'} | set broker.install to false",
      })
  void aMistakeInTheValuesIsASentence(String values, String sentence) {
    boolean withoutStore = values.equals("{}") || values.startsWith("store");
    Path file = Charts.written(folder, (withoutStore ? "" : STORE) + values + "\n");
    assertThatThrownBy(() -> Charts.CHART.rendered(file)).hasMessageContaining(sentence);
  }

  @Test
  void moreNodesThanTheMostIsASentence() {
    Path file =
        Charts.written(
            folder, STORE + "autoscaling: {kind: hpa}\nworkers: {joiner: {replicas: 9}}\n");
    assertThatThrownBy(() -> Charts.CHART.rendered(file))
        .hasMessageContaining("workers.joiner.replicas is above its replicasMax");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void everyWorkerIsADeploymentThatCanWriteNowhere(String values) {
    List<JsonNode> workers = of("Deployment", values);
    assertThat(workers.stream().map(each -> each.at("/spec/template/spec/containers/0/name")))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(Pipeline.STANDARD.workers());
    for (JsonNode worker : workers) {
      JsonNode pod = worker.at("/spec/template/spec");
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/containers/0/securityContext/readOnlyRootFilesystem").asBoolean())
          .isTrue();
      assertThat(pod.path("volumes")).allSatisfy(each -> assertThat(each.has("secret")).isTrue());
      assertThat(pod.at("/containers/0/volumeMounts"))
          .allSatisfy(each -> assertThat(each.path("readOnly").asBoolean()).isTrue());
      assertThat(environment(worker)).contains("ROASTERY_NODES").doesNotContain("ROASTERY_NODE");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void onlyTheGatewayAndTheBrokerHaveVolumesAndNoneIsShared(String values) {
    List<String> modes = new ArrayList<>();
    Charts.rendered(Charts.values(values)).stream()
        .flatMap(each -> each.findValues("accessModes").stream())
        .forEach(each -> modes.add(each.toString()));
    assertThat(modes).allMatch("[\"ReadWriteOnce\"]"::equals).hasSizeLessThanOrEqualTo(2);
    assertThat(of("StatefulSet", values))
        .filteredOn(each -> each.at("/metadata/name").asText().endsWith("-gateway"))
        .hasSize(1)
        .allSatisfy(each -> assertThat(each.at("/spec/replicas").asInt()).isEqualTo(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void aSecretIsNamedAndNeverThere(String values) {
    assertThat(of("Secret", values)).isEmpty();
    Stream.of("Deployment", "StatefulSet")
        .flatMap(kind -> of(kind, values).stream())
        .flatMap(each -> each.findValues("env").stream())
        .forEach(env ->
            env.forEach(variable -> {
              if (variable.path("name").asText().matches(".*(PASS|SECRET|KEY_ID|COOKIE).*")
                  && !variable.path("value").asText().startsWith("/")) {
                assertThat(variable.has("valueFrom")).as(variable.toString()).isTrue();
              }
            }));
  }

  /** What waits for a worker is what waits in the queues of all stages that it runs. */
  @Test
  void theRulesOfScalingCountTheQueuesOfAllStagesOfTheWorker() {
    List<String> counted = new ArrayList<>();
    of("HorizontalPodAutoscaler", "own-store")
        .forEach(each -> each.findPath("values").forEach(one -> counted.add(one.asText())));
    assertThat(counted)
        .containsExactlyInAnyOrder(
            "aggregator-0 aggregator-1 aggregator-2 aggregator-3 maximizer-0 maximizer-1 maximizer-2 maximizer-3 absolute-0 absolute-1 joiner-0 joiner-1"
                .split(" "));
    for (StageKind stage : Pipeline.STANDARD.divided()) {
      assertThat(of("ScaledObject", "cloud"))
          .filteredOn(each ->
              each.at("/spec/scaleTargetRef/name").asText().equals("roastery-" + stage.process()))
          .singleElement()
          .satisfies(each ->
              assertThat(each.at("/spec/triggers/0/metadata/query").asText())
                  .containsPattern("[(|]" + stage.name() + "[|)]"));
    }
  }

  @Test
  void whatIsScaledHasNoNumberOfItsOwn() {
    assertThat(of("Deployment", "cloud"))
        .allSatisfy(each -> assertThat(each.path("spec").has("replicas")).isFalse());
    assertThat(of("ScaledObject", "cloud"))
        .allSatisfy(
            each -> assertThat(each.at("/spec/minReplicaCount").asInt()).isGreaterThanOrEqualTo(1));
  }

  @Test
  void aChangedSettingRestartsThePods() {
    String before = checksum("logFormat: text");
    assertThat(checksum("logFormat: json")).isNotEqualTo(before).hasSize(64);
  }

  private String checksum(String value) {
    Path file = Charts.written(folder, STORE + value + "\n");
    return Charts.rendered(file).stream()
        .filter(each -> each.path("kind").asText().equals("Deployment"))
        .map(each -> each.findPath("checksum/settings").asText())
        .findFirst()
        .orElseThrow();
  }

  private static List<String> environment(JsonNode worker) {
    List<String> names = new ArrayList<>();
    worker.findPath("env").forEach(variable -> names.add(variable.required("name").asText()));
    return names;
  }

  private static List<JsonNode> of(String kind, String values) {
    return Charts.rendered(Charts.values(values)).stream()
        .filter(each -> each.path("kind").asText().equals(kind))
        .toList();
  }
}
