package dev.roastery.common.kernel;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import java.util.Collections;
import java.util.List;

/**
 * Rows as they travel between stages: columns are known by their position, and their names, which
 * may be long, stay at home. Rows that are none have no columns either, and so take few bytes.
 */
public final class Batches {

  private static final byte[] EMPTY = RowsCodec.encode(new Rows(0, List.of(), List.of()));

  private Batches() {}

  public static Rows rows(int count, List<Column> columns) {
    return new Rows(count, Collections.nCopies(columns.size(), ""), columns);
  }

  public static byte[] encode(Rows rows) {
    return rows.count() == 0 ? EMPTY.clone() : RowsCodec.encode(rows);
  }

  /** The rows of a batch; one that is damaged, or has other columns, fails its job. */
  public static Rows decode(Batch batch, List<ColumnType> types) {
    try {
      Rows rows = RowsCodec.decode(batch.rows());
      List<ColumnType> found = rows.columns().stream().map(Column::type).toList();
      if (rows.count() > 0 && !found.equals(types)) {
        throw new JobFailure(
            "batch %s has columns of %s where the plan has %s: do all nodes run the same version?"
                .formatted(batch.id(), found, types));
      }
      return rows;
    } catch (WireException damaged) {
      throw new JobFailure("batch %s has no rows: %s".formatted(batch.id(), damaged.getMessage()));
    }
  }
}
