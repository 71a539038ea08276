package dev.roastery.cli.run;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.PlanDocuments;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.Parsed;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.Explain;
import dev.roastery.common.query.sql.SqlWriter;
import dev.roastery.common.query.translate.SelectDocument;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code roastery query}: looks at queries without running them. */
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description = "Checks, explains, translates and lists queries, without running them.",
    footer = {"", "The query language: docs/queries.md, docs/sql.md"})
public final class QueryCommand implements Runnable {

  @Option(
      names = "--tables",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      defaultValue = "${env:ROASTERY_QUERY_TABLES}",
      description = "Document that defines the tables, if they are not the built-in ones.")
  private @Nullable Path tables;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command given: lint, explain, to-sql, to-json or list");
  }

  private Tables tables() {
    return PlanDocuments.tables(tables);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      name = "lint",
      mixinStandardHelpOptions = true,
      description =
          "Reports every mistake in query documents and SQL (.sql) with line and column; exit code"
              + " 3 if there is one.")
  int lint(
      @Parameters(arity = "1..*", paramLabel = "FILE", description = "Query documents, and SQL.")
          List<String> files) {
    Tables known = tables();
    List<String> wrong = new ArrayList<>();
    for (String file : files) {
      switch (PlanDocuments.read(file, known)) {
        case Parsed.Valid<BoundQuery> valid ->
            out().println(file + ": query " + valid.value().name() + " is valid");
        case Parsed.Invalid<BoundQuery> invalid ->
            wrong.add(PlanDocuments.sentences(invalid.problems()));
      }
    }
    out().flush();
    if (!wrong.isEmpty()) {
      throw new CommandFailure(ExitCode.INVALID, String.join("\n", wrong));
    }
    return ExitCode.OK.number();
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "Explains what a query reads and what each stage does for it.")
  int explain(
      @Parameters(
              paramLabel = "NAME|FILE",
              description = "A built-in query, a query document, or SQL (.sql).")
          String query) {
    Partitions partitions = Partitions.inOneProcess(Pipeline.STANDARD, 2);
    out().print(Explain.text(PlanDocuments.query(query, tables()), partitions));
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(name = "to-sql", mixinStandardHelpOptions = true, description = "Writes a query as SQL.")
  int toSql(
      @Parameters(
              paramLabel = "NAME|FILE",
              description = "A built-in query, a query document, or SQL (.sql).")
          String query) {
    out().print(SqlWriter.writeLines(select(query)));
    out().flush();
    return ExitCode.OK.number();
  }

  @Command(
      name = "to-json",
      mixinStandardHelpOptions = true,
      description = "Writes a query as a query document.")
  int toJson(
      @Parameters(
              paramLabel = "FILE|NAME",
              description = "SQL (.sql), a query document, or a built-in query.")
          String query) {
    out().println(JsonWriter.writeLines(SelectDocument.write(select(query))));
    out().flush();
    return ExitCode.OK.number();
  }

  /** Of a query without mistakes. */
  private Select select(String query) {
    Tables known = tables();
    BoundQuery _ = PlanDocuments.query(query, known);
    return PlanDocuments.select(query, known);
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description =
          "Lists the built-in queries, the table that each reads, and the columns that it selects.")
  int list() {
    if (tables != null) {
      throw new ParameterException(
          spec.commandLine(), "--tables does not apply to list, which lists the built-in queries");
    }
    for (BoundQuery query : Catalog.builtIn().queries()) {
      List<String> selected = query.output().stream().map(column -> column.name()).toList();
      out()
          .printf(
              "%-24s  %-18s  %s%n", query.name(), query.from().name(), String.join(",", selected));
    }
    out().flush();
    return ExitCode.OK.number();
  }
}
