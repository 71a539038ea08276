package dev.roastery.common.kernel.state;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.state.StageState.Place;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpillStore;
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
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Batches of one stream, kept encoded until all have arrived; then they are read by sender and
 * number, whatever the order of arrival. Those that were spilled are found by their place in a
 * file.
 */
public final class KeptBatches implements Iterable<Rows> {

  /** What an entry takes in memory beside its rows, about. */
  private static final int ENTRY_BYTES = 64;

  private final JobId job;
  private final String stream;
  private final List<ColumnType> types;
  private final SortedMap<Place, Kept> batches = new TreeMap<>();
  private final long[] textBytes;
  private final List<SpilledFile> files = new ArrayList<>();
  private JobSpace space = JobSpace.unlimited();
  private long rows;
  private long bytes;

  /** Of what is in files. */
  private long spilledRows;

  private long[] spilledTextBytes;

  private sealed interface Kept {}

  private record InMemory(byte[] rows) implements Kept {}

  private record InFile(SpilledFile file, long offset) implements Kept {}

  public KeptBatches(JobId job, String stream, List<ColumnType> types) {
    this.job = job;
    this.stream = stream;
    this.types = List.copyOf(types);
    this.textBytes = new long[types.size()];
    this.spilledTextBytes = new long[types.size()];
  }

  void use(JobSpace space) {
    this.space = space;
  }

  public List<ColumnType> types() {
    return types;
  }

  /** Checks and keeps a batch; one without rows need not be kept. */
  public void add(Batch batch) {
    Rows decoded = Batches.decode(batch, types);
    if (decoded.count() > 0) {
      batches.put(new Place(batch.id().sender(), batch.id().seq()), new InMemory(batch.rows()));
      bytes += ENTRY_BYTES + batch.rows().length;
      rows += decoded.count();
      RowsBuffer.addTextBytes(decoded, textBytes);
    }
  }

  /** The memory that the batches take. */
  long bytes() {
    return bytes;
  }

  /** The memory that all rows take in one. */
  public long decodedBytes() {
    long all = rows * types.size() * Long.BYTES;
    for (long each : textBytes) {
      all += each;
    }
    return all;
  }

  /** Moves the rows that are in memory to a file. */
  void spill() {
    if (batches.values().stream().noneMatch(InMemory.class::isInstance)) {
      return;
    }
    SpillStore.Growing growing = space.create();
    SortedMap<Place, Long> offsets = new TreeMap<>();
    batches.forEach((place, kept) -> {
      if (kept instanceof InMemory(byte[] of)) {
        offsets.put(place, growing.append(of));
      }
    });
    SpilledFile file = growing.finish();
    files.add(file);
    offsets.forEach((place, offset) -> batches.put(place, new InFile(file, offset)));
    bytes = 0;
    spilledRows = rows;
    spilledTextBytes = textBytes.clone();
  }

  /** The batches in order, each decoded only when it is asked for. */
  @Override
  public Iterator<Rows> iterator() {
    return batches.entrySet().stream()
        .map(batch -> Batches.decode(batch(batch.getKey(), bytesOf(batch.getValue())), types))
        .iterator();
  }

  private byte[] bytesOf(Kept kept) {
    return switch (kept) {
      case InMemory(byte[] of) -> of;
      case InFile(SpilledFile file, long offset) -> space.read(file, offset).bytes();
    };
  }

  /** All rows in one. */
  public Rows all() {
    RowsBuffer buffer = new RowsBuffer(types, rows, textBytes);
    forEach(buffer::append);
    return buffer.rows();
  }

  /** The next of these batches in one: at least one, and no more than so many bytes and a batch. */
  public Rows some(Iterator<Rows> from, long bytesMax) {
    List<Rows> parts = new ArrayList<>();
    long sum = 0;
    while (from.hasNext() && sum <= bytesMax) {
      Rows next = from.next();
      parts.add(next);
      sum += next.decodedBytes();
    }
    return RowsBuffer.concatenated(types, parts);
  }

  List<SpilledFile> files() {
    return files;
  }

  /** For {@link StageState#encode}: what is in memory. */
  SortedMap<Place, byte[]> saved() {
    SortedMap<Place, byte[]> saved = new TreeMap<>();
    batches.forEach((place, kept) -> {
      if (kept instanceof InMemory(byte[] of)) {
        saved.put(place, of);
      }
    });
    return saved;
  }

  /** For the same: where the others are. */
  byte[] savedFiles() {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(saved)) {
      writeFiles(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return saved.toByteArray();
  }

  private void writeFiles(DataOutputStream out) throws IOException {
    out.writeInt(files.size());
    for (SpilledFile file : files) {
      file.write(out);
      Set<Map.Entry<Place, Kept>> all = batches.entrySet();
      List<Map.Entry<Place, Kept>> within =
          all.stream()
              .filter(each -> each.getValue() instanceof InFile in && in.file().equals(file))
              .toList();
      out.writeInt(within.size());
      for (Map.Entry<Place, Kept> each : within) {
        out.writeInt(each.getKey().sender());
        out.writeLong(each.getKey().seq());
        out.writeLong(((InFile) each.getValue()).offset());
      }
    }
    out.writeLong(spilledRows);
    for (long each : spilledTextBytes) {
      out.writeLong(each);
    }
  }

  void restore(SortedMap<Place, byte[]> saved) {
    saved.forEach((place, of) -> add(batch(place, of)));
  }

  void restoreFiles(byte[] saved) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved));
    for (int left = in.readInt(); left > 0; left--) {
      SpilledFile file = SpilledFile.read(in);
      files.add(file);
      space.adopt(file);
      for (int within = in.readInt(); within > 0; within--) {
        Place place = new Place(in.readInt(), in.readLong());
        batches.put(place, new InFile(file, in.readLong()));
      }
    }
    spilledRows = in.readLong();
    rows += spilledRows;
    for (int at = 0; at < textBytes.length; at++) {
      spilledTextBytes[at] = in.readLong();
      textBytes[at] += spilledTextBytes[at];
    }
  }

  private Batch batch(Place place, byte[] of) {
    return new Batch(new BatchId(job, stream, place.sender(), place.seq()), of);
  }
}
