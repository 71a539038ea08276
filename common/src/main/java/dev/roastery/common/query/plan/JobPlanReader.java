package dev.roastery.common.query.plan;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.language.TablesReader;
import dev.roastery.common.share.Share;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what {@link JobPlanWriter} wrote, by the readers of users' documents. */
final class JobPlanReader {

  private static final List<String> FIELDS =
      List.of("version", "partitions", "tables", "queries", "client");

  private final Problems problems;
  private final Expect expect;
  private final Pipeline pipeline;

  JobPlanReader(Problems problems, Pipeline pipeline) {
    this.problems = problems;
    this.pipeline = pipeline;
    this.expect = new Expect(problems);
  }

  @Nullable JobPlan read(Json json) {
    Json.Obj object = expect.object(json, FIELDS);
    Json version = object == null ? null : expect.required(object, "version");
    if (object == null || version == null) {
      return null;
    }
    if (!version.equals(Json.Num.of(JobPlan.VERSION))) {
      problems.add(version.place(), "this program reads plans of version " + JobPlan.VERSION);
      return null;
    }
    Partitions partitions = partitions(expect.required(object, "partitions"));
    Json tablesField = expect.required(object, "tables");
    Tables tables = tablesField == null ? null : new TablesReader(problems).tables(tablesField);
    if (partitions == null || tables == null) {
      return null;
    }
    List<BoundQuery> queries = queries(expect.required(object, "queries"), tables);
    Json client = object.get("client");
    Share share = client == null ? Share.OF_A_JOB : share(client);
    return problems.none() ? new JobPlan(tables, queries, partitions, share) : null;
  }

  private Share share(Json json) {
    Json.Obj object = expect.object(json, List.of("name", "weight"));
    Json nameField = object == null ? null : expect.required(object, "name");
    Json weightField = object == null ? null : expect.required(object, "weight");
    Json.Str name = nameField == null ? null : expect.name(nameField);
    return name == null || weightField == null
        ? Share.OF_A_JOB
        : new Share(name.value(), expect.count(weightField, Share.WEIGHT_MAX));
  }

  private @Nullable Partitions partitions(@Nullable Json json) {
    List<String> fields = pipeline.divided().stream().map(StageKind::planField).toList();
    Json.Obj object = json == null ? null : expect.object(json, fields);
    return object == null
        ? null
        : Partitions.of(pipeline, stage -> count(object, stage.planField()));
  }

  private int count(Json.Obj object, String field) {
    Json json = expect.required(object, field);
    return json == null ? 1 : expect.count(json, Limits.PARTITIONS_MAX);
  }

  private List<BoundQuery> queries(@Nullable Json json, Tables tables) {
    List<BoundQuery> queries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Json item : expect.list(json, Limits.QUERIES_MAX)) {
      BoundQuery query = QueryDocument.read(item, tables, problems);
      if (query != null) {
        queries.add(query);
        if (!names.add(query.name())) {
          problems.add(item.place(), "two queries are called " + query.name());
        }
      }
    }
    if (json instanceof Json.Arr list && list.items().isEmpty()) {
      problems.add(json.place(), "a plan needs at least one query");
    }
    return queries;
  }
}
