package dev.roastery.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.roastery.common.plan.document.Json;
import dev.roastery.common.plan.document.JsonWriter;
import dev.roastery.common.plan.document.Words;
import dev.roastery.gateway.collect.ResultRows;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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

  Answer list(Call call) {
    JobView job = service.job(call.client(), call.id());
    return Answer.json(200, new JsonObject().put("results", JobJson.results(job.results())));
  }

  Answer result(Call call) throws IOException {
    UUID id = call.id();
    String query = call.variable("query");
    ResultView result = find(service.job(call.client(), id), query);
    boolean json = wantsJson(call);
    String tag = "\"" + result.sha256() + (json ? "-json\"" : "\"");
    if (matches(call.header("If-None-Match"), tag)) {
      return described(Answer.nothing(304), tag);
    }
    Path file = service.result(call.client(), id, query);
    return described(json ? json(result, file) : Answer.contents(CSV, file), tag);
  }

  Answer rejects(Call call) throws IOException {
    return Answer.contents(CSV, service.rejects(call.client(), call.id()));
  }

  private static Answer described(Answer answer, String tag) {
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
        "there is no result of " + Words.quoted(query) + " yet; stored: " + Words.listed(stored));
  }

  private static boolean wantsJson(Call call) {
    String format = call.query().get("format");
    if (format == null) {
      return call.accepts(Answer.JSON) && !call.accepts("text/csv");
    }
    return switch (format) {
      case "json" -> true;
      case "csv" -> false;
      default ->
          throw HttpProblem.invalid(
              "unknown format "
                  + Words.quoted(format)
                  + Words.insteadOf(format, List.of("csv", "json")));
    };
  }

  private static boolean matches(@Nullable String known, String tag) {
    return known != null
        && Arrays.stream(known.split(","))
            .map(each -> each.strip().replaceFirst("^W/", ""))
            .anyMatch(each -> each.equals(tag) || each.equals("*"));
  }

  private static Answer json(ResultView result, Path file) {
    return Answer.stream(Answer.JSON, out -> write(result, file, out), () -> {});
  }

  private static void write(ResultView result, Path file, OutputStream out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (json;
        ResultRows rows = new ResultRows(file)) {
      json.writeStartObject();
      json.writeStringField("query", result.query());
      json.writeFieldName("columns");
      json.writeRawValue(JsonWriter.write(Json.Arr.of(JobJson.columns(result))));
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
