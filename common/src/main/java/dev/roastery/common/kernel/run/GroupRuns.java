package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
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
import org.jspecify.annotations.Nullable;

/**
 * The groups of one query that have been spilled: runs sorted by share, then by the hash of the
 * key. A group may be in several runs, and is added up when they are merged. That order is the one
 * in which an aggregator sends its groups; and of a group of one hash, all runs have it at the same
 * place, however long its key.
 */
public final class GroupRuns {

  /** So much memory is written in one step: other jobs are served between two. */
  private static final long PIECE_BYTES = 512 << 10;

  /** A table is in its run before half as many rows have come as it has groups. */
  private static final int WRITTEN_PER_ROW = 2;

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private final BoundQuery query;
  private final int shares;
  private final RunTiers runs = new RunTiers(this::merge);

  /** The groups that are on their way into the next run, and in no other place. */
  private @Nullable Growing growing;

  /** No more rows will come: all runs are merged next, so that none is merged before. */
  private boolean isLast;

  private record Growing(UnwrittenRun groups, Run.Writer writer) {}

  /** {@code shares} is among how many receivers the groups will be shared out. */
  public GroupRuns(BoundQuery query, int shares) {
    this.query = query;
    this.shares = shares;
  }

  public boolean isEmpty() {
    return runs.isEmpty() && growing == null;
  }

  /**
   * Takes the groups of a table, which has none then. They are in memory until all of them have
   * been written: see {@link #writeSome}, {@link #pay} and {@link #merged}.
   */
  public void spill(GroupTable table, JobSpace space) {
    take(table, space);
    table.clear();
  }

  /** The same with the rest of the groups: no more rows will come. */
  public void spillLast(GroupTable table, JobSpace space) {
    isLast();
    take(table, space);
    table.clear();
  }

  private void take(GroupTable table, JobSpace space) {
    writeAll(space);
    growing = new Growing(new UnwrittenRun(table, shares), new Run.Writer(space, 0));
  }

  /** Whether some groups that were taken are not in a run yet. */
  public boolean isWriting() {
    return growing != null;
  }

  /** What these groups are, or none. */
  public Optional<Rows> unwritten() {
    return Optional.ofNullable(growing).map(some -> some.groups().groups());
  }

  /** The memory that they take. */
  public long bytes() {
    return growing == null ? 0 : growing.groups().bytes();
  }

  /** Writes a bounded piece of them. Little memory makes small pieces, the least is a part. */
  public void writeSome(JobSpace space) {
    if (growing != null) {
      Run.Writer writer = growing.writer();
      long piece = Math.min(PIECE_BYTES, 16 * space.workBytes());
      long until = writer.rows() + growing.groups().rowsIn(piece);
      write(() -> writer.rows() < until, space);
    }
  }

  private void writeAll(JobSpace space) {
    write(() -> true, space);
  }

  /** Writes a part, and more as long as there are any and this holds. */
  private void write(BooleanSupplier more, JobSpace space) {
    boolean goesOn = growing != null;
    while (goesOn && growing != null) {
      if (growing.groups().writePart(growing.writer())) {
        goesOn = more.getAsBoolean();
      } else {
        Run run = growing.writer().finish();
        growing = null;
        add(run, space);
      }
    }
  }

  private void add(Run run, JobSpace space) {
    if (run.rows() == 0) {
      space.release(run.file());
    } else if (isLast) {
      runs.restore(run);
    } else {
      runs.add(run, space);
    }
  }

  /** Takes the groups of tables whose hashes ascend from table to table, as one run. */
  public void spill(Iterator<GroupTable> ascending, JobSpace space) {
    Run.Writer writer = new Run.Writer(space, 0);
    ascending.forEachRemaining(table -> append(table, writer));
    add(writer.finish(), space);
  }

  /** So many rows have come: they pay for some of a merge, and of the run that is written. */
  public void pay(long rows, JobSpace space) {
    runs.pay(rows, space);
    if (growing != null && rows > 0) {
      Run.Writer writer = growing.writer();
      long until = writer.rows() + WRITTEN_PER_ROW * rows;
      write(() -> writer.rows() < until, space);
    }
  }

  private void isLast() {
    isLast = true;
    runs.settle();
  }

  /** Takes the rest, in tables whose hashes ascend from table to table. */
  public void spillLast(Iterator<GroupTable> ascending, JobSpace space) {
    isLast();
    spill(ascending, space);
  }

  private void append(GroupTable table, Run.Writer writer) {
    UnwrittenRun groups = new UnwrittenRun(table, shares);
    while (groups.writePart(writer)) {
      // all of them
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
    isLast();
    writeAll(space);
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
