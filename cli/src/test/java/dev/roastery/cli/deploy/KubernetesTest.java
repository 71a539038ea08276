package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.BrokerAddress;
import dev.roastery.common.process.NodeOptions;
import dev.roastery.common.process.WorkerOptions;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.gateway.process.GatewayOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Option;

/**
 * The resources in deploy/kubernetes name each other rightly, and keep the rules of the house. That
 * they are what the chart makes, and that the API takes them, is tested in subproject deploy.
 */
class KubernetesTest {

  private static final Path FOLDER = Repository.ROOT.resolve("deploy/kubernetes");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** Which README.md there has the reader make. */
  private static final Set<String> SECRETS =
      Set.of("roastery-amqp", "roastery-tokens", "roastery-store");

  private final List<JsonNode> resources = resources();

  private static List<JsonNode> resources() {
    try {
      List<JsonNode> all = new ArrayList<>();
      JsonNode list = YAML.readTree(FOLDER.resolve("kustomization.yaml").toFile());
      for (JsonNode file : list.required("resources")) {
        try (MappingIterator<JsonNode> documents =
            YAML.readerFor(JsonNode.class).readValues(FOLDER.resolve(file.asText()).toFile())) {
          documents.forEachRemaining(all::add);
        }
      }
      return all;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Stream<JsonNode> of(String kind) {
    return resources.stream().filter(each -> each.required("kind").asText().equals(kind));
  }

  /** What makes pods. */
  private Stream<JsonNode> sets() {
    return Stream.concat(of("StatefulSet"), of("Deployment"));
  }

  private Set<String> names(String kind) {
    Set<String> names = new TreeSet<>();
    of(kind).forEach(each -> names.add(name(each)));
    return names;
  }

  private static String name(JsonNode resource) {
    return resource.required("metadata").required("name").asText();
  }

  private static JsonNode pod(JsonNode set) {
    return set.required("spec").required("template").required("spec");
  }

  @Test
  void noTwoResourcesAreTheSame() {
    assertThat(resources.stream().map(each -> each.required("kind").asText() + " " + name(each)))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(20);
  }

  @Test
  void theBrokersNodesLeaveOneThatHangsAndQueuesGetMembersOnAll() {
    assertThat(of("ConfigMap").map(map -> map.required("data").path("10-cluster.conf").asText("")))
        .anySatisfy(settings ->
            assertThat(settings)
                .contains(
                    "quorum_queue.continuous_membership_reconciliation.enabled = true\n",
                    "quorum_queue.continuous_membership_reconciliation.target_group_size = 3\n",
                    "net_ticktime = 15\n"));
  }

  @Test
  void everyStageIsThere() {
    assertThat(names("StatefulSet"))
        .containsExactlyInAnyOrder("roastery-" + Pipeline.GATEWAY, "roastery-rabbitmq");
    assertThat(names("Deployment"))
        .containsExactlyInAnyOrderElementsOf(
            Pipeline.STANDARD.workers().stream().map(each -> "roastery-" + each).toList());
  }

  @Test
  void everyStageHasItsNumberOfPartitions() {
    String given =
        of("ConfigMap")
            .map(map -> map.required("data").path("ROASTERY_PARTITIONS").asText(""))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElseThrow();
    assertThat(List.of(given.split(",")))
        .map(each -> each.replaceAll("=.*", ""))
        .containsExactlyElementsOf(
            Pipeline.STANDARD.divided().stream().map(StageKind::name).toList());
  }

  @Test
  void everySelectorFindsPods() {
    List<JsonNode> labels =
        sets()
            .map(set -> set.required("spec").required("template").required("metadata"))
            .map(metadata -> metadata.required("labels"))
            .toList();
    List<JsonNode> selectors = new ArrayList<>();
    sets().forEach(each -> selectors.add(matchLabels(each, "selector")));
    of("PodDisruptionBudget").forEach(each -> selectors.add(matchLabels(each, "selector")));
    of("NetworkPolicy").forEach(each -> selectors.add(matchLabels(each, "podSelector")));
    of("Service").forEach(each -> selectors.add(each.required("spec").required("selector")));
    of("NetworkPolicy")
        .flatMap(each -> each.findValues("from").stream())
        .forEach(from ->
            from.forEach(
                peer -> selectors.add(peer.required("podSelector").required("matchLabels"))));
    assertThat(selectors).hasSizeGreaterThan(20);
    for (JsonNode selector : selectors) {
      assertThat(labels).as("pods with %s", selector).anyMatch(pod -> includes(pod, selector));
    }
  }

  private static JsonNode matchLabels(JsonNode resource, String selector) {
    return resource.required("spec").required(selector).required("matchLabels");
  }

  private static boolean includes(JsonNode labels, JsonNode selector) {
    return selector
        .propertyStream()
        .allMatch(each -> each.getValue().equals(labels.get(each.getKey())));
  }

  @Test
  void whatPodsReferToIsThere() {
    Set<String> services = names("Service");
    Set<String> maps = names("ConfigMap");
    Set<String> claims = names("PersistentVolumeClaim");
    sets()
        .forEach(set -> {
          if (set.required("kind").asText().equals("StatefulSet")) {
            assertThat(services).contains(set.required("spec").required("serviceName").asText());
          }
          for (JsonNode volume : pod(set).path("volumes")) {
            if (volume.has("persistentVolumeClaim")) {
              assertThat(claims).contains(volume.at("/persistentVolumeClaim/claimName").asText());
            }
            if (volume.has("secret")) {
              assertThat(SECRETS).contains(volume.at("/secret/secretName").asText());
            }
            if (volume.has("configMap")) {
              assertThat(maps).contains(volume.at("/configMap/name").asText());
            }
          }
          for (JsonNode container : pod(set).required("containers")) {
            Set<String> volumes = new TreeSet<>();
            pod(set).path("volumes").forEach(each -> volumes.add(each.required("name").asText()));
            set.at("/spec/volumeClaimTemplates").forEach(each -> volumes.add(name(each)));
            container
                .path("volumeMounts")
                .forEach(mount -> assertThat(volumes).contains(mount.required("name").asText()));
            container
                .path("envFrom")
                .forEach(from -> assertThat(maps).contains(from.at("/configMapRef/name").asText()));
            container
                .findValues("secretKeyRef")
                .forEach(key -> assertThat(SECRETS).contains(key.required("name").asText()));
          }
        });
  }

  @Test
  void everyVariableIsOneThatAProcessReads() {
    Set<String> known = variables();
    Set<String> set = new TreeSet<>();
    of("ConfigMap")
        .flatMap(map -> map.required("data").propertyStream())
        .map(java.util.Map.Entry::getKey)
        .filter(key -> key.startsWith("ROASTERY_"))
        .forEach(set::add);
    sets()
        .flatMap(each -> pod(each).findValues("env").stream())
        .forEach(env -> env.forEach(each -> set.add(each.required("name").asText())));
    set.removeIf(variable -> !variable.startsWith("ROASTERY_"));
    // The log has no option: LogLevel reads it.
    set.remove("ROASTERY_LOG_FORMAT");
    assertThat(set).hasSizeGreaterThan(8).isSubsetOf(known);
  }

  private static Set<String> variables() {
    Set<String> variables = new TreeSet<>();
    Pattern variable = Pattern.compile("\\$\\{env:(ROASTERY_[A-Z_]+)");
    for (Class<?> options :
        List.of(
            BrokerAddress.class,
            NodeOptions.class,
            StoreOptions.class,
            WorkerOptions.class,
            GatewayOptions.class)) {
      for (Field field : options.getDeclaredFields()) {
        Option option = field.getAnnotation(Option.class);
        Matcher found = variable.matcher(option == null ? "" : option.defaultValue());
        if (found.find()) {
          variables.add(found.group(1));
        }
      }
    }
    return variables;
  }

  @Test
  void everyPodIsWatchedAndHasFewRights() {
    sets()
        .forEach(set -> {
          assertThat(pod(set).at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
          assertThat(names("PodDisruptionBudget")).contains(name(set));
          for (JsonNode container : pod(set).required("containers")) {
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
              assertThat(container.has(probe)).as("%s of %s", probe, name(set)).isTrue();
            }
            assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
            JsonNode rights = container.required("securityContext");
            assertThat(rights.required("allowPrivilegeEscalation").asBoolean()).isFalse();
            assertThat(rights.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
            if (!name(set).equals("roastery-rabbitmq")) {
              assertThat(rights.required("readOnlyRootFilesystem").asBoolean()).isTrue();
            }
            Set<String> ports = new TreeSet<>();
            container.path("ports").forEach(port -> ports.add(port.required("name").asText()));
            container
                .findValues("httpGet")
                .forEach(get -> assertThat(ports).contains(get.required("port").asText()));
          }
        });
  }

  @Test
  void nothingSecretIsInIt() {
    assertThat(names("Secret")).isEmpty();
  }
}
