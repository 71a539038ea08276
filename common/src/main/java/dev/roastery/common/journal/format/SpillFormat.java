package dev.roastery.common.journal.format;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a spilled file, {@code spill-EPOCH-NUMBER}: a {@link FileHead}, whose position is
 * the number, and frames as in a journal, of the owner that wrote the file: it keeps its name and
 * its bytes in later epochs.
 */
public final class SpillFormat {

  private static final String PREFIX = "spill-";
  private static final Pattern NAME = Pattern.compile("spill-([1-9][0-9]{0,17})-([0-9]{1,18})");

  private final byte[] head;
  private final Frames frames;

  private SpillFormat(FileHead head) {
    this.head = head.bytes();
    this.frames = new Frames(head.origin());
  }

  public static String name(long epoch, long number) {
    return PREFIX + epoch + "-" + number;
  }

  /** Of a file of that name in the directory of {@code there}. */
  public static SpillFormat of(String name, Origin there) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no spilled file is called " + name);
    }
    Origin writer = new Origin(there.volume(), there.partition(), Long.parseLong(parts.group(1)));
    return new SpillFormat(new FileHead(FileKind.SPILL, writer, Long.parseLong(parts.group(2))));
  }

  public byte[] head() {
    return head.clone();
  }

  public int headLength() {
    return head.length;
  }

  /** What comes before the bytes of a record. */
  public byte[] recordHead(long position, byte[] record) {
    return frames.head(position, Frames.SPILLED, record);
  }

  /** How long the record is that these bytes begin with, by its own word. */
  public int recordBytes(byte[] piece) {
    return Frames.claimed(piece, 0);
  }

  /** The record that these bytes begin with; null when it is damaged. */
  public byte @Nullable [] record(byte[] piece, long position) {
    int length = frames.lengthOfGood(piece, 0, position);
    return length == 0 || piece[Frames.HEAD] != Frames.SPILLED
        ? null
        : Arrays.copyOfRange(piece, Frames.HEAD + 1, Frames.HEAD + length);
  }
}
