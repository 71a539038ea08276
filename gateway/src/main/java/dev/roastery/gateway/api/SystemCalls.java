package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.process.Metrics;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.language.TablesReader;
import dev.roastery.common.query.language.TablesWriter;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.api.server.ApiRequest;
import dev.roastery.gateway.api.server.Readiness;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.infer.Heads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is not about one job: the gateway itself, its workers and its queries. */
final class SystemCalls {

  private static final String TEXT = "text/plain; charset=utf-8";

  /** What is looked at to find a table's types. */
  private static final int LINES_BYTES_MAX = 1 << 20;

  private final JobService service;
  private final Readiness readiness;
  private final Metrics metrics;

  SystemCalls(JobService service, Readiness readiness, Metrics metrics) {
    this.service = service;
    this.readiness = readiness;
    this.metrics = metrics;
  }

  ApiResponse alive(ApiRequest call) {
    return ApiResponse.bytes(200, TEXT, "alive\n".getBytes(UTF_8));
  }

  ApiResponse ready(ApiRequest call) {
    List<Readiness.Check> checks = readiness.checks();
    List<String> missing =
        checks.stream()
            .filter(check -> check.problem() != null)
            .map(check -> check.name() + ": " + check.problem())
            .toList();
    if (!missing.isEmpty()) {
      throw new HttpProblem(
          ProblemType.UNAVAILABLE,
          String.join("; ", missing),
          Map.of("Retry-After", "5"),
          Map.of("missing", missing));
    }
    String names = checks.stream().map(Readiness.Check::name).collect(Collectors.joining(", "));
    return ApiResponse.bytes(200, TEXT, ("ready: " + names + "\n").getBytes(UTF_8));
  }

  ApiResponse metrics(ApiRequest call) {
    return ApiResponse.bytes(200, Metrics.TYPE, metrics.text().getBytes(UTF_8));
  }

  ApiResponse workers(ApiRequest call) {
    return ApiResponse.json(200, service.workers().with(service.queueLengths()));
  }

  ApiResponse queries(ApiRequest call) {
    record Named(String name, Json document) {}
    List<Named> queries =
        Catalog.builtIn().queryNames().stream()
            .map(name -> new Named(name, document(name)))
            .toList();
    return ApiResponse.json(200, Map.of("queries", queries));
  }

  /** The table that a file beginning with these lines is, as far as they show it. */
  ApiResponse table(ApiRequest call) throws IOException {
    String table = call.variable("table");
    if (!TablesReader.isName(table)) {
      throw HttpProblem.invalid("a table's name is 1 to 64 letters, digits, '_' or '-'");
    }
    try {
      Tables tables = Heads.of(table, call.bytes(LINES_BYTES_MAX)).guess();
      if (tables.all().isEmpty()) {
        throw new HttpProblem(
            ProblemType.NOT_CSV, "the body has no line: send the first of a file");
      }
      return ApiResponse.json(
          200, Json.Obj.of(Json.Field.of("tables", TablesWriter.tables(tables))));
    } catch (CsvException unreadable) {
      throw new HttpProblem(ProblemType.NOT_CSV, String.valueOf(unreadable.getMessage()));
    }
  }

  private static Json document(String query) {
    byte[] bytes = Catalog.document(query);
    Problems problems = new Problems(query);
    Json json = JsonReader.read(bytes, bytes.length, problems);
    if (json == null) {
      throw new IllegalStateException("a built-in query is not JSON: " + problems.all());
    }
    return json;
  }
}
