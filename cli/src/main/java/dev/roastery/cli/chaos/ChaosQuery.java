package dev.roastery.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.cli.PlanDocuments;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.QueryDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the jobs ask besides the built-in queries. */
enum ChaosQuery {
  /** The joiner looks up the city of each pair of shop and customer, and groups them again. */
  CUSTOMERS_BY_CITY(
      """
      { "name": "customers-by-city", "sql": "\
      select s.city, count(distinct t.user_id) as customers, sum(t.final_amount) as tpv \
      from transactions t left join stores s on s.store_id = t.store_id \
      group by s.city having count(*) > 10 \
      order by customers desc limit 20" }
      """),

  /** As many groups as there are transactions: its state grows with the dataset. */
  BY_TRANSACTION(
      """
      { "name": "by-transaction", "from": "transactions",
        "groupBy": ["transaction_id"],
        "measures": { "amount": { "sum": "final_amount" } },
        "select": ["transaction_id", "amount"] }
      """);

  private final String document;

  ChaosQuery(String document) {
    this.document = document;
  }

  /** These and the built-in queries, as on a command line; their documents go to the folder. */
  static List<String> andBuiltIn(List<ChaosQuery> more, Path folder) throws IOException {
    List<String> queries = new ArrayList<>(Catalog.builtIn().queryNames());
    for (ChaosQuery query : more) {
      Path file = folder.resolve(query.bound().name() + ".json");
      queries.add(Files.writeString(file, query.document).toString());
    }
    return queries;
  }

  BoundQuery bound() {
    byte[] json = document.getBytes(UTF_8);
    return switch (QueryDocument.read(name(), json, PlanDocuments.tables(null))) {
      case Parsed.Valid<BoundQuery> valid -> valid.value();
      case Parsed.Invalid<BoundQuery> invalid ->
          throw new IllegalStateException(PlanDocuments.sentences(invalid.problems()));
    };
  }
}
