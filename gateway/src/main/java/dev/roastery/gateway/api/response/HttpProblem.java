package dev.roastery.gateway.api.response;

import dev.roastery.gateway.jobs.service.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Why a request is not granted: what a client gets as problem details (RFC 9457). */
public final class HttpProblem extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final String RETRY_SECONDS = "5";

  private final ProblemType type;
  private final transient Map<String, String> headers;
  private final transient Map<String, Object> members;

  public HttpProblem(ProblemType type, String detail) {
    this(type, detail, Map.of(), Map.of());
  }

  public HttpProblem(
      ProblemType type, String detail, Map<String, String> headers, Map<String, Object> members) {
    super(detail);
    this.type = type;
    this.headers = Map.copyOf(headers);
    this.members = new TreeMap<>(members);
  }

  public static HttpProblem invalid(String detail) {
    return new HttpProblem(ProblemType.INVALID_REQUEST, detail);
  }

  public static HttpProblem tooMany(String detail) {
    return new HttpProblem(
        ProblemType.TOO_MANY, detail, Map.of("Retry-After", RETRY_SECONDS), Map.of());
  }

  public static HttpProblem of(Refusal refusal) {
    Map<String, String> headers =
        switch (refusal.kind()) {
          case TOO_MANY, UNAVAILABLE -> Map.of("Retry-After", RETRY_SECONDS);
          case OFFSET_MISMATCH ->
              refusal.members().get("expected-offset") instanceof Number offset
                  ? Map.of("Upload-Offset", offset.toString())
                  : Map.of();
          default -> Map.of();
        };
    String sentence = String.valueOf(refusal.getMessage());
    return new HttpProblem(ProblemType.of(refusal.kind()), sentence, headers, refusal.members());
  }

  /** {@code instance}: which request it was. */
  public ApiResponse answer(String instance) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", type.uri());
    body.put("title", type.title());
    body.put("status", type.status());
    body.put("detail", String.valueOf(getMessage()));
    body.put("instance", instance);
    body.putAll(members);
    ApiResponse answer =
        ApiResponse.json(type.status(), body).with("Content-Type", ApiResponse.PROBLEM);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      answer = answer.with(header.getKey(), header.getValue());
    }
    return answer;
  }
}
