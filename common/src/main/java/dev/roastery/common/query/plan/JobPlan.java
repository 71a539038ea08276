package dev.roastery.common.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.share.Share;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that a partition must know of a job: its queries, the tables that they name (no others, by
 * name), and the numbers of partitions. It travels as canonical JSON: equal plans are equal bytes.
 *
 * <pre>
 * {"version":1,
 *  "partitions":{"aggregators":4,"partialMaximizers":3,"absoluteMaximizers":1,"joiners":2},
 *  "tables":{…as in a tables document…},
 *  "queries":[…query documents, nothing left to defaults…],
 *  "client":{"name":"ann","weight":3}}
 * </pre>
 *
 * A plan without {@code client} is one of a service that does not know its clients, or was written
 * by release 0.1.0.
 */
public record JobPlan(Tables tables, List<BoundQuery> queries, Partitions partitions, Share share) {

  static final int VERSION = 1;

  public JobPlan {
    queries = List.copyOf(queries);
    if (queries.isEmpty() || queries.size() > Limits.QUERIES_MAX) {
      throw new IllegalArgumentException(
          "a job of " + queries.size() + " queries: 1 to " + Limits.QUERIES_MAX + " are possible");
    }
    Set<String> names = new HashSet<>();
    Set<String> used = new HashSet<>();
    for (BoundQuery query : queries) {
      if (!names.add(query.name())) {
        throw new IllegalArgumentException(
            "two queries are called " + query.name() + ": their results would be one file");
      }
      used.add(query.from().name());
      query.joins().forEach(join -> used.add(join.table().name()));
    }
    tables = tables.only(used);
  }

  /** Of a service that does not know its clients. */
  public JobPlan(Tables tables, List<BoundQuery> queries, Partitions partitions) {
    this(tables, queries, partitions, Share.OF_A_JOB);
  }

  public String toJson() {
    String json = JsonWriter.write(JobPlanWriter.plan(this));
    if (json.getBytes(UTF_8).length > Limits.PLAN_BYTES_MAX) {
      throw new IllegalArgumentException(
          "the job's plan has more than " + Limits.PLAN_BYTES_MAX + " bytes: ask fewer queries");
    }
    return json;
  }

  /** {@code document} is how problems call it: the job's id, perhaps. */
  public static Parsed<JobPlan> read(String document, String json) {
    return read(document, json, Pipeline.STANDARD);
  }

  /** A plan for another pipeline than the standard one. */
  public static Parsed<JobPlan> read(String document, String json, Pipeline pipeline) {
    Problems problems = new Problems(document);
    Json tree = JsonReader.read(json.getBytes(UTF_8), Limits.PLAN_BYTES_MAX, problems);
    JobPlan plan = tree == null ? null : new JobPlanReader(problems, pipeline).read(tree);
    return plan != null && problems.none()
        ? new Parsed.Valid<>(plan)
        : new Parsed.Invalid<>(problems.all());
  }

  public BoundQuery query(String name) {
    for (BoundQuery query : queries) {
      if (query.name().equals(name)) {
        return query;
      }
    }
    throw new IllegalArgumentException("no query " + name + " in this plan");
  }

  /** The tables whose rows go to the aggregators, by name. */
  public Set<String> facts() {
    Set<String> names = new TreeSet<>();
    queries.forEach(query -> names.add(query.from().name()));
    return names;
  }

  /** The tables that go whole to the joiners, by name; a table may be both. */
  public Set<String> references() {
    Set<String> names = new TreeSet<>();
    queries.forEach(query -> query.joins().forEach(join -> names.add(join.table().name())));
    return names;
  }

  /** The queries that read that table row by row. */
  public List<BoundQuery> queriesFrom(String table) {
    return queries.stream().filter(query -> query.from().name().equals(table)).toList();
  }

  /** The columns of that table which an aggregator needs for some query, in the table's order. */
  public List<ColumnSpec> factColumns(String table) {
    Set<ColumnSpec> needed = new HashSet<>();
    queriesFrom(table).forEach(query -> needed.addAll(query.reads()));
    return tables.table(table).columns().stream().filter(needed::contains).toList();
  }

  /** The columns of that table which a joiner needs for some query, in the table's order. */
  public List<ColumnSpec> referenceColumns(String table) {
    Set<ColumnSpec> needed = new HashSet<>();
    for (BoundQuery query : queries) {
      for (BoundJoin join : query.joins()) {
        if (join.table().name().equals(table)) {
          needed.addAll(join.reads());
        }
      }
    }
    return tables.table(table).columns().stream().filter(needed::contains).toList();
  }
}
