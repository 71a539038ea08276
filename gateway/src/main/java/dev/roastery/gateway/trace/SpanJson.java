package dev.roastery.gateway.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes one span of OTLP/JSON: ids are hexadecimal, and 64-bit numbers are strings. */
final class SpanJson {

  /** The kinds and states of spans, by their numbers. */
  static final int INTERNAL = 1;

  static final int SERVER = 2;
  static final int OK = 1;
  static final int ERROR = 2;

  private final ObjectNode span;
  private final ArrayNode attributes;

  SpanJson(ArrayNode spans, String traceId, String spanId, String name, int kind) {
    this.span = spans.addObject();
    span.put("traceId", traceId).put("spanId", spanId).put("name", name).put("kind", kind);
    this.attributes = span.putArray("attributes");
  }

  SpanJson childOf(@Nullable String parent) {
    if (parent != null) {
      span.put("parentSpanId", parent);
    }
    return this;
  }

  /** A span does not end before it begins, whatever the clocks of several machines say. */
  SpanJson lasting(Instant from, Instant to) {
    span.put("startTimeUnixNano", nanos(from));
    span.put("endTimeUnixNano", nanos(to.isBefore(from) ? from : to));
    return this;
  }

  SpanJson with(String key, @Nullable String value) {
    if (value != null) {
      put(attributes, key).put("stringValue", value);
    }
    return this;
  }

  SpanJson with(String key, long value) {
    put(attributes, key).put("intValue", Long.toString(value));
    return this;
  }

  SpanJson with(String key, @Nullable Long value) {
    return value == null ? this : with(key, value.longValue());
  }

  SpanJson with(String key, Iterable<String> values) {
    ArrayNode all = put(attributes, key).putObject("arrayValue").putArray("values");
    values.forEach(each -> all.addObject().put("stringValue", each));
    return this;
  }

  SpanJson ended(int status, @Nullable String message) {
    ObjectNode to = span.putObject("status").put("code", status);
    if (message != null) {
      to.put("message", message);
    }
    return this;
  }

  /** Something that happened during the span; the attributes of the event follow. */
  ArrayNode event(String name, Instant at) {
    return span.withArray("/events")
        .addObject()
        .put("timeUnixNano", nanos(at))
        .put("name", name)
        .putArray("attributes");
  }

  static ObjectNode put(ArrayNode attributes, String key) {
    return attributes.addObject().put("key", key).putObject("value");
  }

  private static String nanos(Instant at) {
    return Long.toString(TimeUnit.MILLISECONDS.toNanos(at.toEpochMilli()));
  }
}
