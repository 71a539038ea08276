package dev.roastery.common.partition;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the message that kills every process which applies it. A message is acknowledged before it
 * is applied, so no broker limit stops such a loop (finding 12). A replay leaves a diary, the file
 * {@code replay}, in the partition's directory: {@code begin}, and, when an earlier replay left one
 * behind, {@code in} and {@code out} around each message. A message that is entered {@code
 * deathsMax} times and never left is poison.
 */
final class ReplayGuard {

  private final Disk disk;
  private final String directory;
  private final int deathsMax;
  private final Map<String, Integer> deaths = new HashMap<>();
  private Disk.@Nullable File diary;
  private boolean careful;
  private String inside = "";

  ReplayGuard(Disk disk, String directory, int deathsMax) {
    this.disk = disk;
    this.directory = directory;
    this.deathsMax = deathsMax;
  }

  /** Begins a replay of so many messages. */
  void begin(int messages) {
    if (messages == 0) {
      return;
    }
    io(() -> {
      for (String name : diaries()) {
        careful = true;
        readDeaths(new String(disk.read(directory + "/" + name), StandardCharsets.UTF_8));
      }
      if (careful) {
        diary = disk.create(directory + "/replay-" + diaries().size());
      } else {
        disk.create(directory + "/replay-0").close();
      }
      disk.syncDirectory(directory);
    });
  }

  private List<String> diaries() throws IOException {
    return disk.list(directory).stream().filter(name -> name.startsWith("replay-")).toList();
  }

  private void readDeaths(String entries) {
    String last = "";
    for (String entry : entries.split("\n", -1)) {
      last = entry.startsWith("in ") ? entry.substring(3) : last;
      last = entry.startsWith("out") ? "" : last;
    }
    if (!last.isEmpty()) {
      deaths.merge(last, 1, Integer::sum);
    }
  }

  /** Whether the message is poison, and must not be applied. */
  boolean entering(byte[] message) {
    if (!careful) {
      return false;
    }
    inside = message.length + "-" + Integer.toHexString(Arrays.hashCode(message));
    if (deaths.getOrDefault(inside, 0) >= deathsMax) {
      return true;
    }
    write("in " + inside + "\n");
    return false;
  }

  /** The message was applied, and this process is still there. */
  void left() {
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

  /** The replay is over: its diaries go. */
  void survived() {
    io(() -> {
      if (diary != null) {
        diary.close();
      }
      for (String name : diaries()) {
        disk.delete(directory + "/" + name);
      }
    });
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
      throw new Fatal(FatalReason.DISK_UNWRITABLE, what + "; see that the volume is writable", e);
    }
  }
}
