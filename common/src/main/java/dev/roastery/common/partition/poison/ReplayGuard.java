package dev.roastery.common.partition.poison;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a message that crashes every process which applies it. A message is acknowledged before it
 * is applied, so no limit of the broker stops such a loop (finding 12). A replay leaves a diary,
 * the file {@code replay}, in the partition's directory: {@code begin}, and, when an earlier replay
 * left one behind, {@code in} and {@code out} around each message. A message that was entered
 * {@code deathsMax} times in a row and not left is poison.
 *
 * <p>A process also crashes for other reasons: it is killed, or a message of another partition is
 * poison. The message that is being applied at that moment is innocent, and its job must not fail.
 * Chance alone does not hit the same message three times in a row, but a process that always
 * crashes at the same moment of its start does. So a suspected message is entered at a different
 * time in each replay ({@link #pauseMillis}).
 */
public final class ReplayGuard {

  private static final String PREFIX = "replay-";
  private static final int PAUSE_MILLIS_MIN = 300;
  private static final int PAUSE_MILLIS_SPREAD = 1_500;

  private final Disk disk;
  private final String directory;
  private final String path;
  private final int deathsMax;
  private final Map<String, Integer> deaths = new HashMap<>();
  private Disk.@Nullable File diary;
  private boolean careful;
  private String inside = "";

  /**
   * @param epoch the epoch that this replay is for: no other replay has the same
   */
  public ReplayGuard(Disk disk, String directory, long epoch, int deathsMax) {
    this.disk = disk;
    this.directory = directory;
    this.path = directory + "/" + PREFIX + epoch;
    this.deathsMax = deathsMax;
  }

  /** Begins a replay of this many messages. */
  public void begin(int messages) {
    if (messages == 0) {
      return;
    }
    io(() -> {
      for (String name : diaries()) {
        careful |= readDeaths(name);
      }
      Disk.File created = disk.create(path);
      if (careful) {
        diary = created;
      } else {
        created.close();
      }
      disk.syncDirectory(directory);
    });
  }

  /** The oldest first. */
  private List<String> diaries() throws IOException {
    return disk.list(directory).stream()
        .filter(name -> name.startsWith(PREFIX))
        .sorted(Comparator.comparingLong(name -> Long.parseLong(name.substring(PREFIX.length()))))
        .toList();
  }

  /** False if the diary no longer exists: its replay has just survived. */
  private boolean readDeaths(String name) throws IOException {
    String entries;
    try {
      entries = new String(disk.read(directory + "/" + name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      if (diaries().contains(name)) {
        throw e;
      }
      return false;
    }
    String last = "";
    for (String entry : entries.split("\n", -1)) {
      if (entry.startsWith("in ")) {
        last = entry.substring(3);
      } else if (entry.startsWith("out")) {
        deaths.remove(last);
        last = "";
      }
    }
    if (!last.isEmpty()) {
      deaths.merge(last, 1, Integer::sum);
    }
    return true;
  }

  /**
   * How long to pause before the message is entered. If a process has crashed while applying it,
   * the pause is long enough for any other cause of the crash to occur first. Two partitions of a
   * process pause for different times; otherwise the innocent message of one would be hit by the
   * other's poison again.
   */
  public long pauseMillis(byte[] message) {
    int died = deaths.getOrDefault(name(message), 0);
    int spread = Integer.remainderUnsigned(path.hashCode() * 0x9E3779B9, PAUSE_MILLIS_SPREAD);
    return died > 0 && died < deathsMax ? PAUSE_MILLIS_MIN + spread : 0;
  }

  private static String name(byte[] message) {
    return message.length + "-" + Integer.toHexString(Arrays.hashCode(message));
  }

  /** Whether the message is poison, and must not be applied. */
  public boolean entering(byte[] message) {
    if (!careful) {
      return false;
    }
    inside = name(message);
    if (deaths.getOrDefault(inside, 0) >= deathsMax) {
      return true;
    }
    write("in " + inside + "\n");
    return false;
  }

  /** The message was applied, and this process is still there. */
  public void left() {
    if (careful) {
      write("out\n");
    }
  }

  private void write(String entry) {
    io(() -> {
      if (diary != null) {
        diary.append(ByteBuffer.wrap(entry.getBytes(StandardCharsets.UTF_8)));
        diary.force();
      }
    });
  }

  /** The replay has ended: deletes its diaries. */
  public void survived() {
    close();
    io(() -> {
      for (String name : diaries()) {
        disk.delete(directory + "/" + name);
      }
    });
  }

  /** Lets go of the diary, also of one whose replay was given up. */
  public void close() {
    Disk.File open = diary;
    diary = null;
    if (open != null) {
      io(open::close);
    }
  }

  @FunctionalInterface
  private interface DiskWork {
    void run() throws IOException;
  }

  private void io(DiskWork work) {
    try {
      work.run();
    } catch (IOException e) {
      String what = "the replay diary in " + directory + ": " + e.getMessage();
      throw new Fatal(FatalReason.DISK_UNWRITABLE, what + "; check that the volume is writable", e);
    }
  }
}
