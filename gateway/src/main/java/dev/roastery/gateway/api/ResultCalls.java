package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.format.ResultHead;
import dev.roastery.gateway.format.ResultText;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Results, as they are stored or in another format. */
final class ResultCalls {

  private static final int BUFFER_CHARS = 1 << 15;

  private final JobService service;

  ResultCalls(JobService service) {
    this.service = service;
  }

  ApiResponse list(ApiRequest call) {
    JobView job = service.jobWithoutParts(call.client(), call.id());
    return ApiResponse.json(200, Map.of("results", job.results()));
  }

  ApiResponse result(ApiRequest call) throws IOException {
    UUID id = call.id();
    String query = call.variable("query");
    ResultView result = find(service.jobWithoutParts(call.client(), id), query);
    Representation wanted = representation(call);
    String tag = "\"" + result.sha256() + wanted.tagSuffix() + "\"";
    if (call.hasTag(tag)) {
      return described(ApiResponse.nothing(304), tag);
    }
    Path file = service.result(call.client(), id, query);
    return described(written(result, wanted, file), tag);
  }

  ApiResponse rejects(ApiRequest call) throws IOException {
    return ApiResponse.contents(
        Representation.CSV.contentType(), service.rejects(call.client(), call.id()));
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

  private static Representation representation(ApiRequest call) {
    String format = call.query().get("format");
    if (format == null) {
      return Representation.accepted(call.header("Accept"));
    }
    return Representation.named(format)
        .orElseThrow(() ->
            HttpProblem.invalid(
                "unknown format "
                    + NameSuggestions.quoted(format)
                    + NameSuggestions.insteadOf(format, Representation.names())));
  }

  private static ApiResponse written(ResultView result, Representation wanted, Path file)
      throws IOException {
    if (wanted == Representation.CSV) {
      return ApiResponse.contents(wanted.contentType(), file);
    }
    List<ResultHead.Column> columns = result.columns().stream().map(ResultHead.Column::of).toList();
    ResultHead head = new ResultHead(result.query(), result.sha256(), result.rows(), columns);
    return ApiResponse.stream(
        wanted.contentType(), out -> write(head, wanted.text(), file, out), () -> {});
  }

  private static void write(ResultHead head, ResultText text, Path file, OutputStream out)
      throws IOException {
    Writer written = new BufferedWriter(new OutputStreamWriter(out, UTF_8), BUFFER_CHARS);
    try (Reader csv = Files.newBufferedReader(file, UTF_8)) {
      text.write(head, csv, written);
    }
    written.flush();
  }
}
