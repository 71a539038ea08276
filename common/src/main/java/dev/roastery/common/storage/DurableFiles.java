package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Changes of whole files and folders that a crash leaves done or not done, and nothing between. */
public final class DurableFiles {

  /**
   * What a file is called until it is whole. A crash may leave one; the next replacement takes it.
   */
  public static final String UNFINISHED = ".unfinished";

  private DurableFiles() {}

  /**
   * Creates or replaces a file. When this returns, the new bytes survive a power loss; if it fails,
   * or the process crashes, the file has either the old bytes or the new ones.
   */
  public static void replace(Disk disk, String path, byte[] bytes) throws IOException {
    begin(disk, path, file -> file.append(ByteBuffer.wrap(bytes))).close();
  }

  /**
   * The same for a file that can be missed, without the wait for the disk: a crash of the process
   * leaves the old bytes or these, and a power loss may leave anything, which a checksum has to
   * tell.
   */
  public static void replaceUnforced(Disk disk, String path, Contents contents) throws IOException {
    String unfinished = path + UNFINISHED;
    disk.delete(unfinished);
    try (Disk.File file = disk.create(unfinished)) {
      contents.appendTo(file);
    }
    disk.rename(unfinished, path);
  }

  /** Appends all that a file is to have. */
  @FunctionalInterface
  public interface Contents {
    void appendTo(Disk.File file) throws IOException;
  }

  /** A durable replacement that can be appended to. */
  static Disk.File begin(Disk disk, String path, Contents contents) throws IOException {
    String unfinished = path + UNFINISHED;
    disk.delete(unfinished);
    Disk.File file = disk.create(unfinished);
    try {
      contents.appendTo(file);
      file.force();
      disk.rename(unfinished, path);
      disk.syncDirectory(folderOf(path));
      return file;
    } catch (IOException e) {
      closeAfter(file, e);
      throw e;
    }
  }

  /** The bytes of a file, if it exists. */
  public static Optional<byte[]> read(Disk disk, String path) throws IOException {
    try {
      return Optional.of(disk.read(path));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /** Deletes a file, so that a power loss does not bring it back; one that is gone is no error. */
  public static void delete(Disk disk, String path) throws IOException {
    disk.delete(path);
    disk.syncDirectory(folderOf(path));
  }

  /** Creates a folder whose name survives a power loss; an existing folder is not an error. */
  public static void createFolder(Disk disk, String path) throws IOException {
    if (disk.createDirectory(path)) {
      disk.syncDirectory(folderOf(path));
    }
  }

  /** Deletes a folder and all in it; one that is gone already is no error. */
  public static void deleteFolder(Disk disk, String path) throws IOException {
    for (String name : disk.list(path)) {
      String entry = path + "/" + name;
      try {
        disk.delete(entry);
      } catch (IOException _) { // it is not empty, or the disk is broken, and then this fails too
        deleteFolder(disk, entry);
      }
    }
    disk.delete(path);
  }

  /** Lets go of a file after a failure, which stays the one that is reported. */
  static void closeAfter(Disk.File file, IOException failure) {
    try {
      file.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  static String folderOf(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
