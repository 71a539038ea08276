package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Arr;
import dev.roastery.common.query.document.Json.Constant;
import dev.roastery.common.query.document.Json.Field;
import dev.roastery.common.query.document.Json.Obj;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.language.ColumnForm.Fractions;
import dev.roastery.common.query.language.ColumnForm.Rounding;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import java.util.ArrayList;
import java.util.List;

/** Writes tables as {@link TablesReader} reads them; what is as usual is left out. */
public final class TablesWriter {

  private TablesWriter() {}

  public static Obj tables(Tables tables) {
    return Obj.of(
        tables.all().stream().map(table -> Field.of(table.name(), table(table))).toList());
  }

  private static Json table(TableSpec table) {
    List<Field> fields = new ArrayList<>();
    fields.add(
        Field.of(
            "columns",
            Obj.of(
                table.columns().stream()
                    .map(column -> Field.of(column.name(), column(column)))
                    .toList())));
    if (table.key() != null) {
      fields.add(Field.of("key", Str.of(table.key())));
    }
    if (table.columns().stream().anyMatch(column -> column.form().isStrict())) {
      fields.add(Field.of("strict", new Constant("true", Place.NOWHERE)));
    }
    fields.addAll(dialect(table.dialect()));
    return Obj.of(fields);
  }

  private static Json column(ColumnSpec column) {
    Str type = Str.of(column.format().name());
    ColumnForm form = column.form();
    if (form.withStrictness(Strictness.LENIENT).equals(ColumnForm.STANDARD)) {
      return type;
    }
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of("type", type));
    if (!form.format().isEmpty()) {
      fields.add(Field.of("format", Str.of(form.format())));
    }
    if (form.fractions() == Fractions.CUT) {
      fields.add(Field.of("fractions", Str.of("cut")));
    }
    if (form.rounding() == Rounding.HALF_EVEN) {
      fields.add(Field.of("rounding", Str.of("half-even")));
    }
    if (!form.nullWord().isEmpty()) {
      fields.add(Field.of("null", Str.of(form.nullWord())));
    }
    if (!form.decimal().isEmpty()) {
      fields.add(Field.of("decimal", Str.of(form.decimal())));
    }
    if (!form.thousands().isEmpty()) {
      fields.add(Field.of("thousands", Str.of(form.thousands())));
    }
    return Obj.of(fields);
  }

  private static List<Field> dialect(Dialect dialect) {
    Dialect usual = Dialect.STANDARD;
    List<Field> fields = new ArrayList<>();
    if (dialect.delimiter() != usual.delimiter()) {
      fields.add(Field.of("delimiter", Str.of(String.valueOf(dialect.delimiter()))));
    }
    if (dialect.header() != usual.header()) {
      fields.add(Field.of("header", new Constant("false", Place.NOWHERE)));
    }
    if (dialect.quote() != usual.quote()) {
      fields.add(Field.of("quote", Str.of(dialect.quote().word())));
    }
    if (dialect.encoding() != usual.encoding()) {
      fields.add(Field.of("encoding", Str.of(dialect.encoding().word())));
    }
    if (dialect.decimal() != usual.decimal()) {
      fields.add(Field.of("decimal", Str.of(String.valueOf(dialect.decimal()))));
    }
    if (!dialect.thousands().isEmpty()) {
      fields.add(Field.of("thousands", Str.of(dialect.thousands())));
    }
    if (!dialect.nulls().isEmpty()) {
      fields.add(Field.of("nulls", Arr.of(dialect.nulls().stream().map(Str::of).toList())));
    }
    Zone zone = dialect.zone();
    if (zone != null) {
      fields.add(Field.of("zone", Str.of(zone.id())));
      fields.add(Field.of("zoneRules", Str.of(zone.fingerprint())));
    }
    return fields;
  }
}
