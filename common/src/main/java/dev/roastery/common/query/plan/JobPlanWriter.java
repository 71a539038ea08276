package dev.roastery.common.query.plan;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Arr;
import dev.roastery.common.query.document.Json.Field;
import dev.roastery.common.query.document.Json.Num;
import dev.roastery.common.query.document.Json.Obj;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.Question;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TablesWriter;
import dev.roastery.common.query.translate.SelectDocument;
import dev.roastery.common.share.Share;
import java.util.ArrayList;
import java.util.List;

/** Writes tables and queries as the documents that the readers read, nothing left to defaults. */
final class JobPlanWriter {

  private JobPlanWriter() {}

  static Json plan(JobPlan plan) {
    Partitions partitions = plan.partitions();
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of("version", Num.of(JobPlan.VERSION)));
    fields.add(Field.of("partitions", partitions(partitions)));
    fields.add(Field.of("tables", TablesWriter.tables(plan.tables())));
    fields.add(
        Field.of(
            "queries", Arr.of(plan.queries().stream().map(q -> question(q.question())).toList())));
    if (plan.share().hasClient()) {
      fields.add(Field.of("client", client(plan.share())));
    }
    return Obj.of(fields);
  }

  private static Json client(Share share) {
    return Obj.of(
        Field.of("name", Str.of(share.client())), Field.of("weight", Num.of(share.weight())));
  }

  private static Json partitions(Partitions partitions) {
    return Obj.of(
        partitions.pipeline().divided().stream()
            .map(stage -> Field.of(stage.planField(), Num.of(partitions.of(stage))))
            .toList());
  }

  private static Json question(Question question) {
    return switch (question) {
      case Query query -> query(query);
      case Select select -> SelectDocument.ofSql(select);
    };
  }

  static Json query(Query query) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of("name", query.name()));
    fields.add(Field.of("from", query.from()));
    fields.add(
        Field.of("where", Arr.of(query.where().stream().map(JobPlanWriter::where).toList())));
    fields.add(
        Field.of("groupBy", Arr.of(query.groupBy().stream().map(JobPlanWriter::key).toList())));
    List<Field> measures = query.measures().stream().map(JobPlanWriter::measure).toList();
    fields.add(Field.of("measures", Obj.of(measures)));
    Query.Rank rank = query.rank();
    if (rank != null) {
      fields.add(Field.of("rank", rank(rank)));
    }
    fields.add(Field.of("join", Arr.of(query.join().stream().map(JobPlanWriter::join).toList())));
    fields.add(Field.of("select", Arr.of(query.select())));
    return Obj.of(fields);
  }

  private static Field operand(Query.Operand operand) {
    return Field.of(operand.function().word(), operand.column());
  }

  private static Json where(Query.Condition condition) {
    Field test =
        switch (condition.test()) {
          case Query.Compare(var operator, var value) -> Field.of(operator.sign(), value);
          case Query.In(var values) -> Field.of("in", Arr.of(values));
          case Query.Between(var low, var high) -> Field.of("between", Arr.of(List.of(low, high)));
          case Query.IsNull _ -> Field.of("is", Str.of("null"));
          case Query.IsNotNull _ -> Field.of("is", Str.of("not null"));
        };
    return Obj.of(operand(condition.operand()), test);
  }

  private static Json key(Query.Key key) {
    return Obj.of(operand(key.operand()), Field.of("as", key.as()));
  }

  private static Field measure(Query.Measure measure) {
    return new Field(
        measure.name(), Obj.of(Field.of(measure.aggregate().word(), measure.column())));
  }

  private static Json rank(Query.Rank rank) {
    String direction = rank.direction() == Query.Direction.ASC ? "asc" : "desc";
    return Obj.of(
        Field.of("partitionBy", Arr.of(rank.partitionBy())),
        Field.of("orderBy", rank.orderBy()),
        Field.of("limit", Num.of(rank.limit())),
        Field.of("direction", Str.of(direction)));
  }

  private static Json join(Query.Join join) {
    List<Json> takes = new ArrayList<>();
    for (Query.Take take : join.take()) {
      takes.add(Obj.of(Field.of("column", take.column()), Field.of("as", take.as())));
    }
    return Obj.of(
        Field.of("table", join.table()),
        Field.of("on", Obj.of(new Field(join.on(), join.key()))),
        Field.of("take", Arr.of(takes)));
  }
}
