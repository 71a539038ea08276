package dev.roastery.gateway.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.gateway.api.response.ApiJson;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.collect.ResultRows;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Results, as they are stored or as JSON. */
final class ResultCalls {

  private static final String CSV = "text/csv; charset=utf-8";
  private static final JsonFactory JSON = new JsonFactory();

  private final JobService service;

  ResultCalls(JobService service) {
    this.service = service;
  }

  ApiResponse list(ApiRequest call) {
    JobView job = service.job(call.client(), call.id());
    return ApiResponse.json(200, Map.of("results", job.results()));
  }

  ApiResponse result(ApiRequest call) throws IOException {
    UUID id = call.id();
    String query = call.variable("query");
    ResultView result = find(service.job(call.client(), id), query);
    boolean json = wantsJson(call);
    String tag = "\"" + result.sha256() + (json ? "-json\"" : "\"");
    if (matches(call.header("If-None-Match"), tag)) {
      return described(ApiResponse.nothing(304), tag);
    }
    Path file = service.result(call.client(), id, query);
    return described(json ? json(result, file) : ApiResponse.contents(CSV, file), tag);
  }

  ApiResponse rejects(ApiRequest call) throws IOException {
    return ApiResponse.contents(CSV, service.rejects(call.client(), call.id()));
  }

  private static ApiResponse described(ApiResponse answer, String tag) {
    return answer.with("ETag", tag).with("Vary", "Accept").with("Cache-Control", "no-cache");
  }

  private static ResultView find(JobView job, String query) {
    for (ResultView result : job.results()) {
      if (result.query().equals(query)) {
        return result;
      }
    }
    List<String> stored = job.results().stream().map(ResultView::query).toList();
    throw new HttpProblem(
        ProblemType.NOT_FOUND,
        "there is no result of "
            + NameSuggestions.quoted(query)
            + " yet; stored: "
            + NameSuggestions.listed(stored));
  }

  private static boolean wantsJson(ApiRequest call) {
    String format = call.query().get("format");
    if (format == null) {
      return call.accepts(ApiResponse.JSON) && !call.accepts("text/csv");
    }
    return switch (format) {
      case "json" -> true;
      case "csv" -> false;
      default ->
          throw HttpProblem.invalid(
              "unknown format "
                  + NameSuggestions.quoted(format)
                  + NameSuggestions.insteadOf(format, List.of("csv", "json")));
    };
  }

  private static boolean matches(@Nullable String known, String tag) {
    return known != null
        && Arrays.stream(known.split(","))
            .map(each -> each.strip().replaceFirst("^W/", ""))
            .anyMatch(each -> each.equals(tag) || each.equals("*"));
  }

  private static ApiResponse json(ResultView result, Path file) {
    return ApiResponse.stream(ApiResponse.JSON, out -> write(result, file, out), () -> {});
  }

  private static void write(ResultView result, Path file, OutputStream out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (json;
        ResultRows rows = new ResultRows(file)) {
      json.writeStartObject();
      json.writeStringField("query", result.query());
      json.writeFieldName("columns");
      json.writeRawValue(ApiJson.text(result.columns()));
      json.writeArrayFieldStart("rows");
      var _ = rows.next(); // the header, which says less
      for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
        writeRow(row, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void writeRow(List<@Nullable String> row, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String value : row) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
