package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the values of indexed rows, column by column, a block at a time: first the columns that
 * the row filter reads and those that are checked on every row, then, for the rows that the filter
 * chooses, the others, and last the columns that are wanted only in some of those rows. A row that
 * turns out bad on the way is dropped there.
 */
public final class BatchBuilder {

  /** What is wrong with rows of the block added last, in no order. */
  public final List<RowErrorSpan> flaws = new ArrayList<>();

  private final List<String> names;
  private final List<ColumnBuilder> columns = new ArrayList<>();

  /** The columns in the order in which they are read. */
  private final List<ColumnBuilder> order = new ArrayList<>();

  private final @Nullable Choice choice;
  private final List<Choice> only = new ArrayList<>();
  private final int first;
  private final int always;

  /** The rows of the batch before the block. */
  private int before;

  /**
   * The rows of the block that are left, where the index has them, and the columns read of them.
   */
  private int left;

  private int[] rows = {};
  private int read;

  /** Row numbers, and places in the index, of some of those. */
  private int[] kept = {};

  private int[] picked = {};

  public BatchBuilder(CsvScan scan, int[] places) {
    names = scan.layout().names();
    Dialect dialect = scan.layout().dialect();
    for (int i = 0; i < places.length; i++) {
      columns.add(ColumnBuilder.of(scan.layout().fields().get(i), dialect, places[i], flaws));
    }
    RowFilter filter = scan.rows();
    choice = filter == null ? null : choice(filter);
    List<ColumnBuilder> last = new ArrayList<>();
    for (CsvScan.Only each : scan.only()) {
      last.add(column(each.name()));
      only.add(choice(each.where()));
    }
    if (filter != null) {
      filter.reads().stream().distinct().map(this::column).forEach(order::add);
    }
    scan.layout().fields().stream()
        .filter(CsvLayout.Field::isCheckedOnEveryRow)
        .map(field -> column(field.name()))
        .filter(column -> !order.contains(column))
        .forEach(order::add);
    first = order.size();
    columns.stream().filter(c -> !order.contains(c) && !last.contains(c)).forEach(order::add);
    always = order.size();
    order.addAll(last);
  }

  private ColumnBuilder column(String name) {
    return columns.get(names.indexOf(name));
  }

  private Choice choice(RowFilter filter) {
    return new Choice(
        filter, filter.reads().stream().map(name -> (LongsColumnBuilder) column(name)).toList());
  }

  /** Adds the rows of the index that are chosen and good. */
  public void add(RowIndex index) {
    flaws.clear();
    read = 0;
    rows = index.rows;
    left = index.count;
    if (kept.length < left) {
      kept = new int[left + left / 4];
      picked = new int[left + left / 4];
    }
    readUpTo(first, index);
    if (choice != null) {
      numberRows();
      keep(choice.filter().choose(choice, kept, left));
    }
    readUpTo(always, index);
    only.forEach(where -> readOnly(where, index));
    before += left;
  }

  private void readUpTo(int end, RowIndex index) {
    while (read < end) {
      order.get(read++).read(index, rows, left, before);
    }
    dropFlawed(index);
  }

  private void readOnly(Choice where, RowIndex index) {
    numberRows();
    int chosen = where.filter().choose(where, kept, left);
    for (int i = 0; i < chosen; i++) {
      picked[i] = rows[kept[i] - before];
    }
    ColumnBuilder column = order.get(read++);
    column.read(index, picked, chosen, before);
    column.spread(kept, chosen, before, before + left);
    dropFlawed(index);
  }

  private void numberRows() {
    for (int i = 0; i < left; i++) {
      kept[i] = before + i;
    }
  }

  /** Leaves the first {@code count} rows that {@code kept} names. */
  private void keep(int count) {
    if (count == left) {
      return;
    }
    for (int i = 0; i < count; i++) {
      rows[i] = rows[kept[i] - before];
    }
    for (int i = 0; i < read; i++) {
      order.get(i).keep(kept, count, before, before + left);
    }
    left = count;
  }

  private void dropFlawed(RowIndex index) {
    if (flaws.isEmpty()) {
      return;
    }
    int[] bad = flaws.stream().mapToInt(RowErrorSpan::from).sorted().toArray();
    int count = 0;
    int next = 0;
    for (int i = 0; i < left; i++) {
      int from = index.start(rows[i]);
      while (next < bad.length && bad[next] < from) {
        next++;
      }
      if (next == bad.length || bad[next] != from) {
        kept[count++] = before + i;
      }
    }
    keep(count);
  }

  /** The rows so far, and a fresh start. */
  public Rows take() {
    List<Column> taken = columns.stream().map(column -> column.take(before)).toList();
    Rows batch = new Rows(before, names, taken);
    before = 0;
    return batch;
  }

  /** A filter and the columns that it reads. */
  private record Choice(RowFilter filter, List<LongsColumnBuilder> columns)
      implements RowFilter.Block {
    @Override
    public long[] values(int column) {
      return columns.get(column).values;
    }

    @Override
    public long @Nullable [] nulls(int column) {
      return columns.get(column).nulls.bitsIfAny();
    }
  }
}
