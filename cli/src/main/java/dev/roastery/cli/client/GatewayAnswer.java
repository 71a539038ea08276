package dev.roastery.cli.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the gateway answered, where that was a success. */
public record GatewayAnswer(int status, HttpHeaders headers, String body) {

  /** What is missing, or not known to this version, is empty. */
  static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static {
    JsonSetter.Value asEmpty = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    JSON.configOverride(String.class).setSetterInfo(asEmpty);
    JSON.configOverride(List.class).setSetterInfo(asEmpty);
  }

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

  /** The items of a list. */
  static <T> List<T> list(JsonNode items, Class<T> type) {
    try {
      return items.isArray() ? JSON.readerForListOf(type).readValue(items) : List.of();
    } catch (IOException e) {
      throw new GatewayFailure(
          GatewayFailure.Kind.GARBLED,
          "the answer is not that of a gateway of this version: check --gateway");
    }
  }

  /** A time as the interface writes it; empty if it is none. */
  public static Optional<Instant> instant(JsonNode text) {
    try {
      return text.isTextual() ? Optional.of(Instant.parse(text.textValue())) : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  /** What time it was for the gateway, whose times these are; empty if it does not say. */
  public Optional<Instant> now() {
    try {
      return headers
          .firstValue("Date")
          .map(date -> Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeParseException _) {
      return Optional.empty();
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
