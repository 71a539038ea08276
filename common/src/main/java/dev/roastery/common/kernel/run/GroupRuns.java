package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The groups of one query that have been spilled: runs sorted by share, then by the hash of the
 * key. A group may be in several runs, and is added up when they are merged. That order is the one
 * in which an aggregator sends its groups; and of a group of one hash, all runs have it at the same
 * place, however long its key.
 */
public final class GroupRuns {

  private static final int PART_BITS = 6;

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private final BoundQuery query;
  private final int shares;
  private final RunTiers runs = new RunTiers(this::merge);

  /** {@code shares} is among how many receivers the groups will be shared out. */
  public GroupRuns(BoundQuery query, int shares) {
    this.query = query;
    this.shares = shares;
  }

  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Takes the groups of a table, which has none then. */
  public void spill(GroupTable table, JobSpace space) {
    spill(List.of(table).iterator(), space);
    table.clear();
  }

  /** Takes the groups of tables whose hashes ascend from table to table, as one run. */
  public void spill(Iterator<GroupTable> ascending, JobSpace space) {
    written(ascending, space).ifPresent(run -> runs.add(run, space));
  }

  /** So many rows have come, which pay for some of a merge that is under way. */
  public void pay(long rows, JobSpace space) {
    runs.pay(rows, space);
  }

  /** Takes the rest of the groups: all are merged next, so that no run is merged before. */
  public void spillLast(GroupTable table, JobSpace space) {
    spillLast(List.of(table).iterator(), space);
    table.clear();
  }

  /** Takes the rest, in tables whose hashes ascend from table to table. */
  public void spillLast(Iterator<GroupTable> ascending, JobSpace space) {
    written(ascending, space).ifPresent(runs::restore);
  }

  private Optional<Run> written(Iterator<GroupTable> ascending, JobSpace space) {
    Run.Writer writer = new Run.Writer(space, 0);
    while (ascending.hasNext()) {
      append(ascending.next(), writer);
    }
    Run run = writer.finish();
    if (run.rows() == 0) {
      space.release(run.file());
      return Optional.empty();
    }
    return Optional.of(run);
  }

  /**
   * Sorted in parts, each a range of hashes within a share: so the memory that this takes beside
   * the table is a fraction of it.
   */
  private void append(GroupTable table, Run.Writer writer) {
    Rows state = table.state();
    long[] hashes = KeyHash.all(state, table.keyCount());
    int[] partOf = new int[hashes.length];
    for (int row = 0; row < hashes.length; row++) {
      int range = (int) (hashes[row] >>> (Long.SIZE - PART_BITS));
      partOf[row] = (share(hashes[row], shares) << PART_BITS) | range;
    }
    Buckets parts = Buckets.of(partOf, shares << PART_BITS);
    for (int part = 0; part < shares << PART_BITS; part++) {
      int[] numbers = parts.rows(part);
      if (numbers.length > 0) {
        Rows rows = RowGather.rows(state, numbers);
        writer.append(rows, sorted(rows, table.keyCount(), shares));
      }
    }
  }

  private BooleanSupplier merge(Run.Writer writer, List<Run> some, JobSpace space) {
    GroupMerge merge = new GroupMerge(query, shares, some, space);
    return () -> {
      if (merge.hasNext()) {
        append(merge.next(), writer);
      }
      return merge.hasNext();
    };
  }

  /** The numbers of rows in the order of a run. */
  static int[] sorted(Rows rows, int keys, int shares) {
    long[] hashes = KeyHash.all(rows, keys);
    long[] shareOf = new long[hashes.length];
    for (int row = 0; row < hashes.length; row++) {
      shareOf[row] = share(hashes[row], shares);
      hashes[row] ^= Long.MIN_VALUE; // unsigned
    }
    List<Column> columns = new ArrayList<>();
    columns.add(new Column.Longs(WHOLE, rows.count(), shareOf, null));
    columns.add(new Column.Longs(WHOLE, rows.count(), hashes, null));
    columns.addAll(rows.columns().subList(0, keys));
    return RowSort.sorted(Batches.rows(rows.count(), columns), RowOrder.ascending(2 + keys));
  }

  static int share(long hash, int shares) {
    return (int) Math.floorMod(hash, (long) shares);
  }

  /** All groups, each once, some at a time. */
  public GroupMerge merged(JobSpace space) {
    runs.settle();
    return new GroupMerge(query, shares, List.copyOf(runs.runs()), space);
  }

  public Stream<SpilledFile> files() {
    return runs.runs().stream().map(Run::file);
  }

  /** Which files the groups are in. */
  public byte[] save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(runs.runs().size());
      for (Run run : runs.runs()) {
        run.write(out);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  public void restore(byte[] saved, JobSpace space) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved));
    for (int left = in.readInt(); left > 0; left--) {
      Run run = Run.read(in);
      runs.restore(run);
      space.adopt(run.file());
    }
  }
}
