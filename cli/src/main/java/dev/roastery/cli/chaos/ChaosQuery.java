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

/** A query with as many groups as there are transactions: its state grows with the dataset. */
final class SpillingQuery {

  private static final String NAME = "by-transaction.json";
  private static final String DOCUMENT =
      """
      { "name": "by-transaction", "from": "transactions",
        "groupBy": ["transaction_id"],
        "measures": { "amount": { "sum": "final_amount" } },
        "select": ["transaction_id", "amount"] }
      """;

  private SpillingQuery() {}

  /** It and the built-in queries, as on a command line. */
  static List<String> andBuiltIn(Path folder) throws IOException {
    List<String> queries = new ArrayList<>(Catalog.builtIn().queryNames());
    queries.add(Files.writeString(folder.resolve(NAME), DOCUMENT).toString());
    return queries;
  }

  static BoundQuery bound() {
    return switch (QueryDocument.read(NAME, DOCUMENT.getBytes(UTF_8), PlanDocuments.tables(null))) {
      case Parsed.Valid<BoundQuery> valid -> valid.value();
      case Parsed.Invalid<BoundQuery> invalid ->
          throw new IllegalStateException(PlanDocuments.sentences(invalid.problems()));
    };
  }
}
