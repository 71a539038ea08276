package dev.roastery.cli.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How results are printed. */
public enum ResultFormat {
  /** For people: aligned, and cut when long. */
  TABLE {
    @Override
    public void printAll(List<PrintedResult> results, PrintWriter out) throws IOException {
      String before = "";
      for (PrintedResult result : results) {
        out.print(before);
        table(result, out);
        before = "\n";
      }
    }
  },
  /** The results' own bytes; when there are several, each after a line with its name. */
  CSV {
    @Override
    public void printAll(List<PrintedResult> results, PrintWriter out) throws IOException {
      for (PrintedResult result : results) {
        if (results.size() > 1) {
          out.print("# " + result.query() + "\n");
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
    public void printAll(List<PrintedResult> results, PrintWriter out) throws IOException {
      out.print("{\"version\":1,\"results\":[");
      String separator = "\n";
      for (PrintedResult result : results) {
        out.print(separator);
        json(result, out);
        separator = ",\n";
      }
      out.print("\n]}\n");
    }
  };

  public static final int TABLE_ROWS_MAX = 20;

  /** Loaded with the first result that is printed as JSON: 300 classes that others do without. */
  private static final class Json {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  public abstract void printAll(List<PrintedResult> results, PrintWriter out) throws IOException;

  public void print(List<QueryResult> results, PrintWriter out) throws IOException {
    printAll(results.stream().map(PrintedResult::of).toList(), out);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void table(PrintedResult result, PrintWriter out) throws IOException {
    List<List<@Nullable String>> shown = new ArrayList<>();
    try (ResultRows rows = new ResultRows(result.file())) {
      for (List<@Nullable String> row = rows.next();
          row != null && shown.size() <= TABLE_ROWS_MAX;
          row = rows.next()) {
        shown.add(row);
      }
    }
    long count = result.rows();
    out.printf(Locale.ROOT, "%s (%,d %s)%n", result.query(), count, rows(count));
    List<Boolean> numbers =
        IntStream.range(0, shown.getFirst().size()).mapToObj(result::isNumber).toList();
    PrintedTable.print(shown, numbers, out);
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

  private static void json(PrintedResult result, PrintWriter out) throws IOException {
    out.print(
        "{\"query\":%s,\"sha256\":%s,\"rows\":["
            .formatted(
                Json.MAPPER.writeValueAsString(result.query()),
                Json.MAPPER.writeValueAsString(result.sha256())));
    try (ResultRows rows = new ResultRows(result.file())) {
      List<@Nullable String> columns = Objects.requireNonNull(rows.next(), "a header");
      String separator = "\n";
      for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
        out.print(separator + Json.MAPPER.writeValueAsString(members(result, columns, row)));
        separator = ",\n";
      }
    }
    out.print("]}");
  }

  private static Map<String, @Nullable Object> members(
      PrintedResult result, List<@Nullable String> columns, List<@Nullable String> row) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int at = 0; at < columns.size(); at++) {
      String value = row.get(at);
      boolean number = value != null && result.isNumber(at);
      members.put(String.valueOf(columns.get(at)), number ? new RawValue(value) : value);
    }
    return members;
  }
}
