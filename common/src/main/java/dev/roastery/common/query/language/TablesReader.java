package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code {"tables": {"stores": {"columns": {"store_id": "whole", …}, "key": "store_id"}}}}, and how
 * their files are written, where that is not the usual way.
 */
public final class TablesReader {

  private static final List<String> TYPES =
      List.of("whole", "decimal(2)", "date", "timestamp", "text");
  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d|1[0-8])\\)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Whether a table may be called so: the one rule for documents, folders and uploads. */
  public static boolean isName(String table) {
    return NAME.matcher(table).matches();
  }

  private final Problems problems;
  private final Expect expect;
  private final DialectReader dialects;

  public TablesReader(Problems problems) {
    this.problems = problems;
    this.expect = new Expect(problems);
    this.dialects = new DialectReader(problems, expect);
  }

  @Nullable Tables read(Json json) {
    Json.Obj object = expect.object(json, List.of("tables"));
    Json tables = object == null ? null : expect.required(object, "tables");
    return tables == null ? null : tables(tables);
  }

  public Tables tables(Json json) {
    List<TableSpec> tables = new ArrayList<>();
    for (Json.Field field : fields(json, "table", Limits.TABLES_MAX)) {
      if (!isName(field.name().value())) {
        problems.add(
            field.name().place(),
            "a table's name is also its folder's: 1 to 64 letters, digits, '_' or '-'");
      }
      TableSpec table = table(field.name().value(), field.value());
      if (table != null) {
        tables.add(table);
      }
    }
    return new Tables(tables);
  }

  private @Nullable TableSpec table(String name, Json json) {
    List<String> allowed = new ArrayList<>(List.of("columns", "key", "strict"));
    allowed.addAll(DialectReader.FIELDS);
    Json.Obj object = expect.object(json, allowed);
    Json columnsField = object == null ? null : expect.required(object, "columns");
    if (object == null || columnsField == null) {
      return null;
    }
    List<ColumnSpec> columns = strictly(object.get("strict"), columns(columnsField));
    List<String> names = columns.stream().map(ColumnSpec::name).toList();
    Json keyField = object.get("key");
    Json.Str key = keyField == null ? null : expect.text(keyField);
    if (key != null && !names.contains(key.value())) {
      String instead = NameSuggestions.insteadOf(key.value(), names);
      problems.add(
          key.place(), "there is no column " + NameSuggestions.quoted(key.value()) + instead);
    }
    String keyName = key == null ? null : key.value();
    return new TableSpec(name, columns, keyName, dialects.dialect(object));
  }

  /** The columns of a strict table; text is never anything else. */
  private List<ColumnSpec> strictly(@Nullable Json json, List<ColumnSpec> columns) {
    if (json == null || !dialects.isTrue(json)) {
      return columns;
    }
    return columns.stream()
        .map(each ->
            each.type() instanceof ColumnType.Text
                ? each
                : new ColumnSpec(
                    each.name(), each.type(), each.form().withStrictness(Strictness.STRICT)))
        .toList();
  }

  private List<ColumnSpec> columns(Json json) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (Json.Field field : fields(json, "column", Limits.COLUMNS_MAX)) {
      expect.isName(field.name());
      columns.add(column(field.name().value(), field.value()));
    }
    return columns;
  }

  private ColumnSpec column(String name, Json json) {
    if (!(json instanceof Json.Obj)) {
      return new ColumnSpec(name, type(json));
    }
    Json.Obj object = expect.object(json, DialectReader.COLUMN_FIELDS);
    Json typeField = object == null ? null : expect.required(object, "type");
    if (object == null || typeField == null) {
      return new ColumnSpec(name, new ColumnType.Text());
    }
    ColumnType type = type(typeField);
    return new ColumnSpec(name, type, dialects.form(object, type));
  }

  /** On a problem, any type: nothing is made of a document with problems. */
  private ColumnType type(Json json) {
    Json.Str text = expect.text(json);
    String word = text == null ? "text" : text.value();
    Matcher decimal = DECIMAL.matcher(word);
    if (decimal.matches()) {
      return new ColumnType.Decimal(Integer.parseInt(decimal.group(1)));
    }
    return switch (word) {
      case "whole" -> new ColumnType.Whole();
      case "date" -> new ColumnType.Date();
      case "timestamp" -> new ColumnType.Timestamp();
      case "text" -> new ColumnType.Text();
      default -> {
        String instead = NameSuggestions.insteadOf(word, TYPES) + " (decimals: 0 to 18)";
        problems.add(json.place(), "unknown type " + NameSuggestions.quoted(word) + instead);
        yield new ColumnType.Text();
      }
    };
  }

  private List<Json.Field> fields(Json json, String what, int max) {
    Json.Obj object = expect.anyObject(json);
    if (object == null) {
      return List.of();
    }
    int count = object.fields().size();
    if (count < 1 || count > max) {
      problems.add(json.place(), "expected 1 to " + max + " " + what + "s, found " + count);
      return List.of();
    }
    return object.fields();
  }
}
