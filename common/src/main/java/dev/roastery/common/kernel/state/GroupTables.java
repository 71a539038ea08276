package dev.roastery.common.kernel.state;

import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.value.RowOrder;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The working state of a stage that adds up: a table of groups for each query. Saved groups are
 * sorted by key, so that the same groups are the same bytes in whatever order they came.
 */
public final class GroupTables {

  private final PartitionName owner;
  private final SortedMap<String, GroupTable> tables = new TreeMap<>();

  public GroupTables(PartitionName owner) {
    this.owner = owner;
  }

  public void add(GroupTable table) {
    tables.put(table.name(), table);
  }

  public Set<String> queries() {
    return tables.keySet();
  }

  public GroupTable table(String query) {
    GroupTable table = tables.get(query);
    if (table == null) {
      throw new IllegalArgumentException("no groups of query " + query + " at " + owner);
    }
    return table;
  }

  public byte[] save() {
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    tables.forEach((query, table) -> sections.put(query, saved(table)));
    return StageState.encode(sections);
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
    StageState.decode(owner.toString(), saved)
        .forEach((query, batches) -> batches.values().forEach(rows -> restore(query, rows)));
  }

  private void restore(String query, byte[] rows) {
    try {
      table(query).addState(RowsCodec.decode(rows));
    } catch (WireException damaged) {
      throw new IllegalStateException(
          "the saved groups of query " + query + " at " + owner + " are damaged", damaged);
    }
  }
}
