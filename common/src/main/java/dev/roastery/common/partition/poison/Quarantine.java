package dev.roastery.common.partition.poison;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Messages that could not be applied, kept for a person to look at: the directory {@code
 * quarantine} of a partition. A file holds one line with the reason, then the message's bytes; its
 * name is derived from the bytes, so that the same message is kept once.
 */
public final class Quarantine {

  private static final Pattern NAME = Pattern.compile("[0-9a-f]+-[0-9]+");

  private final Disk disk;
  private final String directory;

  public Quarantine(Disk disk, String partitionDirectory) {
    this.disk = disk;
    this.directory = partitionDirectory + "/quarantine";
  }

  /** A quarantined message and the reason. */
  public record Entry(String name, String reason, byte[] message) {}

  /** Puts a message aside; when this returns, it is safe. */
  public void put(byte[] message, String reason) {
    String name = nameOf(message);
    try {
      DurableFiles.createFolder(disk, directory);
      if (!disk.list(directory).contains(name)) {
        DurableFiles.replace(disk, directory + "/" + name, entry(reason, message));
      }
    } catch (IOException e) {
      String what = directory + "/" + name + ": " + e.getMessage();
      throw new Fatal(FatalReason.DISK_UNWRITABLE, what + "; check that the volume is writable", e);
    }
  }

  private static byte[] entry(String reason, byte[] message) {
    byte[] line = (reason.replaceAll("\\s+", " ") + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(line.length + message.length).put(line).put(message).array();
  }

  /**
   * The same for the same bytes only. No CRC: a message ends with its own, and taken over all of
   * it, a CRC is the same for every message of that length.
   */
  static String nameOf(byte[] message) {
    return HexFormat.of().formatHex(Sha256.of(message), 0, 16) + "-" + message.length;
  }

  /** All that is in quarantine, by name; also while others put something in or take it out. */
  public List<Entry> list() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String name : disk.list(directory)) {
      if (NAME.matcher(name).matches()) { // else it is unfinished: a crash came before its rename
        read(name).ifPresent(entries::add);
      }
    }
    return entries;
  }

  /** Nothing if it was taken out meanwhile; the list of a store may tell of it for longer. */
  private Optional<Entry> read(String name) throws IOException {
    return DurableFiles.read(disk, directory + "/" + name).map(bytes -> parsed(name, bytes));
  }

  private static Entry parsed(String name, byte[] bytes) {
    int line = 0;
    while (line < bytes.length && bytes[line] != '\n') {
      line++;
    }
    byte[] message = new byte[Math.max(0, bytes.length - line - 1)];
    System.arraycopy(bytes, line + 1, message, 0, message.length);
    return new Entry(name, new String(bytes, 0, line, StandardCharsets.UTF_8), message);
  }

  /** Removes an entry, after its message was sent again or because it is not needed. */
  public void drop(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("no quarantine entry is called " + name);
    }
    disk.delete(directory + "/" + name);
    disk.syncDirectory(directory);
  }
}
