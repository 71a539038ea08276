package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.document.Problem;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.query.sql.SqlWriter;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SELECTs through all stages, against the oracle {@link ModelSelect}. */
class SelectPipelineTest {

  /** How many random SELECTs are tried. */
  private static final int SELECTS = Integer.getInteger("roastery.random.selects", 100);

  private static final int OF_A_JOB = 4;

  /** A query and what it must answer. */
  record Asked(String sql, BoundQuery bound, ModelSelect model, String answer) {}

  @Test
  void randomSelectsAnswerLikeTheOracleWhateverHappensOnTheWay() {
    Property.check("random selects", SELECTS / OF_A_JOB, SelectPipelineTest::randomSelects);
  }

  static void randomSelects(SplittableRandom random) {
    RandomTables tables = new RandomTables(random);
    RandomSelects generator = new RandomSelects(tables, random);
    Tables specs = tables.tables();
    List<Asked> asked = new ArrayList<>();
    while (asked.size() < OF_A_JOB) {
      Asked next = asked(generator.select("q" + asked.size()), specs, tables.all());
      if (next != null && next.model().isAmbiguous()) {
        checkFails(specs, tables.all(), next, random);
      } else if (next != null) {
        asked.add(next);
      }
    }
    check(specs, tables.all(), asked, random);
  }

  /** More groups than a piece of work may hold are sorted in files, and grouped then. */
  @Test
  void groupsOfJoinedRowsAreTheSameWhereMemoryIsTooLittleForThem() {
    List<ModelTable> data = List.of(facts(), names());
    Tables tables =
        Tables.read(
                "t.json",
                "{ \"tables\": { %s, %s } }"
                    .formatted(data.getFirst().json(), data.getLast().json())
                    .getBytes(UTF_8))
            .orThrow();
    String sql =
        """
        select g, count(distinct n) as d, median(m) as middle, quantile(m, 0.9) as high, sum(m) as s,
          count(*) as r
        from facts join names on facts.k = names.k where g <> 'g3' group by g having count(distinct n) > 1
        """;
    Select select = QueryDocument.selectOfSql("q.sql", "q", sql.getBytes(UTF_8)).orThrow();
    Asked asked = asked(select, tables, data);
    JobTopology topology = topology(tables, List.of(asked), new SplittableRandom(1));
    InMemoryPipeline calm = InMemoryPipeline.inOrder().submit(topology, data).run();
    checkAnswers(topology, calm, List.of(asked));
    assertThat(calm.spilled()).isZero();
    for (int bytes : new int[] {0, 1_000, 20_000}) {
      InMemoryPipeline little =
          InMemoryPipeline.inOrderWith(MemoryBudget.of(bytes)).submit(topology, data).run();
      assertThat(little.spilled()).isPositive();
      assertThat(little.left()).isZero();
      checkAnswers(topology, little, List.of(asked));
      assertThat(little.sent.keySet()).isEqualTo(calm.sent.keySet());
      little.sent.forEach((batch, sent) -> assertThat(sent).isEqualTo(calm.sent.get(batch)));
    }
    // Too little for the rows, and enough for their groups.
    checkAnswers(
        topology,
        InMemoryPipeline.inOrderWith(MemoryBudget.of(300_000)).submit(topology, data).run(),
        List.of(asked));
  }

  private static ModelTable facts() {
    SplittableRandom random = new SplittableRandom(2);
    ModelTable facts = new ModelTable("facts", null, List.of(whole("k"), whole("n"), whole("m")));
    List<List<Object[]>> batches = new ArrayList<>();
    for (int batch = 0; batch < 4; batch++) {
      List<Object[]> rows = new ArrayList<>();
      for (int row = 0; row < 500; row++) {
        Object m = random.nextInt(9) == 0 ? null : (Object) (long) random.nextInt(100);
        rows.add(new Object[] {(long) random.nextInt(60), (long) random.nextInt(30), m});
      }
      batches.add(rows);
    }
    facts.parts.add(batches);
    return facts;
  }

  private static ModelTable names() {
    ModelTable names =
        new ModelTable(
            "names", "k", List.of(whole("k"), new ColumnSpec("g", new ColumnType.Text())));
    List<Object[]> rows = new ArrayList<>();
    for (long k = 0; k < 50; k++) {
      rows.add(new Object[] {k, k == 7 ? null : "g" + k % 13});
    }
    names.parts.add(List.of(rows));
    return names;
  }

  private static ColumnSpec whole(String name) {
    return new ColumnSpec(name, new ColumnType.Whole());
  }

  /** Null for what computes numbers that are too large, or needs too many columns at once. */
  static Asked asked(Select select, Tables tables, List<ModelTable> data) {
    ModelSelect model = new ModelSelect(select, data);
    String sql = SqlWriter.write(select);
    String answer;
    try {
      answer = model.answer();
    } catch (ModelExpr.TooLarge _) {
      return null;
    } catch (RuntimeException broken) {
      throw new AssertionError(sql, broken);
    }
    String name = select.name().value();
    Parsed<BoundQuery> parsed;
    try {
      parsed = QueryDocument.readSql(name, name, sql.getBytes(UTF_8), tables);
    } catch (RuntimeException broken) {
      throw new AssertionError(sql, broken);
    }
    if (parsed instanceof Parsed.Invalid<BoundQuery> invalid
        && invalid.problems().stream().allMatch(SelectPipelineTest::isTooMuch)) {
      return null;
    }
    assertThat(parsed).as(sql).isInstanceOf(Parsed.Valid.class);
    return new Asked(sql, parsed.orThrow(), model, answer);
  }

  private static boolean isTooMuch(Problem problem) {
    return problem.toString().contains("columns of table");
  }

  static JobTopology topology(Tables tables, List<Asked> asked, SplittableRandom random) {
    List<BoundQuery> queries = asked.stream().map(Asked::bound).toList();
    Partitions partitions = Partitions.of(Pipeline.STANDARD, _ -> random.nextInt(1, 4));
    return new JobTopology(new JobId(new UUID(7, 1), 1), new JobPlan(tables, queries, partitions));
  }

  private static void check(
      Tables tables, List<ModelTable> data, List<Asked> asked, SplittableRandom random) {
    JobTopology topology = topology(tables, asked, random);
    String all = String.join(";\n", asked.stream().map(Asked::sql).toList());
    try {
      InMemoryPipeline calm = InMemoryPipeline.inOrder().submit(topology, data).run();
      checkAnswers(topology, calm, asked);
      InMemoryPipeline troubled =
          InMemoryPipeline.inTrouble(random.split()).submit(topology, data).run();
      checkAnswers(topology, troubled, asked);
      PipelineTest.checkSpilled(topology, data, calm, random);
    } catch (RuntimeException broken) {
      throw new AssertionError(all, broken);
    }
  }

  private static void checkAnswers(
      JobTopology topology, InMemoryPipeline pipeline, List<Asked> asked) {
    assertThat(pipeline.failures)
        .as(String.join(";\n", asked.stream().map(Asked::sql).toList()))
        .isEmpty();
    for (Asked each : asked) {
      String name = MemorySink.name(topology.job(), each.bound().name());
      assertThat(pipeline.results().get(name)).as(each.sql()).isEqualTo(each.answer());
    }
  }

  /** Some key is there twice: it fails, unless only rows that a limit cut off looked for it. */
  private static void checkFails(
      Tables tables, List<ModelTable> data, Asked asked, SplittableRandom random) {
    JobTopology topology = topology(tables, List.of(asked), random);
    InMemoryPipeline pipeline =
        InMemoryPipeline.inTrouble(random.split()).submit(topology, data).run();
    boolean isCut = asked.model().select.limit() != null || asked.model().select.rank() != null;
    if (pipeline.failures.isEmpty() && isCut) {
      checkAnswers(topology, pipeline, List.of(asked));
    } else {
      assertThat(pipeline.failures).as(asked.sql()).isNotEmpty();
      assertThat(pipeline.failures.getFirst().reason())
          .as(asked.sql())
          .contains("so a join with it would multiply rows");
    }
  }
}
