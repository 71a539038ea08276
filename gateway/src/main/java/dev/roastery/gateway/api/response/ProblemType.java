package dev.roastery.gateway.api.response;

import dev.roastery.gateway.jobs.service.Refusal;
import java.util.Locale;

/** The types of problems a client can meet, each with its status; the URI has its name. */
public enum ProblemType {
  NOT_FOUND(404, "Not found"),
  INVALID_REQUEST(400, "Invalid request"),
  INVALID_PLAN(422, "Invalid queries or tables"),
  UNAUTHORIZED(401, "Unauthorized"),
  FORBIDDEN(403, "Forbidden"),
  CONFLICT(409, "Conflict"),
  KEY_REUSED(422, "Idempotency key reused"),
  OFFSET_MISMATCH(409, "Upload offset mismatch"),
  BAD_ROW(422, "Invalid row"),
  NOT_CSV(422, "Invalid CSV file"),
  TOO_MANY_BAD_ROWS(422, "Too many invalid rows"),
  TOO_LARGE(413, "Content too large"),
  TOO_MANY(429, "Too many requests"),
  UNAVAILABLE(503, "Service unavailable"),
  INTERNAL(500, "Internal error"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  UNSUPPORTED_ENCODING(415, "Unsupported content encoding"),
  HEADERS_TOO_LARGE(431, "Headers too large"),
  TIMEOUT(408, "Request timeout");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  String uri() {
    return "/problems/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static ProblemType of(Refusal.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> NOT_FOUND;
      case INVALID -> INVALID_REQUEST;
      case INVALID_PLAN -> INVALID_PLAN;
      case CONFLICT -> CONFLICT;
      case KEY_REUSED -> KEY_REUSED;
      case OFFSET_MISMATCH -> OFFSET_MISMATCH;
      case BAD_ROW -> BAD_ROW;
      case NOT_CSV -> NOT_CSV;
      case TOO_MANY_BAD_ROWS -> TOO_MANY_BAD_ROWS;
      case TOO_LARGE -> TOO_LARGE;
      case TOO_MANY -> TOO_MANY;
      case UNAVAILABLE -> UNAVAILABLE;
    };
  }
}
