package dev.roastery.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;

/** What the gateway answered, where that was a success. */
public record Answer(int status, HttpHeaders headers, String body) {

  static final ObjectMapper JSON = new ObjectMapper();

  public JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new GatewayFailure(
          GatewayFailure.Kind.GARBLED,
          "what answers is not JSON, so not a gateway of this version: check --gateway");
    }
  }

  long number(String header) {
    return headers.firstValueAsLong(header).orElse(0);
  }

  /** Whether a structured header is true. */
  boolean isTrue(String header) {
    return headers.firstValue(header).orElse("").equals("?1");
  }
}
