package dev.roastery.embedded.direct;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.maximizer.Ranking;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.rows.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GroupSharesTest {

  private static final Tables TABLES =
      Tables.read(
              "t.json",
              """
              { "tables": { "t": { "columns": {
                "shop": "whole", "user": "whole", "name": "text", "paid": "decimal(2)" } } } }
              """
                  .getBytes(UTF_8))
          .orThrow();

  private static final String GROUPS =
      """
      "groupBy": ["shop", "user", "name"],
      "measures": { "visits": { "count": "*" }, "mean": { "avg": "paid" }, "most": { "max": "paid" } },
      """;

  private static final BoundQuery BEST =
      query(
          GROUPS
              + """
              "rank": { "partitionBy": ["shop"], "orderBy": "visits", "limit": 3 },
              "select": ["user"]
              """);

  private static final BoundQuery ALL = query(GROUPS + "\"select\": [\"user\"]");

  private static BoundQuery query(String rest) {
    String json = "{ \"name\": \"q\", \"from\": \"t\", " + rest + " }";
    return QueryDocument.read("q.json", json.getBytes(UTF_8), TABLES).orThrow();
  }

  @Test
  void tablesThatWereEmptiedRankAsOneThatWasNot() {
    Property.check(
        "shares",
        50,
        random -> {
          BoundQuery query = random.nextBoolean() ? BEST : ALL;
          GroupTable one = GroupTable.ofPartials(query);
          GroupShares shares = new GroupShares(query, space(random));
          List<GroupTable> last = new ArrayList<>();
          int emptied = random.nextInt(4);
          for (int table = 0; table < 5; table++) {
            GroupTable some = GroupTable.ofPartials(query);
            Rows rows = rows(query, random);
            for (GroupTable each : List.of(one, some)) {
              each.add(rows, Selection.all(rows.count()));
            }
            if (table < emptied) {
              shares.add(some);
            } else {
              last.add(some);
            }
          }

          List<Rows> parts = new ArrayList<>();
          shares.ranked(last, parts::add);
          Rows ranked =
              RowsBuffer.concatenated(
                  query.passed().stream().map(ResultColumn::type).toList(), parts);

          Rows passed = one.passed();
          assertThat(ranked).isEqualTo(RowGather.rows(passed, Ranking.kept(query, passed)));
          assertThat(ranked.count()).isPositive();
        });
  }

  /** Of memory for all groups, for none, or for some. */
  private static JobSpace space(SplittableRandom random) {
    long bytes =
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> random.nextLong(20_000);
          default -> Long.MAX_VALUE;
        };
    return new JobSpace(
        "here", new JobId(new UUID(1, 1), 1), MemoryBudget.of(bytes), new HeapSpillStore());
  }

  @Test
  void aTableIsLargeWhenItNoLongerFitsTheCache() {
    GroupTable table = GroupTable.ofPartials(ALL);
    Long[] users = Stream.iterate(0L, user -> user + 1).limit(70_000).toArray(Long[]::new);
    table.add(rows(ALL, users), Selection.all(60_000));
    assertThat(GroupShares.isLarge(table)).isFalse();

    table.add(rows(ALL, users), Selection.all(70_000));

    assertThat(GroupShares.isLarge(table)).isTrue();
  }

  /** Few keys, so that tables share them. */
  private static Rows rows(BoundQuery query, SplittableRandom random) {
    Long[] users = new Long[random.nextInt(1, 300)];
    for (int row = 0; row < users.length; row++) {
      users[row] = random.nextLong(60) << (random.nextInt(2) * 40);
    }
    return rows(query, users);
  }

  private static Rows rows(BoundQuery query, Long[] users) {
    long[] user = Stream.of(users).mapToLong(Long::longValue).toArray();
    long[] shop = Stream.of(users).mapToLong(u -> u % 4).toArray();
    long[] paid = Stream.of(users).mapToLong(u -> u * 7 % 1_000).toArray();
    String[] name =
        Stream.of(users).map(u -> u % 5 == 0 ? "zoë" : "x" + u % 3).toArray(String[]::new);
    List<Column> columns =
        query.reads().stream()
            .map(column ->
                switch (column.name()) {
                  case "shop" -> Columns.wholes(shop);
                  case "user" -> Columns.withNulls(Columns.wholes(user), 0);
                  case "name" -> (Column) Columns.texts(name);
                  case "paid" -> Columns.decimals(2, paid);
                  default -> throw new IllegalArgumentException(column.name());
                })
            .toList();
    return Batches.rows(users.length, columns);
  }
}
