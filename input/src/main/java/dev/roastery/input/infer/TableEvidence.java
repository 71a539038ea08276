package dev.roastery.input.infer;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of a table's columns, in the order in which its files have them. */
public final class TableEvidence {

  private final Map<String, ColumnEvidence> columns = new LinkedHashMap<>();

  /** Of no values yet. */
  public TableEvidence(List<String> names) {
    names.forEach(name -> columns.put(name, new ColumnEvidence()));
  }

  /** Columns of shapes. */
  public void add(Rows shapes) {
    for (int place = 0; place < shapes.names().size(); place++) {
      ColumnEvidence column =
          columns.computeIfAbsent(shapes.names().get(place), _ -> new ColumnEvidence());
      if (shapes.columns().get(place) instanceof Column.Longs longs) {
        for (int row = 0; row < longs.count(); row++) {
          column.add(longs.values()[row]);
        }
      }
    }
  }

  public void merge(TableEvidence other) {
    other.columns.forEach((name, evidence) ->
        columns.computeIfAbsent(name, _ -> new ColumnEvidence()).merge(evidence));
  }

  /** The same, with what is known better of some columns. */
  public TableEvidence with(TableEvidence better) {
    TableEvidence both = new TableEvidence(List.of());
    both.columns.putAll(columns);
    both.columns.putAll(better.columns);
    return both;
  }

  public List<String> names() {
    return List.copyOf(columns.keySet());
  }

  public boolean isOpen(String column) {
    ColumnEvidence evidence = columns.get(column);
    return evidence != null && evidence.isOpen();
  }

  /** The table as it would be declared. */
  public TableSpec spec(String table) {
    return spec(table, columns.keySet());
  }

  /** The same, if only {@code known} columns are known: text, which fits everything, the others. */
  public TableSpec spec(String table, Set<String> known) {
    List<ColumnSpec> specs =
        columns.entrySet().stream()
            .map(each ->
                known.contains(each.getKey())
                    ? column(each.getKey(), each.getValue())
                    : new ColumnSpec(each.getKey(), new ColumnType.Text()))
            .toList();
    return new TableSpec(table, specs, null);
  }

  private static ColumnSpec column(String name, ColumnEvidence evidence) {
    ColumnType type = evidence.type();
    return type instanceof ColumnType.Text
        ? new ColumnSpec(name, type)
        : new ColumnSpec(
            name,
            type,
            ColumnForm.STANDARD
                .withStrictness(Strictness.STRICT)
                .withNullWord(evidence.nullWord()));
  }
}
