package dev.roastery.common.kernel.state;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.kernel.ArraySizes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bytes of a stage's working state: for each stream, or query, some batches of rows.
 *
 * <pre>
 *   version   uint8   1, or 2 when some of it is in spilled files
 *   sections  int32
 *   of each section, in the order of their names:
 *     name      uint16 length, modified UTF-8
 *     batches   int32
 *     of each batch, by sender and number:
 *       sender  int32
 *       number  int64
 *       rows    int32 length, bytes as in {@link dev.roastery.common.message.rows.RowsCodec}
 *   in version 2 also
 *   sections  int32
 *   of each section that has spilled files, in the order of their names:
 *     name      uint16 length, modified UTF-8
 *     spilled   int32 length, bytes as its owner has written them
 * </pre>
 *
 * Numbers are big-endian. There is no checksum: the snapshot around it has one.
 */
public final class StageState {

  private static final int IN_MEMORY = 1;
  private static final int WITH_FILES = 2;

  private StageState() {}

  /** Where a batch belongs: its sender, and its number. */
  public record Place(int sender, long seq) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int bySender = Integer.compare(sender, other.sender);
      return bySender != 0 ? bySender : Long.compare(seq, other.seq);
    }
  }

  /** What was saved: batches of rows, and of what is in files where it is there. */
  public record Sections(
      SortedMap<String, SortedMap<Place, byte[]>> batches, SortedMap<String, byte[]> spilled) {}

  public static byte[] encode(SortedMap<String, ? extends SortedMap<Place, byte[]>> sections) {
    return encode(sections, Collections.emptySortedMap());
  }

  public static byte[] encode(
      SortedMap<String, ? extends SortedMap<Place, byte[]>> sections,
      SortedMap<String, byte[]> spilled) {
    SizedBytes bytes = new SizedBytes(size(sections, spilled));
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(spilled.isEmpty() ? IN_MEMORY : WITH_FILES);
      out.writeInt(sections.size());
      for (Map.Entry<String, ? extends SortedMap<Place, byte[]>> section : sections.entrySet()) {
        out.writeUTF(section.getKey());
        out.writeInt(section.getValue().size());
        for (Map.Entry<Place, byte[]> batch : section.getValue().entrySet()) {
          out.writeInt(batch.getKey().sender());
          out.writeLong(batch.getKey().seq());
          out.writeInt(batch.getValue().length);
          out.write(batch.getValue());
        }
      }
      if (!spilled.isEmpty()) {
        writeSpilled(out, spilled);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.whole();
  }

  private static int size(
      SortedMap<String, ? extends SortedMap<Place, byte[]>> sections,
      SortedMap<String, byte[]> spilled) {
    long size = 1L + Integer.BYTES + (spilled.isEmpty() ? 0 : Integer.BYTES);
    for (Map.Entry<String, ? extends SortedMap<Place, byte[]>> section : sections.entrySet()) {
      size += nameBytes(section.getKey()) + Integer.BYTES;
      for (byte[] rows : section.getValue().values()) {
        size += 2 * Integer.BYTES + Long.BYTES + rows.length;
      }
    }
    for (Map.Entry<String, byte[]> section : spilled.entrySet()) {
      size += nameBytes(section.getKey()) + Integer.BYTES + section.getValue().length;
    }
    return ArraySizes.checked(size, "the saved state of a job");
  }

  private static int nameBytes(String name) {
    return Short.BYTES + name.length(); // of ASCII; other names cost a copy
  }

  /** Bytes that are not copied when they grow, because they do not, nor when they are taken. */
  private static final class SizedBytes extends ByteArrayOutputStream {
    SizedBytes(int size) {
      super(size);
    }

    byte[] whole() {
      return count == buf.length ? buf : Arrays.copyOf(buf, count);
    }
  }

  private static void writeSpilled(DataOutputStream out, SortedMap<String, byte[]> spilled)
      throws IOException {
    out.writeInt(spilled.size());
    for (Map.Entry<String, byte[]> section : spilled.entrySet()) {
      out.writeUTF(section.getKey());
      out.writeInt(section.getValue().length);
      out.write(section.getValue());
    }
  }

  /** {@code owner} is whose state it is, for the message about one that cannot be read. */
  public static Sections decode(String owner, byte[] saved) {
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    SortedMap<String, byte[]> spilled = new TreeMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved))) {
      int version = in.readUnsignedByte();
      if (version < IN_MEMORY || version > WITH_FILES) {
        throw new Fatal(
            FatalReason.FORMAT_TOO_NEW,
            "the saved state of %s has version %d, and this program reads version %d or %d: start"
                    .formatted(owner, version, IN_MEMORY, WITH_FILES)
                + " the version of Roastery that wrote it");
      }
      for (int left = in.readInt(); left > 0; left--) {
        SortedMap<Place, byte[]> section =
            sections.computeIfAbsent(in.readUTF(), _ -> new TreeMap<>());
        for (int batches = in.readInt(); batches > 0; batches--) {
          Place place = new Place(in.readInt(), in.readLong());
          section.put(place, in.readNBytes(in.readInt()));
        }
      }
      for (int left = version == WITH_FILES ? in.readInt() : 0; left > 0; left--) {
        spilled.put(in.readUTF(), in.readNBytes(in.readInt()));
      }
    } catch (IOException cutOff) {
      throw new UncheckedIOException("the saved state of " + owner + " is cut off", cutOff);
    }
    return new Sections(sections, spilled);
  }
}
