package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnForm.Fractions;
import dev.roastery.common.query.language.ColumnForm.Rounding;
import dev.roastery.common.query.language.Dialect.Encoding;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.Dialect.Quote;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a table's files are written: the fields of a table, and of a column, that say so. */
final class DialectReader {

  static final List<String> FIELDS =
      List.of(
          "delimiter",
          "header",
          "quote",
          "encoding",
          "decimal",
          "thousands",
          "nulls",
          "zone",
          "zoneRules");

  static final List<String> COLUMN_FIELDS =
      List.of("type", "format", "fractions", "rounding", "null", "decimal", "thousands");

  private static final String EPOCH_SECONDS = "epoch seconds";
  private static final String EPOCH_MILLISECONDS = "epoch milliseconds";
  private static final int NULLS_MAX = 16;
  private static final int NULL_LENGTH_MAX = 64;

  private final Problems problems;
  private final Expect expect;

  DialectReader(Problems problems, Expect expect) {
    this.problems = problems;
    this.expect = expect;
  }

  /** On a problem, any dialect: nothing is made of a document with problems. */
  Dialect dialect(Json.Obj table) {
    Dialect standard = Dialect.STANDARD;
    String decimal = word(table, "decimal", List.of(".", ","), ".");
    String thousands = word(table, "thousands", thousands(), "");
    if (thousands.equals(decimal)) {
      problems.add(
          place(table, "thousands"),
          "the groups of a number and its decimals cannot have the same separator");
    }
    return new Dialect(
        delimiter(table.get("delimiter")),
        header(table.get("header")),
        value(table, "quote", Quote.values(), Quote::word, standard.quote()),
        value(table, "encoding", Encoding.values(), Encoding::word, standard.encoding()),
        decimal.charAt(0),
        thousands,
        nulls(table.get("nulls")),
        zone(table));
  }

  private char delimiter(@Nullable Json json) {
    if (json == null) {
      return Dialect.STANDARD.delimiter();
    }
    boolean tab = json instanceof Json.Str written && written.value().equals("\t");
    Json.Str text = tab ? null : expect.oneOf(json, List.of(",", ";", "|", "tab"));
    return tab || (text != null && text.value().equals("tab"))
        ? '\t'
        : text == null || text.value().length() != 1 ? ',' : text.value().charAt(0);
  }

  private static Place place(Json.Obj table, String field) {
    Json json = table.get(field);
    return json == null ? table.place() : json.place();
  }

  /** Points, commas, spaces (two of which do not break lines) and apostrophes. */
  private static List<String> thousands() {
    return List.of(".", ",", " ", "'", "\u2019", "\u00a0", "\u202f");
  }

  private String word(Json.Obj table, String field, List<String> allowed, String otherwise) {
    Json json = table.get(field);
    Json.Str text = json == null ? null : expect.oneOf(json, allowed);
    return text == null || !allowed.contains(text.value()) ? otherwise : text.value();
  }

  private <T> T value(
      Json.Obj table, String field, T[] values, Function<T, String> words, T otherwise) {
    Map<String, T> byWord = new TreeMap<>();
    for (T value : values) {
      byWord.put(words.apply(value), value);
    }
    Json json = table.get(field);
    Json.Str text = json == null ? null : expect.oneOf(json, byWord.keySet());
    return text == null ? otherwise : byWord.getOrDefault(text.value(), otherwise);
  }

  private Header header(@Nullable Json json) {
    return json == null || isTrue(json) ? Header.NAMES : Header.NONE;
  }

  /** Whether it is true; anything but true and false is a problem. */
  boolean isTrue(Json json) {
    String word = json instanceof Json.Constant constant ? constant.text() : "";
    if (!word.equals("true") && !word.equals("false")) {
      problems.add(json.place(), "expected true or false, found " + json.kind());
    }
    return word.equals("true");
  }

  private List<String> nulls(@Nullable Json json) {
    List<String> words = new ArrayList<>();
    for (Json item : expect.list(json, NULLS_MAX)) {
      String word = nullWord(item);
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  private String nullWord(Json json) {
    Json.Str text = expect.text(json);
    if (text == null) {
      return "";
    }
    if (text.value().isEmpty()) {
      problems.add(text.place(), "an empty field has no value already; leave this out");
    } else if (text.value().length() > NULL_LENGTH_MAX) {
      problems.add(text.place(), "such a word has at most " + NULL_LENGTH_MAX + " characters");
    }
    return text.value();
  }

  private @Nullable Zone zone(Json.Obj table) {
    Json json = table.get("zone");
    Json.Str id = json == null ? null : expect.text(json);
    Json rulesField = table.get("zoneRules");
    Json.Str rules = rulesField == null ? null : expect.text(rulesField);
    if (id == null) {
      return null;
    }
    if (!ZoneId.getAvailableZoneIds().contains(id.value())) {
      String near = NameSuggestions.closest(id.value(), ZoneId.getAvailableZoneIds());
      problems.add(
          id.place(),
          "unknown time zone "
              + NameSuggestions.quoted(id.value())
              + (near == null ? "" : "; did you mean " + NameSuggestions.quoted(near) + "?")
              + "; a zone is a name such as Europe/Berlin or UTC");
      return null;
    }
    return rules == null ? Zone.of(id.value()) : new Zone(id.value(), rules.value());
  }

  ColumnForm form(Json.Obj column, ColumnType type) {
    Json formatField = column.get("format");
    Json.Str format = formatField == null ? null : expect.text(formatField);
    if (format != null) {
      checkFormat(format, type);
    }
    boolean cut = said(column, "fractions", "cut", type instanceof ColumnType.Timestamp);
    boolean even = said(column, "rounding", "half-even", type instanceof ColumnType.Decimal);
    ColumnForm form =
        new ColumnForm(
            format == null ? "" : format.value(),
            cut ? Fractions.CUT : Fractions.REFUSE,
            even ? Rounding.HALF_EVEN : Rounding.REFUSE);
    Json nullField = column.get("null");
    if (nullField != null) {
      form = form.withNullWord(nullWord(nullField));
    }
    return form.withNumbers(
        word(column, "decimal", List.of(".", ","), ""), word(column, "thousands", thousands(), ""));
  }

  private boolean said(Json.Obj column, String field, String word, boolean fits) {
    Json json = column.get(field);
    Json.Str text = json == null ? null : expect.oneOf(json, List.of(word));
    if (text != null && !fits) {
      String which = field.equals("fractions") ? "timestamps" : "decimals";
      problems.add(text.place(), "only columns of " + which + " have " + field);
    }
    return text != null;
  }

  private void checkFormat(Json.Str format, ColumnType type) {
    String text = format.value();
    switch (type) {
      case ColumnType.Timestamp _ -> {
        if (!text.equals(EPOCH_SECONDS) && !text.equals(EPOCH_MILLISECONDS)) {
          pattern(format, true);
        }
      }
      case ColumnType.Date _ -> pattern(format, false);
      case ColumnType.Whole _ -> {
        if (!text.matches("[^/\\p{Cntrl}]{1,32}/[^/\\p{Cntrl}]{1,32}")
            || text.substring(0, text.indexOf('/'))
                .equalsIgnoreCase(text.substring(text.indexOf('/') + 1))) {
          problems.add(
              format.place(), "the words for 1 and 0 are written yes/no, true/false or alike");
        }
      }
      case ColumnType.Decimal _, ColumnType.Text _ ->
          problems.add(format.place(), "only dates, timestamps and whole numbers have a format");
    }
  }

  private void pattern(Json.Str format, boolean timed) {
    try {
      TimePattern pattern = TimePattern.of(format.value());
      if (pattern.hasTime() && !timed) {
        problems.add(format.place(), "a date has no time of day; let the column be a timestamp");
      }
    } catch (TimePattern.Invalid e) {
      String also = timed ? ", or \"" + EPOCH_SECONDS + "\"" : "";
      problems.add(
          format.place(),
          NameSuggestions.quoted(format.value())
              + " is no pattern like \"dd/MM/yyyy\""
              + also
              + ": "
              + e.getMessage());
    }
  }
}
