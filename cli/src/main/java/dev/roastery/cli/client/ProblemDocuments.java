package dev.roastery.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpResponse;

/** Answers that are no success, as failures. */
final class ProblemDocuments {

  private ProblemDocuments() {}

  static GatewayFailure failure(String base, HttpResponse<?> response, String body) {
    int status = response.statusCode();
    JsonNode problem = parsed(body);
    String said = detail(problem);
    if (status == 401 || status == 403) {
      return new GatewayFailure(
          GatewayFailure.Kind.TOKEN_REFUSED,
          base
              + " refuses the token"
              + (said.isEmpty() ? "" : ": " + said)
              + "; set ROASTERY_TOKEN or --token-file",
          status,
          problem);
    }
    if (said.isEmpty() && !response.request().method().equals("HEAD")) {
      String asked = response.request().method() + " " + response.uri();
      return new GatewayFailure(
          GatewayFailure.Kind.GARBLED,
          asked
              + " answers "
              + status
              + " without a reason: check that --gateway is the address of a gateway",
          status,
          problem);
    }
    return new GatewayFailure(GatewayFailure.Kind.DECLINED, said, status, problem);
  }

  /** What a problem says of itself, to be put behind a status. */
  static String reason(String body) {
    String said = detail(parsed(body));
    return said.isEmpty() ? "" : " (" + said + ")";
  }

  private static String detail(JsonNode problem) {
    return problem.path("detail").asText(problem.path("title").asText(""));
  }

  private static JsonNode parsed(String body) {
    try {
      return GatewayAnswer.JSON.readTree(body);
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }
}
