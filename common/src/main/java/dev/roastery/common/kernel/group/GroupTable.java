package dev.roastery.common.kernel.group;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundKey;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.ColumnSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The groups of one query, and the partial results of their rows. It takes rows of the query's
 * table, or the groups of other tables of the same query, in any order. The rows that it returns
 * have no order and share its arrays: use them before the table changes.
 */
public final class GroupTable {

  private final BoundQuery query;
  private final List<BoundKey> keyColumns;
  private final List<BoundMeasure> measures;
  private GroupIndex keys;

  /** Accumulators, and for each the column of the table that it adds up, or -1. */
  private final List<Accumulator> accumulators = new ArrayList<>();

  private final List<Integer> inputs = new ArrayList<>();
  private final List<Integer> keyInputs;
  private final int[] groups = new int[GroupIndex.BLOCK];

  /**
   * {@code columns} are those of the table's rows, and what is computed of them; {@code query} has
   * groups.
   */
  public GroupTable(BoundQuery query, List<ColumnSpec> columns) {
    BoundQuery.Groups shape = (BoundQuery.Groups) query.shape();
    this.query = query;
    this.keyColumns = shape.keys();
    this.measures = shape.measures();
    this.keys = newIndex();
    List<ColumnSpec> known = query.rowColumns();
    this.keyInputs = keyColumns.stream().map(k -> columns.indexOf(known.get(k.column()))).toList();
    for (BoundMeasure measure : measures) {
      boolean rows = measure.column() == BoundMeasure.ROWS;
      int input = rows ? -1 : columns.indexOf(known.get(measure.column()));
      for (Accumulator accumulator : Accumulator.of(query.name(), measure)) {
        accumulators.add(accumulator);
        inputs.add(input);
      }
    }
  }

  private GroupIndex newIndex() {
    return new GroupIndex(
        keyColumns.stream().map(k -> new KeyColumn(k.function(), k.columnType())).toList());
  }

  /** Has no groups from now on. Rows that it has returned stay as they are. */
  public void clear() {
    keys = newIndex();
    accumulators.clear();
    measures.forEach(measure -> accumulators.addAll(Accumulator.of(query.name(), measure)));
  }

  /** The memory that its groups take; none of a table without keys, which never grows. */
  public long bytes() {
    return count() == 0 || keyColumns.isEmpty()
        ? 0
        : keys.bytes() + accumulators.stream().mapToLong(Accumulator::bytes).sum();
  }

  /**
   * For a stage that only merges the groups of other tables of this query, and never sees a row of
   * the query's table.
   */
  public static GroupTable ofPartials(BoundQuery query) {
    return new GroupTable(query, query.rowColumns());
  }

  public int count() {
    return keys.count();
  }

  public BoundQuery query() {
    return query;
  }

  /** The query's name. */
  public String name() {
    return query.name();
  }

  /** How many columns the key has; they are the first of all rows that it gives. */
  public int keyCount() {
    return keyColumns.size();
  }

  /** Takes in the selected rows of the table. */
  public void add(Rows rows, Selection selection) {
    Column[] from = keyInputs.stream().map(rows.columns()::get).toArray(Column[]::new);
    for (int at = 0; at < selection.count(); at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, selection.count() - at);
      keys.number(from, selection.rows(), at, count, groups);
      for (int i = 0; i < accumulators.size(); i++) {
        Accumulator accumulator = accumulators.get(i);
        Column column = inputs.get(i) < 0 ? null : rows.columns().get(inputs.get(i));
        accumulator.grow(keys.count());
        accumulator.add(column, selection.rows(), at, count, groups);
      }
    }
  }

  /** Takes in what {@link #state} of another table gave. */
  public void addState(Rows rows) {
    List<List<Column>> columns = new ArrayList<>();
    int at = keyInputs.size();
    for (Accumulator accumulator : accumulators) {
      columns.add(rows.columns().subList(at, at + accumulator.stateColumns()));
      at += accumulator.stateColumns();
    }
    merge(rows, columns);
  }

  private void merge(Rows rows, List<List<Column>> columns) {
    Column[] from = rows.columns().subList(0, keyInputs.size()).toArray(Column[]::new);
    int[] all = Selection.all(rows.count()).rows();
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, all.length - at);
      keys.numberMade(from, all, at, count, groups);
      for (int i = 0; i < accumulators.size(); i++) {
        accumulators.get(i).grow(keys.count());
        accumulators.get(i).merge(columns.get(i), all, at, count, groups);
      }
    }
  }

  /**
   * The columns of {@link BoundQuery#partial}, a row for each group: all that there is to know, for
   * a snapshot, or another table of the same query.
   */
  public Rows state() {
    List<Column> columns = keyColumns();
    for (Accumulator accumulator : accumulators) {
      accumulator.grow(count());
      ColumnType type = query.partial().get(columns.size()).type();
      columns.addAll(accumulator.state(type, count()));
    }
    return Batches.rows(count(), columns);
  }

  /** The columns of {@link BoundQuery#passed}: with averages, as they are ranked and shown. */
  public Rows passed() {
    if (query.regroups()) {
      return state();
    }
    List<Column> columns = keyColumns();
    int at = 0;
    for (BoundMeasure measure : measures) {
      Column result = result(accumulators.get(at++), measure.partial().getFirst().type());
      if (measure.aggregate() == Aggregate.AVG) {
        Column count = result(accumulators.get(at++), measure.partial().getLast().type());
        columns.add(averages(measure, (Column.Longs) result, count));
      } else {
        columns.add(result);
      }
    }
    return Batches.rows(count(), columns);
  }

  private Column result(Accumulator accumulator, ColumnType type) {
    accumulator.grow(count());
    return accumulator.result(type, count());
  }

  private List<Column> keyColumns() {
    List<Column> columns = new ArrayList<>();
    for (int key = 0; key < keyColumns.size(); key++) {
      columns.add(keys.column(key));
    }
    return columns;
  }

  private Column averages(BoundMeasure measure, Column.Longs sums, Column counts) {
    long[] count = ((Column.Longs) counts).values();
    long[] averages = new long[sums.count()];
    try {
      for (int group = 0; group < averages.length; group++) {
        averages[group] =
            sums.isNull(group) ? 0 : measure.average(sums.values()[group], count[group]);
      }
    } catch (ArithmeticException tooLarge) {
      throw new JobFailure(
          "query %s: the average for measure \"%s\" of some group does not fit into 64 bits"
              .formatted(query.name(), measure.name()));
    }
    return new Column.Longs(measure.result().type(), sums.count(), averages, sums.nulls());
  }
}
