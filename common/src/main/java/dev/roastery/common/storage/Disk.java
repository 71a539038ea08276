package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The one way to a volume. Paths are relative to it, with {@code /}; a name that exists or does not
 * exist where the caller expects otherwise is an {@link IOException}. Nothing is safe from a power
 * loss before {@link File#force} (contents) or {@link #syncDirectory} (names) has returned. The
 * simulator has an implementation that loses all the rest.
 */
public interface Disk {

  /**
   * Creates a directory. Of several callers at once, exactly one gets true; false means that the
   * directory already existed.
   */
  boolean createDirectory(String path) throws IOException;

  /** The names in a directory, sorted; empty when there is no such directory. */
  List<String> list(String path) throws IOException;

  /** Those of them that begin so. */
  default List<String> list(String path, String beginning) throws IOException {
    return list(path).stream().filter(name -> name.startsWith(beginning)).toList();
  }

  /** Creates a file that must not exist, for appending. */
  File create(String path) throws IOException;

  /** The whole of a file; {@link java.nio.file.NoSuchFileException} when there is none. */
  byte[] read(String path) throws IOException;

  /** The bytes of a file from there on, at most so many: fewer where the file ends. */
  default byte[] read(String path, long offset, int bytesMax) throws IOException {
    byte[] all = read(path);
    int from = (int) Math.min(offset, all.length);
    return Arrays.copyOfRange(all, from, (int) Math.min(all.length, (long) from + bytesMax));
  }

  /** How many bytes a file has; {@link java.nio.file.NoSuchFileException} when there is none. */
  default long size(String path) throws IOException {
    return read(path).length;
  }

  /**
   * Gives a file that will never change a second name, in another directory perhaps; the new name
   * must not exist. A volume that cannot do so makes a copy, which is forced.
   */
  default void link(String from, String to) throws IOException {
    int pieceBytes = 1 << 20;
    try (File copy = create(to)) {
      long done = 0;
      for (byte[] piece = read(from, 0, pieceBytes);
          piece.length > 0;
          piece = read(from, done, pieceBytes)) {
        copy.append(ByteBuffer.wrap(piece));
        done += piece.length;
      }
      copy.force();
    }
  }

  /** Atomically replaces {@code to}, if it exists. Both are in the same directory. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file or an empty directory; one that is gone already is no error. */
  void delete(String path) throws IOException;

  /** Makes the names in this directory survive a power loss. */
  void syncDirectory(String path) throws IOException;

  /** A file being appended to, by one thread. */
  interface File extends AutoCloseable {

    /** Appends all the bytes that remain, or throws; afterwards any prefix of them may be there. */
    void append(ByteBuffer bytes) throws IOException;

    /**
     * Makes everything that was appended survive a power loss. A failure is final: the caller must
     * end.
     */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }
}
