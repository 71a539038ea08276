package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of GitHub's Markdown with numbers aligned right; of several results in one stream, each
 * under a heading with its name.
 */
final class MarkdownText implements ResultText {

  private static final Pattern LINE_BREAK = Pattern.compile("\r\n|[\r\n]");

  /** An underscore is markup only at the edge of a word. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\|`*\\[\\]<>&~$]|(?<![\\p{L}\\p{N}_])_|_(?![\\p{L}\\p{N}_])");

  private final Stream stream;
  private String before = "";

  MarkdownText(Stream stream) {
    this.stream = stream;
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    if (stream == Stream.SEVERAL_RESULTS) {
      out.write(before + "### " + head.query() + "\n\n");
      before = "\n";
    }
    ResultRows rows = new ResultRows(csv);
    List<@Nullable String> names = Objects.requireNonNull(rows.next(), "a header");
    line(names, out);
    for (int at = 0; at < names.size(); at++) {
      out.write(head.isNumber(at) ? "| ---: " : "| --- ");
    }
    out.write("|\n");
    for (List<@Nullable String> row = rows.next(); row != null; row = rows.next()) {
      line(row, out);
    }
  }

  private static void line(List<@Nullable String> values, Writer out) throws IOException {
    for (String value : values) {
      out.write(value == null || value.isEmpty() ? "| " : "| " + cell(value) + " ");
    }
    out.write("|\n");
  }

  /** The value on one line, without what Markdown or a terminal would act upon. */
  private static String cell(String value) {
    String escaped = MARKUP.matcher(value).replaceAll("\\\\$0");
    String[] lines = LINE_BREAK.split(escaped, -1);
    for (int at = 0; at < lines.length; at++) {
      lines[at] = TerminalText.plain(lines[at]);
    }
    return String.join("<br>", lines);
  }
}
