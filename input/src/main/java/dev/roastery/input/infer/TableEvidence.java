package dev.roastery.input.infer;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem.TooManyFields;
import dev.roastery.input.csv.column.CsvScan;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a table: how its files are written, and its columns: those of headers in the
 * order in which the files have them, and then, by name, those of lines that name their fields
 * themselves, in an order that means nothing.
 */
public final class TableEvidence {

  private final Dialect dialect;
  private final List<String> places;
  private final Set<String> header = new LinkedHashSet<>();
  private final Map<String, ColumnEvidence> columns = new LinkedHashMap<>();

  /** More fields than that are no columns: their names are data. */
  private static final int FIELDS_MAX = 10_000;

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

  /** The columns that the header of a part has. */
  void addHeader(List<String> names) {
    header.addAll(names);
    add(names);
  }

  private void add(List<String> names) {
    names.forEach(this::evidence);
  }

  /** Columns of shapes, and the names of other fields. */
  public void add(Rows shapes) {
    for (int place = 0; place < shapes.names().size(); place++) {
      switch (shapes.columns().get(place)) {
        case Column.Longs longs -> add(evidence(shapes.names().get(place)), longs);
        case Column.Texts strangers -> add(Strangers.usable(strangers));
      }
    }
  }

  private static void add(ColumnEvidence column, Column.Longs shapes) {
    for (int row = 0; row < shapes.count(); row++) {
      column.add(shapes.values()[row]);
    }
  }

  /** That part, or those before it, have named so many fields in their lines. */
  static void checkCount(String part, int fields) {
    if (fields > FIELDS_MAX) {
      throw new CsvException(new TooManyFields(part, FIELDS_MAX));
    }
  }

  private ColumnEvidence evidence(String name) {
    return columns.computeIfAbsent(name, _ -> new ColumnEvidence());
  }

  /** The same of rows of that part. */
  public void merge(TableEvidence other, String part) {
    merge(other);
    checkCount(part, columns.size() - header.size());
  }

  public void merge(TableEvidence other) {
    header.addAll(other.header);
    other.columns.forEach((name, evidence) -> evidence(name).merge(evidence));
  }

  /** The same, with what is known better of some columns. */
  public TableEvidence with(TableEvidence better) {
    TableEvidence both = blank();
    both.header.addAll(header);
    both.columns.putAll(columns);
    both.columns.putAll(better.columns);
    return both;
  }

  public List<String> names() {
    Set<String> names = new LinkedHashSet<>(header);
    names.retainAll(columns.keySet());
    names.addAll(new TreeSet<>(columns.keySet()));
    return List.copyOf(names);
  }

  /** The columns that cannot be used. */
  public List<String> nested() {
    return names().stream().filter(this::isNested).toList();
  }

  /** Whether a column has objects or lists as values. */
  public boolean isNested(String column) {
    ColumnEvidence evidence = columns.get(column);
    return evidence != null && evidence.isNested();
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
        names().stream()
            .map(name ->
                known.contains(name)
                    ? evidence(name).spec(name)
                    : new ColumnSpec(name, new ColumnType.Text()))
            .toList();
    return new TableSpec(table, specs, null, dialect);
  }
}
