package dev.roastery.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.gateway.format.ResultFormat;
import dev.roastery.gateway.format.ResultText;
import dev.roastery.gateway.format.Stream;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Prints results in one format, or writes each to a file beside its CSV. */
public final class ResultPrinter {

  private static final String WAY_TO_ALL =
      "--format csv prints them all, --out DIR writes them to files";

  private final ResultFormat format;

  public ResultPrinter(ResultFormat format) {
    this.format = format;
  }

  /** Prints all results to one stream. */
  public void print(List<PrintedResult> results, Writer out) throws IOException {
    ResultText text = format.text(Stream.of(results.size()), WAY_TO_ALL, Terminal.width());
    text.begin(out);
    for (PrintedResult result : results) {
      write(result, text, out);
    }
    text.end(out);
  }

  public void printOf(List<QueryResult> results, Writer out) throws IOException {
    print(results.stream().map(PrintedResult::of).toList(), out);
  }

  /**
   * Writes the result to {@code folder}, unless the format is for a terminal, or is that of the CSV
   * that is there anyway. It comes into being as a whole, by way of {@code scratch}.
   */
  public void writeBesideCsv(PrintedResult result, Path scratch, Path folder) throws IOException {
    if (format.isForTerminal() || format == ResultFormat.CSV) {
      return;
    }
    String name = result.head().query() + "." + format.extension();
    Path temporary = scratch.resolve(name);
    try (Writer out = Files.newBufferedWriter(temporary, UTF_8)) {
      write(result, format.text(Stream.ONE_RESULT, WAY_TO_ALL), out);
      if (format == ResultFormat.JSON) {
        out.write('\n');
      }
    }
    Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void write(PrintedResult result, ResultText text, Writer out) throws IOException {
    try (Reader csv = Files.newBufferedReader(result.file(), UTF_8)) {
      text.write(result.head(), csv, out);
    }
  }
}
