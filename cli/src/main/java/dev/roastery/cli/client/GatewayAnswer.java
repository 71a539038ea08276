package dev.roastery.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.util.regex.Pattern;

/** What the gateway answered, where that was a success. */
public record GatewayAnswer(int status, HttpHeaders headers, String body) {

  static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  public JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new GatewayFailure(
          GatewayFailure.Kind.GARBLED,
          "the answer is not JSON, so it is not from a gateway of this version: check --gateway");
    }
  }

  long number(String header) {
    String value = headers.firstValue(header).orElse("0");
    if (!NUMBER.matcher(value).matches()) {
      throw new GatewayFailure(
          GatewayFailure.Kind.GARBLED, header + " in the gateway's answer is not a number");
    }
    return Long.parseLong(value);
  }

  /** Whether a structured header is true. */
  boolean isTrue(String header) {
    return headers.firstValue(header).orElse("").equals("?1");
  }
}
