package dev.roastery.common.kernel.state;

import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.run.GroupMerge;
import dev.roastery.common.kernel.run.GroupRuns;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The working state of a stage that adds up: the groups of each query, in a table and, when they
 * have become too many, in spilled runs. Saved groups are sorted by key, so that the same groups
 * are the same bytes in whatever order they came.
 */
public final class GroupTables {

  private final PartitionName owner;
  private final SortedMap<String, GroupTable> tables = new TreeMap<>();
  private final SortedMap<String, GroupRuns> runs = new TreeMap<>();
  private JobSpace space = JobSpace.unlimited();

  public GroupTables(PartitionName owner) {
    this.owner = owner;
  }

  /** Where groups go that are too many. */
  public void use(JobSpace space) {
    this.space = space;
  }

  /** All groups will go to one receiver. */
  public void add(GroupTable table) {
    add(table, 1);
  }

  /** {@code shares} is among how many receivers its groups will be shared out. */
  public void add(GroupTable table, int shares) {
    tables.put(table.name(), table);
    runs.put(table.name(), new GroupRuns(table.query(), shares));
  }

  public Set<String> queries() {
    return tables.keySet();
  }

  /** The groups of a query that are in memory: all of them, unless {@link #isSpilled}. */
  public GroupTable table(String query) {
    return of(tables, query);
  }

  private <T> T of(SortedMap<String, T> all, String query) {
    T found = all.get(query);
    if (found == null) {
      throw new IllegalArgumentException("no groups of query " + query + " at " + owner);
    }
    return found;
  }

  /** The memory that the groups take. */
  public long bytes() {
    return tables.values().stream().mapToLong(this::bytes).sum();
  }

  private long bytes(GroupTable table) {
    return table.bytes() + of(runs, table.name()).bytes();
  }

  /**
   * Spills some of the tables that take most of the memory. What is not written yet is written the
   * next time, or as rows come: no step is long, and other jobs are served between two.
   */
  public void spill() {
    long all = bytes();
    for (GroupTable table : tables.values()) {
      if (bytes(table) > 0 && bytes(table) * 2 * tables.size() >= all) {
        spillSome(table);
      }
    }
  }

  private void spillSome(GroupTable table) {
    GroupRuns of = of(runs, table.name());
    if (!of.isWriting()) {
      of.spill(table, space);
    }
    of.writeSome(space);
  }

  public boolean isSpilled(String query) {
    return !of(runs, query).isEmpty();
  }

  /**
   * Spills some of the rest of a query's groups that are spilled already, of which no more rows
   * will come; whether there is more: if not, all are in files.
   */
  public boolean spillRest(String query) {
    GroupTable table = table(query);
    GroupRuns of = of(runs, query);
    if (!of.isWriting() && table.count() > 0) {
      of.spillLast(table, space);
    }
    of.writeSome(space);
    return of.isWriting() || table.count() > 0;
  }

  /** So many rows of a query have come: they pay for some of the merges of its spilled groups. */
  public void pay(String query, long rows) {
    of(runs, query).pay(rows, space);
  }

  /** All groups of a query that are in files, each once, some at a time. */
  public GroupMerge merged(String query) {
    return of(runs, query).merged(space);
  }

  /** The files that the saved state refers to. */
  public List<SpilledFile> files() {
    return runs.values().stream().flatMap(GroupRuns::files).toList();
  }

  public byte[] save() {
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    tables.forEach(
        (query, table) -> sections.put(query, saved(table, of(runs, query).unwritten())));
    SortedMap<String, byte[]> spilled = new TreeMap<>();
    runs.forEach((query, of) -> {
      if (of.files().findAny().isPresent()) {
        spilled.put(query, of.save());
      }
    });
    return StageState.encode(sections, spilled);
  }

  /** Those that are being written are still in no file that a snapshot could refer to. */
  private static SortedMap<Place, byte[]> saved(GroupTable table, Optional<Rows> unwritten) {
    SortedMap<Place, byte[]> batches = new TreeMap<>();
    Stream.concat(unwritten.stream(), Stream.of(table.state()))
        .forEach(state -> {
          int[] order = RowSort.sorted(state, RowOrder.ascending(table.keyCount()));
          BatchSlicer.each(
              table.name(), state, order, rows -> batches.put(new Place(0, batches.size()), rows));
        });
    return batches;
  }

  public void restore(byte[] saved) {
    StageState.Sections sections = StageState.decode(owner.toString(), saved);
    sections
        .batches()
        .forEach((query, batches) -> batches.values().forEach(rows -> restore(query, rows)));
    sections.spilled().forEach(this::restoreRuns);
  }

  private void restore(String query, byte[] rows) {
    try {
      table(query).addState(RowsCodec.decode(rows));
    } catch (WireException damaged) {
      throw damaged(query, damaged);
    }
  }

  private void restoreRuns(String query, byte[] saved) {
    try {
      of(runs, query).restore(saved, space);
    } catch (IOException damaged) {
      throw damaged(query, damaged);
    }
  }

  private IllegalStateException damaged(String query, Exception how) {
    return new IllegalStateException(
        "the saved groups of query " + query + " at " + owner + " are damaged", how);
  }
}
