package dev.roastery.deploy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.Gson;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscalerBehavior;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that operators bring. No library has their definitions, so these are the fields that
 * the chart uses, copied by hand from the documents of KEDA and of the Prometheus Operator: a
 * misspelt field is found, one that they would give up is not.
 */
final class OperatorModels {

  private static final ObjectMapper STRICT = new ObjectMapper();
  private static final Gson API = JSON.getGson();

  private OperatorModels() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ScaledObject(
      @JsonProperty(required = true) String apiVersion,
      @JsonProperty(required = true) String kind,
      @JsonProperty(required = true) JsonNode metadata,
      @JsonProperty(required = true) Scaled spec) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Scaled(
      @JsonProperty(required = true) Target scaleTargetRef,
      @Nullable Integer minReplicaCount,
      @Nullable Integer maxReplicaCount,
      @Nullable Integer pollingInterval,
      @Nullable Advanced advanced,
      @JsonProperty(required = true) List<Trigger> triggers) {}

  record Target(
      @JsonProperty(required = true) String apiVersion,
      @JsonProperty(required = true) String kind,
      @JsonProperty(required = true) String name) {}

  record Advanced(@JsonProperty(required = true) Config horizontalPodAutoscalerConfig) {}

  record Config(@JsonProperty(required = true) JsonNode behavior) {}

  record Trigger(
      @JsonProperty(required = true) String type,
      @JsonProperty(required = true) Map<String, String> metadata) {}

  record ServiceMonitor(
      @JsonProperty(required = true) String apiVersion,
      @JsonProperty(required = true) String kind,
      @JsonProperty(required = true) JsonNode metadata,
      @JsonProperty(required = true) Monitored spec) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Monitored(
      @Nullable String jobLabel,
      @JsonProperty(required = true) JsonNode selector,
      @JsonProperty(required = true) List<Endpoint> endpoints) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Endpoint(
      @JsonProperty(required = true) String port,
      @Nullable String path,
      @Nullable String interval,
      @Nullable String scheme,
      @Nullable Tls tlsConfig) {}

  record Tls(boolean insecureSkipVerify) {}

  /** The document as it comes back from its class; nothing if there is none for its kind. */
  static Optional<JsonNode> returned(String kind, JsonNode document)
      throws JsonProcessingException {
    return switch (kind) {
      case "keda.sh/v1alpha1 ScaledObject" -> {
        JsonNode tree = STRICT.valueToTree(STRICT.treeToValue(document, ScaledObject.class));
        replace(tree, "metadata", V1ObjectMeta.class);
        JsonNode config = tree.at("/spec/advanced/horizontalPodAutoscalerConfig");
        replace(config, "behavior", V2HorizontalPodAutoscalerBehavior.class);
        yield Optional.of(tree);
      }
      case "monitoring.coreos.com/v1 ServiceMonitor" -> {
        JsonNode tree = STRICT.valueToTree(STRICT.treeToValue(document, ServiceMonitor.class));
        replace(tree, "metadata", V1ObjectMeta.class);
        replace(tree.required("spec"), "selector", V1LabelSelector.class);
        yield Optional.of(tree);
      }
      default -> Optional.empty();
    };
  }

  /** A part that the API itself defines, as it comes back from its class there. */
  private static void replace(JsonNode tree, String field, Class<?> model)
      throws JsonProcessingException {
    if (tree instanceof ObjectNode object) {
      Object read = API.fromJson(object.required(field).toString(), model);
      object.set(field, STRICT.readTree(API.toJson(read)));
    }
  }
}
