package dev.roastery.joiner;

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
import java.util.ArrayList;
import java.util.List;

/**
 * A left join: finds, for the few keys of a result, their rows in a reference table that may be
 * large. The table is read once, batch by batch, and only what is found is kept. Where several rows
 * have the same key, the first of them in the order of the batches given is taken.
 */
public final class LookUp {

  private final BoundJoin join;
  private final int key;
  private final int[] taken;
  private final GroupIndex keys;

  /** Of each distinct key: 1 + its place among the rows found, or 0. */
  private int[] found = new int[0];

  private int foundCount;
  private final List<Rows> parts = new ArrayList<>();

  private LookUp(BoundJoin join, List<ColumnSpec> columns) {
    this.join = join;
    this.key = columns.indexOf(join.key());
    this.taken = join.take().stream().mapToInt(take -> columns.indexOf(take.column())).toArray();
    this.keys = new GroupIndex(List.of(KeyColumn.of(join.key().type())));
  }

  /**
   * The columns that the join takes, with a value for each of {@code on}; null where there is no
   * such row. {@code columns} are those of {@code table}.
   */
  public static List<Column> columns(
      BoundJoin join, Column on, List<ColumnSpec> columns, Iterable<Rows> table) {
    LookUp lookUp = new LookUp(join, columns);
    int[] wanted = lookUp.number(on);
    table.forEach(lookUp::search);
    return lookUp.taken(wanted);
  }

  private int[] number(Column on) {
    int[] numbers = new int[on.count()];
    int[] block = new int[GroupIndex.BLOCK];
    int[] all = Selection.all(on.count()).rows();
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, all.length - at);
      keys.number(new Column[] {on}, all, at, count, block);
      System.arraycopy(block, 0, numbers, at, count);
    }
    found = new int[keys.count()];
    return numbers;
  }

  private void search(Rows rows) {
    int[] matches = new int[Math.min(rows.count(), found.length)];
    int count = 0;
    for (int row = 0; row < rows.count(); row++) {
      int number = keys.find(rows.columns().get(key), row);
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

  /** A null key has a number, but nothing is ever found for it. */
  private List<Column> taken(int[] wanted) {
    List<ColumnType> types = join.take().stream().map(take -> take.column().type()).toList();
    Rows all = RowsBuffer.concatenated(types, parts);
    int[] rows = new int[wanted.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = found[wanted[i]] == 0 ? RowGather.NONE : found[wanted[i]] - 1;
    }
    return RowGather.rows(all, rows).columns();
  }
}
