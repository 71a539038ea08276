package dev.roastery.input.csv;

import dev.roastery.common.query.language.Dialect.Encoding;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A part in another encoding, as UTF-8. Offsets in such a part are those of its UTF-8 text, so it
 * can only be read from its start. A few kilobytes of it are in memory.
 */
public final class Transcoding {

  /** Enough to tell UTF-16 by. */
  public static final int START_BYTES = 2;

  private static final int PORTION = 16 << 10;

  private Transcoding() {}

  /** Whether a part that begins so is no UTF-8. */
  public static boolean isNeeded(Encoding declared, byte[] start) {
    return declared != Encoding.UTF_8 || isMarked(start);
  }

  /** A byte order mark of UTF-16, with which no text in UTF-8 begins. */
  private static boolean isMarked(byte[] start) {
    return start.length >= START_BYTES
        && ((start[0] == (byte) 0xff && start[1] == (byte) 0xfe)
            || (start[0] == (byte) 0xfe && start[1] == (byte) 0xff));
  }

  /** The text of a part, as UTF-8; a {@link CsvException} if it is not in that encoding. */
  public static InputStream utf8(String part, InputStream in, Encoding declared)
      throws IOException {
    PushbackInputStream source = new PushbackInputStream(in, START_BYTES);
    byte[] start = source.readNBytes(START_BYTES);
    source.unread(start);
    if (!isNeeded(declared, start)) {
      return source;
    }
    Encoding encoding = isMarked(start) ? Encoding.UTF_16 : declared;
    return new Recoded(part, encoding, charset(part, encoding, start), source);
  }

  private static Charset charset(String part, Encoding encoding, byte[] start) {
    return switch (encoding) {
      case UTF_8 -> StandardCharsets.UTF_8;
      case LATIN_1 -> StandardCharsets.ISO_8859_1;
      case WINDOWS_1252 -> Charset.forName("windows-1252");
      case UTF_16 -> utf16(part, start);
    };
  }

  /** The first character is a byte order mark, or else one of ASCII. */
  private static Charset utf16(String part, byte[] start) {
    if (start.length == 0 || isMarked(start)) {
      return StandardCharsets.UTF_16;
    }
    if (start.length < START_BYTES || (start[0] == 0) == (start[1] == 0)) {
      throw wrong(part, "its first character does not show in which order the bytes of UTF-16 are");
    }
    return start[0] == 0 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
  }

  private static CsvException wrong(String part, String reason) {
    return new CsvException(new CsvProblem.WrongEncoding(part, reason));
  }

  private static final class Recoded extends FilterInputStream {
    private final String part;
    private final Encoding encoding;
    private final CharsetDecoder decoder;
    private final ByteBuffer raw = ByteBuffer.allocate(PORTION).flip();
    private final CharBuffer text = CharBuffer.allocate(PORTION).flip();
    private byte[] ready = {};
    private int at;
    private long taken;
    private boolean ended;

    Recoded(String part, Encoding encoding, Charset charset, InputStream in) {
      super(in);
      this.part = part;
      this.encoding = encoding;
      this.decoder =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      while (length > 0 && at == ready.length && !ended) {
        refill();
      }
      int count = Math.min(length, ready.length - at);
      System.arraycopy(ready, at, bytes, offset, count);
      at += count;
      return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    private void refill() throws IOException {
      raw.compact();
      int read = in.read(raw.array(), raw.position(), raw.remaining());
      raw.position(raw.position() + Math.max(0, read)).flip();
      ended = read < 0;
      text.clear();
      int before = raw.position();
      CoderResult result = decoder.decode(raw, text, ended);
      taken += raw.position() - before;
      if (result.isError()) {
        throw undecodable();
      }
      if (ended) {
        decoder.flush(text);
      }
      text.flip();
      checkControls();
      ready = text.toString().getBytes(StandardCharsets.UTF_8);
      at = 0;
    }

    private CsvException undecodable() {
      int wrong = raw.get(raw.position()) & 0xff;
      return wrong(
          part, "byte %d (0x%02x) is no character of %s".formatted(taken, wrong, encoding.word()));
    }

    /** The control characters of ISO 8859-1 are in no text; the same bytes of Windows-1252 are. */
    private void checkControls() {
      if (encoding != Encoding.LATIN_1) {
        return;
      }
      for (int i = text.position(); i < text.limit(); i++) {
        char c = text.get(i);
        if (c >= 0x80 && c < 0xa0) {
          long place = taken - text.limit() + i;
          throw wrong(
              part,
              "byte %d (0x%02x) is no character of latin-1; perhaps it is \"windows-1252\""
                  .formatted(place, (int) c));
        }
      }
    }
  }
}
