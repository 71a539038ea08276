package dev.roastery.simulation.disk;

import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * The smallest store that promises not to forget: it counts, and remembers how far it came in a
 * journal that a snapshot cuts short. Each of its safeguards can be left out, to see whether a disk
 * punishes that.
 */
final class ReferenceProtocol {

  enum Safeguard {
    FORCE,
    SYNC_DIRECTORY,
    ATOMIC_RENAME
  }

  private static final int RECORDS_PER_SNAPSHOT = 4;

  private final Disk disk;
  private final Set<Safeguard> safeguards;
  private int number;
  private Disk.File journal;
  private int count;

  ReferenceProtocol(Disk disk, Set<Safeguard> safeguards) {
    this.disk = disk;
    this.safeguards = safeguards;
  }

  /** How far the counter had come, made safe before it is told. */
  int recover() throws IOException {
    List<String> names = disk.list("");
    count = readSnapshot(names);
    for (String name : names) {
      if (name.startsWith("journal-")) {
        replay(name);
      }
      number = name.contains("-") ? Math.max(number, numberOf(name) + 1) : number;
    }
    snapshot();
    return count;
  }

  /** Counts one further; when this returns, it is a promise. */
  int increment() throws IOException {
    count++;
    journal.append(record(count));
    force(journal);
    if (count % RECORDS_PER_SNAPSHOT == 0) {
      snapshot();
    }
    return count;
  }

  /** Where the snapshot is not replaced but removed first, its successor may still be a tmp. */
  private int readSnapshot(List<String> names) throws IOException {
    if (names.contains("snapshot")) {
      int read = valid(line(disk.read("snapshot"), 0));
      if (read < 0) {
        throw new IOException("the snapshot is damaged");
      }
      return read;
    }
    int newest = 0;
    for (String name : names) {
      if (name.startsWith("tmp-")) {
        newest = Math.max(newest, valid(line(disk.read(name), 0)));
      }
    }
    return newest;
  }

  private void replay(String name) throws IOException {
    byte[] bytes = disk.read(name);
    for (int at = 0; at < bytes.length; ) {
      String line = line(bytes, at);
      int counted = valid(line);
      if (counted < 0) {
        return;
      }
      count = counted == count + 1 ? counted : count;
      at += line.length() + 1;
    }
  }

  private void snapshot() throws IOException {
    String tmp = "tmp-%05d".formatted(number);
    Disk.File file = disk.create(tmp);
    file.append(record(count));
    force(file);
    file.close();
    if (!safeguards.contains(Safeguard.ATOMIC_RENAME)) {
      disk.delete("snapshot");
    }
    disk.rename(tmp, "snapshot");
    sync();
    startJournal();
  }

  private void startJournal() throws IOException {
    journal = disk.create("journal-%05d".formatted(number));
    sync();
    for (String old : disk.list("")) {
      if (numberOf(old) < number) {
        disk.delete(old);
      }
    }
    number++;
  }

  private void force(Disk.File file) throws IOException {
    if (safeguards.contains(Safeguard.FORCE)) {
      file.force();
    }
  }

  private void sync() throws IOException {
    if (safeguards.contains(Safeguard.SYNC_DIRECTORY)) {
      disk.syncDirectory("");
    }
  }

  /** The snapshot has none, and is never old. */
  private static int numberOf(String name) {
    int dash = name.indexOf('-');
    return dash < 0 ? Integer.MAX_VALUE - 1 : Integer.parseInt(name.substring(dash + 1));
  }

  private static ByteBuffer record(int number) {
    return ByteBuffer.wrap((number + " " + check(number) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static int check(int number) {
    return Integer.remainderUnsigned(number * 0x9E3779B1, 100_003);
  }

  /** Up to the line's end; the rest when there is none, which then is not valid. */
  private static String line(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return new String(bytes, from, i - from, StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }

  private static int valid(String line) {
    if (!line.matches("\\d{1,6} \\d{1,6}")) {
      return -1;
    }
    int space = line.indexOf(' ');
    int number = Integer.parseInt(line.substring(0, space));
    return check(number) == Integer.parseInt(line.substring(space + 1)) ? number : -1;
  }
}
