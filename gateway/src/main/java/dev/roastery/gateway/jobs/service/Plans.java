package dev.roastery.gateway.jobs.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.share.Share;
import dev.roastery.common.storage.Sha256;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.input.MaxBadRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a request's plan, or refuses it with sentences that say why. */
public final class Plans {

  private static final String TABLES = "tables";

  private final Tables tables;
  private final List<BoundQuery> queries = new ArrayList<>();
  private final List<RequestProblem> problems = new ArrayList<>();

  private Plans(Tables tables) {
    this.tables = tables;
  }

  public static JobPlan of(Share share, JobRequest request, Partitions partitions) {
    Plans plans = new Plans(tables(request));
    plans.readQueries(request);
    if (!plans.problems.isEmpty()) {
      throw refusal(plans.problems);
    }
    try {
      JobPlan plan = new JobPlan(plans.tables, plans.queries, partitions, share);
      String _ = plan.toJson(); // checks its size
      return plan;
    } catch (IllegalArgumentException e) {
      throw refusal(List.of(problem("request", null, String.valueOf(e.getMessage()))));
    }
  }

  private static Tables tables(JobRequest request) {
    String json = request.tablesJson();
    if (json == null) {
      return Catalog.builtIn().tables();
    }
    return switch (Tables.read(TABLES, json.getBytes(UTF_8))) {
      case Parsed.Valid<Tables> valid -> valid.value();
      case Parsed.Invalid<Tables> invalid ->
          throw refusal(
              invalid.problems().stream().map(each -> RequestProblem.of(null, each)).toList());
    };
  }

  private static RequestProblem problem(String document, @Nullable String query, String message) {
    return RequestProblem.of(query, new Problem(document, Place.NOWHERE, message));
  }

  private static Refusal refusal(List<RequestProblem> problems) {
    return new Refusal(
        Refusal.Kind.INVALID_PLAN,
        problems.stream().map(RequestProblem::sentence).collect(Collectors.joining("\n")),
        Map.of("problems", List.copyOf(problems)));
  }

  private void readQueries(JobRequest request) {
    if (request.queries().isEmpty()) {
      Catalog.builtIn().queryNames().forEach(name -> readBuiltIn(name, name + ".json"));
    }
    for (int at = 0; at < request.queries().size(); at++) {
      String document = "queries[" + at + "]";
      switch (request.queries().get(at)) {
        case QueryChoice.BuiltIn(String name) -> readBuiltIn(name, document);
        case QueryChoice.Inline(String json) -> readInline(json, document);
      }
    }
  }

  private void readBuiltIn(String name, String document) {
    List<String> names = Catalog.builtIn().queryNames();
    if (names.contains(name)) {
      take(name, QueryDocument.read(name + ".json", Catalog.document(name), tables));
    } else {
      String sentence =
          "there is no built-in query "
              + NameSuggestions.quoted(name)
              + NameSuggestions.insteadOf(name, names);
      problems.add(problem(document, null, sentence));
    }
  }

  private void readInline(String json, String document) {
    InlineQuery query = InlineQuery.of(json);
    take(query.name(), query.read(document, tables));
  }

  private void take(@Nullable String name, Parsed<BoundQuery> parsed) {
    switch (parsed) {
      case Parsed.Valid<BoundQuery> valid -> queries.add(valid.value());
      case Parsed.Invalid<BoundQuery> invalid ->
          invalid.problems().forEach(each -> problems.add(RequestProblem.of(name, each)));
    }
  }

  /** Identifies a request, independently of the number of partitions. */
  public static String fingerprint(JobPlan plan, JobRequest request) {
    String all =
        String.join(
            "\n",
            new JobPlan(plan.tables(), plan.queries(), Partitions.oneEach()).toJson(),
            String.valueOf(request.name()),
            request.badRows().name(),
            Boolean.toString(request.approval()),
            String.valueOf(request.webhook()));
    if (!request.maxBadRows().equals(MaxBadRows.STANDARD)) { // release 0.1.0 had no other
      all += "\n" + request.maxBadRows();
    }
    if (!request.buckets().equals(JobRequest.Buckets.NONE)) {
      all += "\n" + request.buckets();
    }
    return Sha256.hex(all.getBytes(UTF_8));
  }
}
