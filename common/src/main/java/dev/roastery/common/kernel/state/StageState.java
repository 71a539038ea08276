package dev.roastery.common.kernel.state;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bytes of a stage's working state: for each stream, or query, some batches of rows.
 *
 * <pre>
 *   version   uint8   1
 *   sections  int32
 *   of each section, in the order of their names:
 *     name      uint16 length, modified UTF-8
 *     batches   int32
 *     of each batch, by sender and number:
 *       sender  int32
 *       number  int64
 *       rows    int32 length, bytes as in {@link dev.roastery.common.message.rows.RowsCodec}
 * </pre>
 *
 * Numbers are big-endian. There is no checksum: the snapshot around it has one.
 */
public final class StageState {

  private static final int VERSION = 1;

  private StageState() {}

  /** Where a batch belongs: its sender, and its number. */
  public record Place(int sender, long seq) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int bySender = Integer.compare(sender, other.sender);
      return bySender != 0 ? bySender : Long.compare(seq, other.seq);
    }
  }

  public static byte[] encode(SortedMap<String, ? extends SortedMap<Place, byte[]>> sections) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
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
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** {@code owner} is whose state it is, for the message about one that cannot be read. */
  public static SortedMap<String, SortedMap<Place, byte[]>> decode(String owner, byte[] saved) {
    SortedMap<String, SortedMap<Place, byte[]>> sections = new TreeMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new Fatal(
            FatalReason.FORMAT_TOO_NEW,
            "the saved state of %s has version %d, and this program reads version %d: start the"
                    .formatted(owner, version, VERSION)
                + " version of Roastery that wrote it");
      }
      for (int left = in.readInt(); left > 0; left--) {
        SortedMap<Place, byte[]> section =
            sections.computeIfAbsent(in.readUTF(), _ -> new TreeMap<>());
        for (int batches = in.readInt(); batches > 0; batches--) {
          Place place = new Place(in.readInt(), in.readLong());
          section.put(place, in.readNBytes(in.readInt()));
        }
      }
    } catch (IOException cutOff) {
      throw new UncheckedIOException("the saved state of " + owner + " is cut off", cutOff);
    }
    return sections;
  }
}
