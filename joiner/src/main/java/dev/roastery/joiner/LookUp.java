package dev.roastery.joiner;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.group.GroupIndex;
import dev.roastery.common.kernel.group.KeyColumn;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select.Duplicates;
import dev.roastery.common.query.value.ByteText;
import dev.roastery.common.query.value.CanonicalCsv;
import dev.roastery.common.query.value.ResultColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A left join: finds, for the few keys of a result, their rows in a reference table that may be
 * large. The table is read once, batch by batch, and only what is found is kept. Where several rows
 * have the same key, the first of them in the order of the batches given is taken.
 */
public final class LookUp {

  private final BoundJoin join;
  private final int[] keyColumns;
  private final int[] taken;
  private final GroupIndex keys;

  /** Of each distinct key: 1 + its place among the rows found, or 0. */
  private int[] found = new int[0];

  private int foundCount;
  private final List<Rows> parts = new ArrayList<>();

  private LookUp(BoundJoin join, List<ColumnSpec> columns) {
    this.join = join;
    this.keyColumns = join.keys().stream().mapToInt(columns::indexOf).toArray();
    this.taken = join.take().stream().mapToInt(take -> columns.indexOf(take.column())).toArray();
    this.keys = new GroupIndex(join.keys().stream().map(key -> KeyColumn.of(key.type())).toList());
  }

  /**
   * The columns so far and those that the join takes, with a value for each row; null where there
   * is no such row in {@code table}, whose columns are {@code columns}. An inner join leaves those
   * out. Of {@code numbered} columns, by position, there are not the texts but their numbers.
   */
  static Rows joined(
      BoundJoin join,
      Rows soFar,
      List<ColumnSpec> columns,
      Iterable<Rows> table,
      Map<Integer, KeyColumn> numbered) {
    LookUp lookUp = new LookUp(join, columns);
    Column[] on = join.on().stream().map(soFar.columns()::get).toArray(Column[]::new);
    int[] wanted = lookUp.number(on, soFar.count());
    table.forEach(lookUp::search);
    List<Column> all = new ArrayList<>(soFar.columns());
    int[] rows = lookUp.rowsFound(wanted);
    for (Column taken : lookUp.taken()) {
      KeyColumn texts = numbered.get(all.size());
      Column values = texts == null ? taken : texts.numbered(taken);
      all.add(RowGather.column(values, rows, 0, rows.length));
    }
    Rows joined = Batches.rows(soFar.count(), all);
    return join.inner() ? lookUp.matched(joined, wanted) : joined;
  }

  private Rows matched(Rows joined, int[] wanted) {
    int[] rows = new int[wanted.length];
    int count = 0;
    for (int row = 0; row < wanted.length; row++) {
      rows[count] = row;
      count += found[wanted[row]] == 0 ? 0 : 1;
    }
    return count == wanted.length ? joined : RowGather.rows(joined, rows, 0, count);
  }

  private int[] number(Column[] on, int count) {
    int[] numbers = new int[count];
    int[] block = new int[GroupIndex.BLOCK];
    int[] all = Selection.all(count).rows();
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int some = Math.min(GroupIndex.BLOCK, all.length - at);
      keys.number(on, all, at, some, block);
      System.arraycopy(block, 0, numbers, at, some);
    }
    found = new int[keys.count()];
    return numbers;
  }

  private void search(Rows rows) {
    int[] matches = new int[Math.min(rows.count(), found.length)];
    Column[] key = new Column[keyColumns.length];
    Arrays.setAll(key, at -> rows.columns().get(keyColumns[at]));
    int count = 0;
    for (int row = 0; row < rows.count(); row++) {
      int number = keys.find(key, row);
      if (number >= 0 && found[number] != 0 && join.duplicates() == Duplicates.FAIL) {
        throw ambiguous(key, row);
      }
      if (number >= 0 && found[number] == 0) {
        found[number] = ++foundCount;
        matches[count++] = row;
      }
    }
    if (count > 0) {
      List<Column> columns = new ArrayList<>();
      for (int at : taken) {
        columns.add(RowGather.column(rows.columns().get(at), matches, 0, count));
      }
      parts.add(Batches.rows(count, columns));
    }
  }

  private JobFailure ambiguous(Column[] key, int row) {
    List<String> values = new ArrayList<>();
    for (int at = 0; at < key.length; at++) {
      ColumnSpec column = join.keys().get(at);
      ByteText text = new ByteText();
      var result = new ResultColumn(column.name(), column.format());
      new CanonicalCsv(List.of(result), text).cell(0, key[at], row);
      values.add(column.name() + " = " + text);
    }
    return new JobFailure(
        "table %s has several rows with %s, so a join with it would multiply rows: let the first count, or correct the table"
            .formatted(join.table().name(), String.join(", ", values)));
  }

  /** What the join takes of the rows that were found. */
  private List<Column> taken() {
    List<ColumnType> types = join.take().stream().map(take -> take.column().type()).toList();
    return RowsBuffer.concatenated(types, parts).columns();
  }

  /** Which of them each row wants. A null key has a number, but nothing is ever found for it. */
  private int[] rowsFound(int[] wanted) {
    int[] rows = new int[wanted.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = found[wanted[i]] == 0 ? RowGather.NONE : found[wanted[i]] - 1;
    }
    return rows;
  }
}
