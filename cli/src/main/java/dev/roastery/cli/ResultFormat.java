package dev.roastery.cli;

import dev.roastery.common.plan.value.ResultColumn;
import dev.roastery.common.plan.value.ValueFormat;
import dev.roastery.common.wire.ColumnType;
import dev.roastery.gateway.embedded.RunReport.QueryResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How results are printed. */
enum ResultFormat {
  /** For people: aligned, and cut when long. */
  TABLE {
    @Override
    void print(List<QueryResult> results, PrintWriter out) throws IOException {
      String before = "";
      for (QueryResult result : results) {
        out.print(before);
        table(result, out);
        before = "\n";
      }
    }
  },
  /** The results' own bytes; when there are several, each after a line with its name. */
  CSV {
    @Override
    void print(List<QueryResult> results, PrintWriter out) throws IOException {
      for (QueryResult result : results) {
        if (results.size() > 1) {
          out.print("# " + result.query().name() + "\n");
        }
        try (Reader csv = Files.newBufferedReader(result.file())) {
          csv.transferTo(out);
        }
      }
    }
  },
  /** One document: {@code {"version":1,"results":[{"query":…,"sha256":…,"rows":[{…}]}]}}. */
  JSON {
    @Override
    void print(List<QueryResult> results, PrintWriter out) throws IOException {
      out.print("{\"version\":1,\"results\":[");
      String separator = "\n";
      for (QueryResult result : results) {
        out.print(separator);
        json(result, out);
        separator = ",\n";
      }
      out.print("\n]}\n");
    }
  };

  static final int TABLE_ROWS_MAX = 20;

  abstract void print(List<QueryResult> results, PrintWriter out) throws IOException;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void table(QueryResult result, PrintWriter out) throws IOException {
    List<List<@Nullable String>> shown = new ArrayList<>();
    try (ResultRows rows = new ResultRows(result.file())) {
      for (List<@Nullable String> row = rows.next();
          row != null && shown.size() <= TABLE_ROWS_MAX;
          row = rows.next()) {
        shown.add(row);
      }
    }
    long count = result.digest().rows();
    out.printf(Locale.ROOT, "%s (%,d %s)%n", result.query().name(), count, rows(count));
    TextTable.print(
        shown, result.query().output().stream().map(ResultFormat::isNumber).toList(), out);
    long more = count - (shown.size() - 1);
    if (more > 0) {
      out.printf(
          Locale.ROOT,
          "… and %,d more %s: --format csv prints them all, --out DIR writes them to files%n",
          more,
          rows(more));
    }
  }

  private static String rows(long count) {
    return count == 1 ? "row" : "rows";
  }

  private static void json(QueryResult result, PrintWriter out) throws IOException {
    List<ResultColumn> columns = result.query().output();
    out.print(
        "{\"query\":%s,\"sha256\":%s,\"rows\":["
            .formatted(
                JsonText.quoted(result.query().name()), JsonText.quoted(result.digest().sha256())));
    try (ResultRows rows = new ResultRows(result.file())) {
      rows.next();
      String separator = "\n";
      for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
        out.print(separator);
        json(columns, row, out);
        separator = ",\n";
      }
    }
    out.print("]}");
  }

  private static void json(
      List<ResultColumn> columns, List<@Nullable String> row, PrintWriter out) {
    for (int at = 0; at < columns.size(); at++) {
      String value = row.get(at);
      out.print(at == 0 ? "{" : ",");
      out.print(JsonText.quoted(columns.get(at).name()));
      out.print(":");
      if (value == null) {
        out.print("null");
      } else {
        out.print(isNumber(columns.get(at)) ? value : JsonText.quoted(value));
      }
    }
    out.print("}");
  }

  /** Months and half-years are whole numbers on the way, and words in the result. */
  private static boolean isNumber(ResultColumn column) {
    return switch (column.type()) {
      case ColumnType.Whole _ -> column.format().equals(ValueFormat.of(column.type()));
      case ColumnType.Decimal _ -> true;
      case ColumnType.Date _, ColumnType.Timestamp _, ColumnType.Text _ -> false;
    };
  }
}
