package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A file that only grows, also over restarts, on a disk that opens no file twice and cuts none
 * short. So the first append after a restart, or after one that has failed, writes a copy of what
 * is good with the new bytes behind it, and replaces the file durably: what a torn write left is
 * gone, and what was good is never at risk. From there on bytes are appended to that copy.
 *
 * <p>What is appended survives a crash of the process; it survives a power loss after {@link
 * #force}. Only one thread at a time calls.
 */
public final class AppendOnlyFile implements AutoCloseable {

  private final Disk disk;
  private final String path;

  /** How many bytes of the file count. */
  private long length;

  /** The number of bytes that are known to survive a power loss. */
  private long forced;

  private Disk.@Nullable File open;
  private @Nullable String unusable;

  /**
   * @param length the valid length of the existing file; 0 if there is none
   */
  public AppendOnlyFile(Disk disk, String path, long length) {
    this.disk = disk;
    this.path = path;
    this.length = length;
  }

  /** How many bytes count. */
  public long length() {
    return length;
  }

  /** Makes only a beginning of the file count; the rest goes with the next append. */
  public void cutTo(long shorter) throws IOException {
    if (shorter > length) {
      throw new IllegalArgumentException(path + " has only " + length + " bytes");
    }
    if (shorter < length) {
      length = shorter;
      forced = Math.min(forced, length);
      rest();
    }
  }

  /** Appends all of the bytes, or throws; then none of them count, and they may come again. */
  public void append(byte[] bytes) throws IOException {
    requireUsable();
    Disk.File file = open;
    if (file == null) {
      reopen(bytes);
    } else {
      append(file, bytes);
      length += bytes.length;
    }
  }

  private void append(Disk.File file, byte[] bytes) throws IOException {
    try {
      file.append(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      open = null;
      DurableFiles.closeAfter(file, e);
      throw e;
    }
  }

  private void reopen(byte[] more) throws IOException {
    byte[] there = DurableFiles.read(disk, path).orElse(null);
    if (there == null && length == 0) {
      open = created(more);
      length = more.length;
      return;
    }
    if (there == null || there.length < length) {
      throw new IOException(path + " is shorter than it was, or gone");
    }
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(length + more.length));
    all.put(there, 0, (int) length).put(more).flip();
    open = DurableFiles.begin(disk, path, file -> file.append(all));
    length += more.length;
    forced = length;
  }

  /** There is nothing to lose yet, so that the bytes need not be forced before they have a name. */
  private Disk.File created(byte[] first) throws IOException {
    Disk.File file = disk.create(path);
    try {
      file.append(ByteBuffer.wrap(first));
      disk.syncDirectory(DurableFiles.folderOf(path));
      return file;
    } catch (IOException e) {
      DurableFiles.closeAfter(file, e);
      throw e;
    }
  }

  /**
   * Makes all valid bytes survive a power loss. After a failure the content of the disk is unknown,
   * and a second force would report success falsely: only a new start, which reads the file, can
   * append again.
   */
  public void force() throws IOException {
    requireUsable();
    if (forced == length) {
      return;
    }
    Disk.File file = open;
    if (file == null) {
      reopen(new byte[0]); // which forces
      return;
    }
    try {
      file.force();
      forced = length;
    } catch (IOException e) {
      unusable = "the disk did not take what was written: " + e;
      throw e;
    }
  }

  /** Lets go of the file; the next append opens it again. Does not force. */
  public void rest() throws IOException {
    Disk.File file = open;
    open = null;
    if (file != null) {
      file.close();
    }
  }

  private void requireUsable() throws IOException {
    if (unusable != null) {
      throw new IOException(path + " takes no more: " + unusable);
    }
  }

  /** For good. */
  @Override
  public void close() throws IOException {
    unusable = unusable == null ? "it is closed" : unusable;
    rest();
  }
}
