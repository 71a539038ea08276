package dev.roastery.input.infer;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.input.csv.column.CsvScan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a table: how its files are written, and its columns, in the order in which the
 * files have them.
 */
public final class TableEvidence {

  private final Dialect dialect;
  private final List<String> places;
  private final Map<String, ColumnEvidence> columns = new LinkedHashMap<>();

  /** {@code places} are all columns of files without a header. */
  TableEvidence(Dialect dialect, List<String> places) {
    this.dialect = dialect;
    this.places = List.copyOf(places);
  }

  /** Of the same files, and of no row yet. */
  public TableEvidence blank() {
    return new TableEvidence(dialect, places);
  }

  List<String> places() {
    return places;
  }

  /** What the evidence of those columns is found by. */
  public CsvScan scan(List<String> wanted) {
    return PartHead.scan(dialect, places, wanted);
  }

  void add(List<String> names) {
    names.forEach(name -> columns.putIfAbsent(name, new ColumnEvidence()));
  }

  /** Columns of shapes. */
  public void add(Rows shapes) {
    add(shapes.names());
    for (int place = 0; place < shapes.names().size(); place++) {
      ColumnEvidence column = evidence(shapes.names().get(place));
      if (shapes.columns().get(place) instanceof Column.Longs longs) {
        for (int row = 0; row < longs.count(); row++) {
          column.add(longs.values()[row]);
        }
      }
    }
  }

  private ColumnEvidence evidence(String name) {
    return columns.computeIfAbsent(name, _ -> new ColumnEvidence());
  }

  public void merge(TableEvidence other) {
    other.columns.forEach((name, evidence) -> evidence(name).merge(evidence));
  }

  /** The same, with what is known better of some columns. */
  public TableEvidence with(TableEvidence better) {
    TableEvidence both = blank();
    both.columns.putAll(columns);
    both.columns.putAll(better.columns);
    return both;
  }

  public List<String> names() {
    return List.copyOf(columns.keySet());
  }

  /** Whether more rows may make less of a column than it seems to be now. */
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
                    ? each.getValue().spec(each.getKey())
                    : new ColumnSpec(each.getKey(), new ColumnType.Text()))
            .toList();
    return new TableSpec(table, specs, null, dialect);
  }
}
