package dev.roastery.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonParseException;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/**
 * What is wrong with a document, by the classes that the client for Java generates from the API's
 * own definition. They refuse fields that the API does not know and miss those that it needs. They
 * are lenient with types, a number may stand for a text: so a document must come back from them as
 * it went in.
 */
public final class KubernetesModels {

  private static final ObjectMapper TREES = new ObjectMapper();

  private static final Map<String, Class<?>> OF_THE_API =
      Map.ofEntries(
          Map.entry("v1 ConfigMap", V1ConfigMap.class),
          Map.entry("v1 PersistentVolumeClaim", V1PersistentVolumeClaim.class),
          Map.entry("v1 Service", V1Service.class),
          Map.entry("v1 ServiceAccount", V1ServiceAccount.class),
          Map.entry("apps/v1 Deployment", V1Deployment.class),
          Map.entry("apps/v1 StatefulSet", V1StatefulSet.class),
          Map.entry("autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class),
          Map.entry("policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class),
          Map.entry("rbac.authorization.k8s.io/v1 Role", V1Role.class),
          Map.entry("rbac.authorization.k8s.io/v1 RoleBinding", V1RoleBinding.class));

  private KubernetesModels() {}

  /** Nothing, or why the API would not take it. */
  public static Optional<String> problem(JsonNode document) {
    String kind = document.path("apiVersion").asText("") + " " + document.path("kind").asText("");
    Class<?> model = OF_THE_API.get(kind);
    try {
      if (model != null) {
        return difference("", document, returned(document, model));
      }
      return OperatorModels.returned(kind, document)
          .map(returned -> difference("", document, returned))
          .orElseGet(() -> Optional.of("there is no '" + kind + "'"));
    } catch (JsonProcessingException
        | JsonParseException
        | ClassCastException
        | IllegalArgumentException
        | IllegalStateException e) {
      return Optional.of(kind + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode returned(JsonNode document, Class<?> model) throws IOException {
    Object read = JSON.getGson().fromJson(document.toString(), model);
    return TREES.readTree(JSON.getGson().toJson(read));
  }

  /** The first place where what was given did not come back; empty lists may have come with it. */
  private static Optional<String> difference(String path, JsonNode given, JsonNode returned) {
    if (given.isObject() && returned.isObject()) {
      return given
          .propertyStream()
          .flatMap(each ->
              difference(path + "/" + each.getKey(), each.getValue(), returned.path(each.getKey()))
                  .stream())
          .findFirst();
    }
    if (given.isArray() && returned.isArray() && given.size() == returned.size()) {
      for (int i = 0; i < given.size(); i++) {
        Optional<String> found = difference(path + "/" + i, given.get(i), returned.get(i));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
    return given.equals(returned) || areTheSameQuantity(given, returned)
        ? Optional.empty()
        : Optional.of(path + " is " + given + ", and read as " + returned);
  }

  private static boolean areTheSameQuantity(JsonNode given, JsonNode returned) {
    return given.isTextual()
        && returned.isTextual()
        && given.asText().matches("[0-9.]+[a-zA-Z]*")
        && returned.asText().matches("[0-9.]+[a-zA-Z]*")
        && Quantity.fromString(given.asText())
                .getNumber()
                .compareTo(Quantity.fromString(returned.asText()).getNumber())
            == 0;
  }
}
