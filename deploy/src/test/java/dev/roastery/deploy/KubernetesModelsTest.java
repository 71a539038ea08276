package dev.roastery.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The judge of ChartTest finds what is wrong: each field of each document is spoilt in turn. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = Charts.ENGINE)
class KubernetesModelsTest {

  /** Maps whose keys anybody may choose. */
  private static final Set<String> FREE =
      Set.of("labels", "annotations", "matchLabels", "data", "requests", "limits", "nodeSelector");

  /** Either a number or a name, or any JSON. */
  private static final Set<String> EITHER =
      Set.of("port", "targetPort", "maxUnavailable", "maxSurge");

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void everyMisspeltFieldIsFound(String values) {
    List<String> unnoticed = new ArrayList<>();
    int tried = 0;
    for (JsonNode document : Charts.rendered(Charts.values(values))) {
      for (ObjectNode each : objects(document)) {
        for (String name : names(each)) {
          tried++;
          JsonNode value = each.remove(name);
          each.set(name + "s", value);
          if (KubernetesModels.problem(document).isEmpty()) {
            unnoticed.add(Charts.name(document) + " " + name);
          }
          each.remove(name + "s");
          each.set(name, value);
        }
      }
      assertThat(KubernetesModels.problem(document)).isEmpty();
    }
    assertThat(unnoticed).isEmpty();
    assertThat(tried).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cloud", "own-store"})
  void everyValueOfAWrongTypeIsFound(String values) {
    List<String> unnoticed = new ArrayList<>();
    int tried = 0;
    for (JsonNode document : Charts.rendered(Charts.values(values))) {
      for (ObjectNode each : objects(document)) {
        for (String name : names(each)) {
          JsonNode value = each.get(name);
          if (!EITHER.contains(name)) {
            tried++;
            each.set(name, value.isTextual() ? new IntNode(7) : new TextNode("seven"));
            if (KubernetesModels.problem(document).isEmpty()) {
              unnoticed.add(Charts.name(document) + " " + name + " " + each.get(name));
            }
            each.set(name, value);
          }
        }
      }
    }
    assertThat(unnoticed).isEmpty();
    assertThat(tried).isGreaterThan(400);
  }

  @ParameterizedTest
  @CsvSource({
    "apps/v1beta1, Deployment",
    "extensions/v1beta1, Deployment",
    "v1, Deployment",
    "apps/v1, Deploymnet",
    "autoscaling/v2beta2, HorizontalPodAutoscaler",
    "policy/v1beta1, PodDisruptionBudget",
    "keda.sh/v1, ScaledObject",
  })
  void aKindThatThereIsNotIsFound(String version, String kind) {
    ObjectNode document = Charts.YAML.createObjectNode();
    document.put("apiVersion", version).put("kind", kind);
    assertThat(KubernetesModels.problem(document))
        .contains("there is no '" + version + " " + kind + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "/spec, selector",
    "/spec, template",
    "/spec/template/spec, containers",
    "/spec/template/spec/containers/0, name",
  })
  void aMissingFieldIsFound(String at, String field) {
    JsonNode deployment =
        Charts.rendered(Charts.values("plain")).stream()
            .filter(each -> each.path("kind").asText().equals("Deployment"))
            .findFirst()
            .orElseThrow();
    ((ObjectNode) deployment.at(at)).remove(field);
    assertThat(KubernetesModels.problem(deployment)).isNotEmpty();
  }

  /** What YAML makes of words without quotes is the usual mistake in a template. */
  @Test
  void aVariableThatIsNotATextIsNamedWithItsPlace() {
    JsonNode deployment =
        Charts.documents(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: some}
                spec:
                  selector: {matchLabels: {app: some}}
                  template:
                    metadata: {labels: {app: some}}
                    spec:
                      containers:
                        - name: some
                          image: some
                          env: [{name: ROASTERY_NODES, value: 2}]
                """)
            .getFirst();
    assertThat(KubernetesModels.problem(deployment))
        .contains("/spec/template/spec/containers/0/env/0/value is 2, and read as \"2\"");
  }

  private static List<String> names(ObjectNode object) {
    return object.propertyStream().map(Map.Entry::getKey).toList();
  }

  /** A trigger's settings, and the labels that a service selects, are maps, too. */
  private static boolean isOfAny(ObjectNode object, String name) {
    return (name.equals("metadata") && object.has("type"))
        || (name.equals("selector") && object.has("ports"));
  }

  /** All objects below a node whose fields have a meaning. */
  private static List<ObjectNode> objects(JsonNode node) {
    List<ObjectNode> found = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      found.add(object);
      object
          .propertyStream()
          .filter(each -> !FREE.contains(each.getKey()))
          .filter(each -> !isOfAny(object, each.getKey()))
          .forEach(each -> found.addAll(objects(each.getValue())));
    } else if (node instanceof ArrayNode array) {
      array.forEach(each -> found.addAll(objects(each)));
    }
    return found;
  }
}
