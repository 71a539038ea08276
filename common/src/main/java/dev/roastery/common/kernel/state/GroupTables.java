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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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
    return tables.values().stream().mapToLong(GroupTable::bytes).sum();
  }

  /** Spills the tables that take most of the memory. */
  public void spill() {
    long all = bytes();
    for (GroupTable table : tables.values()) {
      if (table.bytes() > 0 && table.bytes() * 2 * tables.size() >= all) {
        of(runs, table.name()).spill(table, space);
      }
    }
  }

  public boolean isSpilled(String query) {
    return !of(runs, query).isEmpty();
  }

  /** Spills the rest of a query's groups that are spilled already: then all are in files. */
  public void spillRest(String query) {
    if (table(query).count() > 0) {
      of(runs, query).spillLast(table(query), space);
    }
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
    tables.forEach((query, table) -> sections.put(query, saved(table)));
    SortedMap<String, byte[]> spilled = new TreeMap<>();
    runs.forEach((query, of) -> {
      if (!of.isEmpty()) {
        spilled.put(query, of.save());
      }
    });
    return StageState.encode(sections, spilled);
  }

  private static SortedMap<Place, byte[]> saved(GroupTable table) {
    Rows state = table.state();
    SortedMap<Place, byte[]> batches = new TreeMap<>();
    int[] order = RowSort.sorted(state, RowOrder.ascending(table.keyCount()));
    BatchSlicer.each(
        table.name(), state, order, rows -> batches.put(new Place(0, batches.size()), rows));
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
