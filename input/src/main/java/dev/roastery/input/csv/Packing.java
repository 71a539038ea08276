package dev.roastery.input.csv;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.ZipException;

/** How a part is compressed. Its first bytes decide; a name that says otherwise is a mistake. */
public enum Packing {
  PLAIN,
  GZIP,
  ZSTD;

  private static final int MAGIC_BYTES = 4;

  /**
   * What a part may make its reader keep in memory: as much as every reader of zstd must be able
   * to.
   */
  private static final int ZSTD_WINDOW_LOG_MAX = 23;

  /** The message with which zstd reports a truncated source; it has no error code for this. */
  private static final String ZSTD_END = "Truncated source";

  private static final int PORTION = 64 << 10;

  /** What a part is that begins so. */
  public static Packing of(byte[] start) {
    if (start.length >= 2 && (start[0] & 0xff) == 0x1f && (start[1] & 0xff) == 0x8b) {
      return GZIP;
    }
    boolean zstd =
        start.length >= MAGIC_BYTES
            && (start[0] & 0xff) == 0x28
            && (start[1] & 0xff) == 0xb5
            && (start[2] & 0xff) == 0x2f
            && (start[3] & 0xff) == 0xfd;
    return zstd ? ZSTD : PLAIN;
  }

  /** What its name says that a part is. */
  private static Packing named(String part) {
    String name = part.toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? GZIP : name.endsWith(".zst") ? ZSTD : PLAIN;
  }

  /** The name of a part without what says that it is compressed. */
  public static String unpackedName(String part) {
    return switch (named(part)) {
      case PLAIN -> part;
      case GZIP, ZSTD -> part.substring(0, part.lastIndexOf('.'));
    };
  }

  /** Whether its name says that a part is compressed. */
  public static boolean isNamed(String part) {
    return named(part) != PLAIN;
  }

  /**
   * The part as it was before it was compressed, if it was. A part that does not unpack is a {@link
   * CsvException}; how much it may unpack to is the caller's to limit.
   */
  public static InputStream unpack(String part, InputStream in) throws IOException {
    PushbackInputStream source = new PushbackInputStream(in, MAGIC_BYTES);
    byte[] start = source.readNBytes(MAGIC_BYTES);
    source.unread(start);
    Packing packing = of(start);
    if (packing == PLAIN && named(part) != PLAIN && start.length > 0) {
      throw broken(part, "its name says that it is compressed, but its bytes are not");
    }
    if (packing == PLAIN) {
      return source;
    }
    return new Unpacked(
        part,
        packing == GZIP
            ? new GzipMembers(source, PORTION)
            : new ZstdInputStream(source).setLongMax(ZSTD_WINDOW_LOG_MAX));
  }

  private static CsvException broken(String part, String reason) {
    return new CsvException(new CsvProblem.BrokenCompression(part, reason));
  }

  private static String reason(IOException e) {
    return e instanceof EOFException
        ? "it ends too early"
        : "it is damaged (" + e.getMessage() + ")";
  }

  private static String reason(ZstdIOException e) {
    if (e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
      return "its zstd window is larger than 8 MiB: compress it without --long and --ultra";
    }
    return reason(ZSTD_END.equals(e.getMessage()) ? new EOFException() : (IOException) e);
  }

  /** Tells damage of the part from trouble in getting it. */
  private static final class Unpacked extends FilterInputStream {
    private final String part;

    Unpacked(String part, InputStream in) {
      super(in);
      this.part = part;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (ZstdIOException e) {
        throw broken(part, reason(e));
      } catch (EOFException | ZipException e) {
        throw broken(part, reason(e));
      }
    }
  }
}
