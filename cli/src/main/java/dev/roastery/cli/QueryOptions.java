package dev.roastery.cli;

import dev.roastery.common.query.plan.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that say what is asked, of the commands that answer it. */
public final class QueryOptions {

  private static final Pattern NAMED = Pattern.compile("(?s)\\s*[a-z0-9-]{1,64}:\\s.*");

  @Option(
      names = "--sql",
      paramLabel = "[NAME:] SELECT",
      description =
          "A query in SQL; may be repeated. Its result is called query, or query-1, query-2 and so"
              + " on, unless a name stands before: --sql 'revenue: select sum(price) from orders'.")
  private List<String> statements = List.of();

  @Option(
      names = "--query",
      paramLabel = "NAME|FILE",
      split = ",",
      description =
          "A built-in query, a query document, or a file of SQL (.sql); may be repeated. By"
              + " default, all built-in queries; for a folder without their tables, its tables are"
              + " listed, and the exit code is 2.")
  private List<String> queries = List.of();

  /** Each once; none, if nothing is asked. */
  public List<String> chosen() {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      String name = statements.size() == 1 ? "query" : "query-" + (i + 1);
      String sql = statements.get(i);
      named.add(NAMED.matcher(sql).matches() ? sql : PlanDocuments.statement(name, sql));
    }
    return Stream.concat(named.stream(), queries.stream()).distinct().toList();
  }

  /** Each once; all built-in queries, if nothing is asked. */
  public List<String> chosenOrBuiltIn() {
    List<String> chosen = chosen();
    return chosen.isEmpty() ? Catalog.builtIn().queryNames() : chosen;
  }
}
