package dev.roastery.common.kernel.state;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Batches of one stream, kept encoded until all have arrived; then they are read by sender and
 * number, whatever the order of arrival.
 */
public final class KeptBatches implements Iterable<Rows> {

  private final JobId job;
  private final String stream;
  private final List<ColumnType> types;
  private final SortedMap<Place, byte[]> batches = new TreeMap<>();
  private final long[] textBytes;
  private long rows;

  public KeptBatches(JobId job, String stream, List<ColumnType> types) {
    this.job = job;
    this.stream = stream;
    this.types = List.copyOf(types);
    this.textBytes = new long[types.size()];
  }

  /** Checks and keeps a batch; one without rows need not be kept. */
  public void add(Batch batch) {
    Rows decoded = Batches.decode(batch, types);
    if (decoded.count() > 0) {
      batches.put(new Place(batch.id().sender(), batch.id().seq()), batch.rows());
      rows += decoded.count();
      RowsBuffer.addTextBytes(decoded, textBytes);
    }
  }

  /** The batches in order, each decoded only when it is asked for. */
  @Override
  public Iterator<Rows> iterator() {
    return batches.entrySet().stream()
        .map(batch -> Batches.decode(batch(batch.getKey(), batch.getValue()), types))
        .iterator();
  }

  /** All rows in one. */
  public Rows all() {
    RowsBuffer buffer = new RowsBuffer(types, rows, textBytes);
    forEach(buffer::append);
    return buffer.rows();
  }

  /** For {@link StageState#encode}. */
  public SortedMap<Place, byte[]> saved() {
    return batches;
  }

  public void restore(SortedMap<Place, byte[]> saved) {
    saved.forEach((place, bytes) -> add(batch(place, bytes)));
  }

  private Batch batch(Place place, byte[] bytes) {
    return new Batch(new BatchId(job, stream, place.sender(), place.seq()), bytes);
  }
}
