package dev.roastery.gateway.http;

import dev.roastery.gateway.jobs.Refusal;
import java.util.Locale;

/** The types of problems a client can meet, each with its status; the URI has its name. */
enum ProblemType {
  NOT_FOUND(404, "Not found"),
  INVALID_REQUEST(400, "The request makes no sense"),
  INVALID_PLAN(422, "The queries or tables are not valid"),
  UNAUTHORIZED(401, "A token is needed"),
  FORBIDDEN(403, "Not allowed"),
  CONFLICT(409, "Not now"),
  KEY_REUSED(422, "The idempotency key stands for another request"),
  OFFSET_MISMATCH(409, "The upload goes on elsewhere"),
  BAD_ROW(422, "A row cannot be read"),
  NOT_CSV(422, "The part is not such a CSV file"),
  TOO_LARGE(413, "Too large"),
  TOO_MANY(429, "Too many at once"),
  UNAVAILABLE(503, "Not available at the moment"),
  INTERNAL(500, "A mistake of the gateway"),
  METHOD_NOT_ALLOWED(405, "This cannot be done here"),
  UNSUPPORTED_ENCODING(415, "The body's encoding is not known"),
  HEADERS_TOO_LARGE(431, "The headers are too large"),
  TIMEOUT(408, "The request came too slowly");

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
      case TOO_LARGE -> TOO_LARGE;
      case TOO_MANY -> TOO_MANY;
      case UNAVAILABLE -> UNAVAILABLE;
    };
  }
}
