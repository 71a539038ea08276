package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
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

  /** Creates a file that must not exist, for appending. */
  File create(String path) throws IOException;

  /** The whole of a file; {@link java.nio.file.NoSuchFileException} when there is none. */
  byte[] read(String path) throws IOException;

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
