package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one rule for values in JSON: a whole number or decimal is a number, with the digits that the
 * CSV has; a truth is {@code true} or {@code false}; any other value is a string, as in the CSV; a
 * null is {@code null}.
 */
final class JsonValues {

  private static final String HEX = "0123456789abcdef";

  private JsonValues() {}

  static void string(String text, Writer out) throws IOException {
    out.write('"');
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character < ' ' || character == '"' || character == '\\') {
        out.write(text, start, at - start);
        escaped(character, out);
        start = at + 1;
      }
    }
    out.write(text, start, text.length() - start);
    out.write('"');
  }

  private static void escaped(char character, Writer out) throws IOException {
    switch (character) {
      case '"', '\\' -> out.write(new char[] {'\\', character});
      case '\n' -> out.write("\\n");
      case '\r' -> out.write("\\r");
      case '\t' -> out.write("\\t");
      default -> {
        out.write("\\u00");
        out.write(HEX.charAt(character >> 4));
        out.write(HEX.charAt(character & 15));
      }
    }
  }

  /** A row as an object: {@code {"store_name":"A","tpv":1.50}}. */
  static void row(
      ResultHead head, List<@Nullable String> names, List<@Nullable String> values, Writer out)
      throws IOException {
    String separator = "{";
    for (int at = 0; at < names.size(); at++) {
      out.write(separator);
      string(String.valueOf(names.get(at)), out);
      out.write(':');
      value(values.get(at), head, at, out);
      separator = ",";
    }
    out.write('}');
  }

  private static void value(@Nullable String value, ResultHead head, int column, Writer out)
      throws IOException {
    if (value == null) {
      out.write("null");
    } else if (head.isNumber(column) && isNumber(value)) {
      out.write(value);
    } else if (head.isTruth(column) && (value.equals("true") || value.equals("false"))) {
      out.write(value);
    } else {
      string(value, out);
    }
  }

  /** A result may come from a gateway that is not ours: what is no number is no number in JSON. */
  private static boolean isNumber(String value) {
    int start = value.startsWith("-") ? 1 : 0;
    boolean point = false;
    for (int at = start; at < value.length(); at++) {
      char character = value.charAt(at);
      boolean digit = character >= '0' && character <= '9';
      if (!digit && (point || character != '.' || at == start || at == value.length() - 1)) {
        return false;
      }
      point |= !digit;
    }
    return value.length() > start;
  }

  /** The member {@code "columns":[{"name":…,"type":…},…]}. */
  static void columns(List<ResultHead.Column> columns, Writer out) throws IOException {
    out.write("\"columns\":[");
    String separator = "";
    for (ResultHead.Column column : columns) {
      out.write(separator + "{\"name\":");
      string(column.name(), out);
      out.write(",\"type\":");
      string(column.type(), out);
      out.write(column.scale() < 0 ? "}" : ",\"scale\":" + column.scale() + "}");
      separator = ",";
    }
    out.write(']');
  }
}
