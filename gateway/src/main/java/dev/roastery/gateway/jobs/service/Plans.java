package dev.roastery.gateway.jobs.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Parsed;
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

/** Makes a request's plan, or refuses it with sentences that say why. */
public final class Plans {

  private Plans() {}

  public static JobPlan of(Share share, JobRequest request, Partitions partitions) {
    String json = request.tablesJson();
    Tables tables =
        json == null
            ? Catalog.builtIn().tables()
            : valid(Tables.read("tables", json.getBytes(UTF_8)));
    List<BoundQuery> queries = new ArrayList<>();
    if (request.queries().isEmpty()) {
      Catalog.builtIn().queryNames().forEach(name -> queries.add(builtIn(name, tables)));
    }
    for (int i = 0; i < request.queries().size(); i++) {
      queries.add(query(request.queries().get(i), i, tables));
    }
    try {
      JobPlan plan = new JobPlan(tables, queries, partitions, share);
      String _ = plan.toJson(); // checks its size
      return plan;
    } catch (IllegalArgumentException e) {
      throw new Refusal(Refusal.Kind.INVALID_PLAN, String.valueOf(e.getMessage()));
    }
  }

  private static BoundQuery query(QueryChoice choice, int place, Tables tables) {
    return switch (choice) {
      case QueryChoice.BuiltIn(String name) -> builtIn(name, tables);
      case QueryChoice.Inline(String json) ->
          valid(QueryDocument.read("queries[" + place + "]", json.getBytes(UTF_8), tables));
    };
  }

  private static BoundQuery builtIn(String name, Tables tables) {
    List<String> names = Catalog.builtIn().queryNames();
    if (!names.contains(name)) {
      throw new Refusal(
          Refusal.Kind.INVALID_PLAN,
          "there is no built-in query "
              + NameSuggestions.quoted(name)
              + NameSuggestions.insteadOf(name, names));
    }
    return valid(QueryDocument.read(name + ".json", Catalog.document(name), tables));
  }

  private static <T> T valid(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Valid<T> valid -> valid.value();
      case Parsed.Invalid<T> invalid ->
          throw new Refusal(
              Refusal.Kind.INVALID_PLAN,
              invalid.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")),
              Map.of("problems", invalid.problems()));
    };
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
    return Sha256.hex(all.getBytes(UTF_8));
  }
}
