package dev.roastery.gateway.api;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.api.server.ConcurrencyLimit;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parts, whole or bit by bit, after the IETF's draft for resumable uploads. */
final class UploadCalls {

  private static final Pattern OFFSET = Pattern.compile("[0-9]{1,15}");

  private final JobService service;
  private final ConcurrencyLimit uploads;

  UploadCalls(JobService service, ConcurrencyLimit uploads) {
    this.service = service;
    this.uploads = uploads;
  }

  ApiResponse put(ApiRequest call) throws IOException {
    UUID id = call.id();
    PartName name = name(call);
    Encoding encoding = encoding(call.header("Content-Encoding"));
    if (call.header("Content-Range") != null) {
      throw HttpProblem.invalid(
          "PUT takes a part from its beginning; send the rest with PATCH and Upload-Offset");
    }
    String complete = call.header("Upload-Complete");
    boolean last = complete == null || flag(complete);
    try (var _ = uploads.take(call.client())) {
      PartView part = service.put(call.client(), id, name, encoding, last, call.body());
      boolean knownBefore = part.complete() && !call.body().isTouched();
      return answer(knownBefore ? 200 : taken(part), part);
    }
  }

  ApiResponse patch(ApiRequest call) throws IOException {
    UUID id = call.id();
    PartName name = name(call);
    if (encoding(call.header("Content-Encoding")) != Encoding.IDENTITY) {
      throw new HttpProblem(
          ProblemType.UNSUPPORTED_ENCODING,
          "a compressed part cannot be resumed; send it again with PUT from its beginning");
    }
    String offset = call.header("Upload-Offset");
    if (offset == null || !OFFSET.matcher(offset).matches()) {
      throw HttpProblem.invalid("PATCH needs the header Upload-Offset, a number of bytes");
    }
    String complete = call.header("Upload-Complete");
    if (complete == null) {
      throw HttpProblem.invalid(
          "PATCH needs the header Upload-Complete: ?1 for the last bytes, ?0 before that");
    }
    boolean last = flag(complete);
    try (var _ = uploads.take(call.client())) {
      long from = Long.parseLong(offset);
      PartView part = service.patch(call.client(), id, name, from, last, call.body());
      return answer(taken(part), part);
    }
  }

  ApiResponse head(ApiRequest call) {
    PartView part = service.part(call.client(), call.id(), name(call));
    return upload(ApiResponse.nothing(204), part);
  }

  ApiResponse delete(ApiRequest call) throws IOException {
    service.deletePart(call.client(), call.id(), name(call));
    return ApiResponse.nothing(204);
  }

  private static int taken(PartView part) {
    return part.complete() ? 201 : 202;
  }

  private static ApiResponse answer(int status, PartView part) {
    return upload(ApiResponse.json(status, part), part);
  }

  private static ApiResponse upload(ApiResponse answer, PartView part) {
    return answer
        .with("Upload-Offset", Long.toString(part.offset()))
        .with("Upload-Complete", part.complete() ? "?1" : "?0");
  }

  private static PartName name(ApiRequest call) {
    return new PartName(call.variable("table"), call.variable("name"));
  }

  /** A Boolean of structured fields (RFC 9651). */
  private static boolean flag(String text) {
    return switch (text.strip()) {
      case "?1" -> true;
      case "?0" -> false;
      default -> throw HttpProblem.invalid("Upload-Complete must be ?0 or ?1");
    };
  }

  private static Encoding encoding(@Nullable String text) {
    return switch (text == null ? "identity" : text.strip().toLowerCase(Locale.ROOT)) {
      case "identity" -> Encoding.IDENTITY;
      case "gzip", "x-gzip" -> Encoding.GZIP;
      case "zstd" -> Encoding.ZSTD;
      case String other ->
          throw new HttpProblem(
              ProblemType.UNSUPPORTED_ENCODING,
              "unknown Content-Encoding "
                  + NameSuggestions.quoted(other)
                  + "; allowed: gzip, zstd, identity",
              Map.of("Accept-Encoding", "gzip, zstd, identity"),
              Map.of());
    };
  }
}
