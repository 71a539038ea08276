package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.Packed;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The values of a text column: one behind the other, or as a dictionary in order of first
 * appearance and each row's index into it, when the distinct values are at most a quarter of the
 * rows and at most {@link TextDictionary#ENTRIES_MAX}.
 *
 * <pre>
 *   uint8 0   packed(count lengths)   bytes
 *   uint8 1   int32 entries   packed(entries lengths)   bytes   packed(count indexes)
 * </pre>
 */
final class TextsCodec {

  private static final int PLAIN = 0;
  private static final int DICTIONARY = 1;

  private TextsCodec() {}

  static void write(WireWriter out, Column.Texts column, long[] scratch) {
    TextDictionary dictionary = TextDictionary.of(column, scratch);
    if (dictionary == null) {
      out.uint8(PLAIN);
      writePlain(out, column, scratch);
    } else {
      out.uint8(DICTIONARY);
      writeEntries(out, column, dictionary);
      Packed.write(out, scratch, column.count());
    }
  }

  private static void writePlain(WireWriter out, Column.Texts column, long[] scratch) {
    int[] offsets = column.offsets();
    int count = column.count();
    for (int row = 0; row < count; row++) {
      scratch[row] = column.length(row);
    }
    Packed.write(out, scratch, count);
    out.bytes(column.bytes(), offsets[0], offsets[count] - offsets[0]);
  }

  private static void writeEntries(WireWriter out, Column.Texts column, TextDictionary entries) {
    long[] lengths = new long[entries.count()];
    for (int entry = 0; entry < lengths.length; entry++) {
      lengths[entry] = column.length(entries.row(entry));
    }
    out.int32(lengths.length);
    Packed.write(out, lengths, lengths.length);
    for (int entry = 0; entry < lengths.length; entry++) {
      int start = column.offsets()[entries.row(entry)];
      out.bytes(column.bytes(), start, (int) lengths[entry]);
    }
  }

  static Column.Texts read(WireReader in, int count, long @Nullable [] nulls) throws WireException {
    int encoding = in.uint8();
    return switch (encoding) {
      case PLAIN -> readPlain(in, count, nulls);
      case DICTIONARY -> readDictionary(in, count, nulls);
      default -> throw in.malformed("encoding " + encoding + " of texts");
    };
  }

  private static Column.Texts readPlain(WireReader in, int count, long @Nullable [] nulls)
      throws WireException {
    int[] offsets = offsets(in, Packed.read(in, count));
    in.claim(offsets[count]);
    return new Column.Texts(count, in.bytes(offsets[count]), offsets, nulls);
  }

  private static Column.Texts readDictionary(WireReader in, int count, long @Nullable [] nulls)
      throws WireException {
    int entries = in.int32();
    if (entries < 0 || entries > count) {
      throw in.malformed("a dictionary of " + entries + " for " + count + " rows");
    }
    long[] lengths = Packed.read(in, entries);
    int[] starts = offsets(in, lengths);
    int start = in.skip(starts[entries]);
    long[] indexes = Packed.read(in, count);
    long[] rowLengths = new long[count];
    for (int row = 0; row < count; row++) {
      long index = indexes[row];
      if (index < 0 || index >= entries) {
        throw in.malformed("index " + index + " into a dictionary of " + entries);
      }
      rowLengths[row] = lengths[(int) index];
    }
    int[] offsets = offsets(in, rowLengths);
    in.claim(offsets[count]);
    byte[] bytes = new byte[offsets[count]];
    for (int row = 0; row < count; row++) {
      int from = start + starts[(int) indexes[row]];
      System.arraycopy(in.array(), from, bytes, offsets[row], (int) rowLengths[row]);
    }
    return new Column.Texts(count, bytes, offsets, nulls);
  }

  /** The offsets at which texts of these lengths start, and the end of the last text. */
  private static int[] offsets(WireReader in, long[] lengths) throws WireException {
    int[] offsets = new int[lengths.length + 1];
    int end = 0;
    for (int i = 0; i < lengths.length; i++) {
      long length = lengths[i];
      if (length < 0) {
        throw in.malformed("a text of " + length + " bytes");
      }
      if (length > RowsCodec.DECODED_BYTES_MAX - end) {
        throw in.tooLarge();
      }
      end += (int) length;
      offsets[i + 1] = end;
    }
    return offsets;
  }
}
