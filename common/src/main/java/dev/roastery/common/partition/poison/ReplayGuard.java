package dev.roastery.common.partition.poison;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what crashes every process that works on it: a message that is replayed, or a job whose
 * state is read or saved, or whose outputs are made. A message is acknowledged before it is
 * applied, so no limit of the broker stops such a loop (finding 12). A recovery leaves a diary, the
 * file {@code replay}, in the partition's directory until all that it owed is sent. It is empty,
 * unless an earlier recovery has left one behind: then it says {@code in} before work and {@code
 * out} after it. Work that was entered {@code deathsMax} times in a row and not left is poison. A
 * diary begins with what the earlier ones have come to, and these are deleted.
 *
 * <p>Messages are entered one by one. To enter each state and each output would slow down every
 * recovery, also those that end early for other reasons. So the diary first says {@code with} for
 * all such work together, and only what was begun so {@code deathsMax} times in a row is entered by
 * itself.
 *
 * <p>A process also crashes for other reasons: it is killed, or a message of another partition is
 * poison. The work that is being done at that moment is innocent, and its job must not fail. Chance
 * alone does not hit the same work three times in a row, but a process that always crashes at the
 * same moment of its start does. So suspected work is entered at a different time in each recovery
 * ({@link #pauseMillis}).
 */
public final class ReplayGuard {

  private static final String PREFIX = "replay-";
  private static final String ANEW = "anew";
  private static final String DIED = "died ";
  private static final String WITH = "with ";
  private static final String IN = "in ";
  private static final String OUT = "out";
  private static final String SEPARATOR = ", ";
  private static final int PAUSE_MILLIS_MIN = 300;
  private static final int PAUSE_MILLIS_SPREAD = 1_500;

  private final Disk disk;
  private final String directory;
  private final String path;
  private final int deathsMax;
  private final SuspectTurn suspect;
  private final Map<String, Integer> deaths = new HashMap<>();
  private Disk.@Nullable File diary;
  private String unwritten = "";
  private boolean inside;
  private boolean hasTurn;
  private boolean begun;
  private boolean recovered;

  /**
   * @param epoch the epoch that this recovery is for: no other recovery has the same
   * @param suspect taken for work that may have crashed the process
   */
  public ReplayGuard(Disk disk, String directory, long epoch, int deathsMax, SuspectTurn suspect) {
    this.disk = disk;
    this.directory = directory;
    this.path = directory + "/" + PREFIX + epoch;
    this.deathsMax = deathsMax;
    this.suspect = suspect;
  }

  /** Why a job fails whose work is poison. */
  public static String crashed(String when) {
    return "it crashed the process every time %s (exit code 3 or 137: it ran out of memory, so"
            .formatted(when)
        + " raise the heap or the container's limit, or lower --memory, and submit the job again;"
        + " exit code 70: a bug, which the process's last lines of log describe)";
  }

  /** What a message is called here. */
  public static String name(byte[] message) {
    return message.length + "-" + Integer.toHexString(Arrays.hashCode(message));
  }

  /** Begins a recovery that has work to do; its later work is guarded, too. */
  public void begin() {
    if (begun || recovered) {
      return;
    }
    begun = true;
    io(() -> {
      boolean careful = false;
      List<String> earlier = diaries();
      for (String name : earlier) {
        careful |= readDeaths(name);
      }
      Disk.File created = disk.create(path);
      if (careful) {
        diary = created;
        unwritten = summary() + unwritten;
        write("");
      } else {
        created.close();
      }
      disk.syncDirectory(directory);
      for (String name : earlier) {
        disk.delete(directory + "/" + name);
      }
    });
  }

  /** What the earlier diaries have come to. */
  private String summary() {
    StringBuilder summary = new StringBuilder(ANEW + "\n");
    deaths.forEach((work, count) -> summary.append(DIED + count + " " + work + "\n"));
    return summary.toString();
  }

  /** The oldest first. */
  private List<String> diaries() throws IOException {
    return disk.list(directory, PREFIX).stream()
        .sorted(Comparator.comparingLong(name -> Long.parseLong(name.substring(PREFIX.length()))))
        .toList();
  }

  /** False if the diary no longer exists: its recovery has just survived. */
  private boolean readDeaths(String name) throws IOException {
    byte[] diary = DurableFiles.read(disk, directory + "/" + name).orElse(null);
    if (diary == null) {
      return false;
    }
    String entries = new String(diary, StandardCharsets.UTF_8);
    List<String> together = List.of();
    String entered = "";
    // A power loss may have cut off the end of an entry.
    for (String entry : entries.substring(0, entries.lastIndexOf('\n') + 1).split("\n", -1)) {
      if (entry.equals(ANEW)) {
        deaths.clear();
      } else if (entry.startsWith(DIED)) {
        String[] died = entry.substring(DIED.length()).split(" ", 2);
        deaths.put(died[1], Integer.parseInt(died[0]));
      } else if (entry.startsWith(WITH)) {
        together.forEach(deaths::remove);
        together = List.of(entry.substring(WITH.length()).split(SEPARATOR, -1));
      } else if (entry.startsWith(IN) || entry.startsWith(OUT)) {
        deaths.remove(entered);
        entered = entry.startsWith(IN) ? entry.substring(IN.length()) : "";
      }
    }
    together.forEach(work -> deaths.merge(work, 1, Integer::sum));
    deaths.merge(entered, 1, Integer::sum);
    deaths.remove("");
    return true;
  }

  /**
   * Begins all this work, which may take a while. What an earlier call began is over. Before {@link
   * #begin}, it is written with that.
   */
  public void together(Collection<String> works) {
    unwritten = WITH + String.join(SEPARATOR, works) + "\n";
    if (begun && !works.isEmpty()) {
      write("");
    }
  }

  /** Whether earlier processes have crashed since they began this, so that it is to be entered. */
  public boolean suspects(String work) {
    return deaths.getOrDefault(work, 0) >= deathsMax;
  }

  /** Enters this work. Returns whether it is poison, and must not be done. */
  public boolean entering(String work) {
    release();
    if (suspects(work)) {
      return true;
    }
    if (deaths.containsKey(work)) {
      suspect.take();
      hasTurn = true;
    }
    inside = true;
    write(IN + work + "\n");
    return false;
  }

  /**
   * How long to pause before the work is entered. If a process has crashed while doing it, the
   * pause is long enough for any other cause of the crash to occur first. Two partitions of a
   * process pause for different times; otherwise the innocent message of one would be hit by the
   * other's poison again.
   */
  public long pauseMillis(String work) {
    int died = deaths.getOrDefault(work, 0);
    int spread = Integer.remainderUnsigned(path.hashCode() * 0x9E3779B9, PAUSE_MILLIS_SPREAD);
    return died > 0 && died < deathsMax ? PAUSE_MILLIS_MIN + spread : 0;
  }

  /** What was entered, if anything, is done, or has failed, and this process is still there. */
  public void left() {
    if (inside) {
      inside = false;
      write(OUT + "\n");
    }
    release();
  }

  private void release() {
    if (hasTurn) {
      hasTurn = false;
      suspect.giveBack();
    }
  }

  private void write(String entry) {
    String due = unwritten + entry;
    unwritten = "";
    io(() -> {
      if (diary != null) {
        diary.append(ByteBuffer.wrap(due.getBytes(StandardCharsets.UTF_8)));
        diary.force();
      }
    });
  }

  /** The recovery has ended, or there was nothing to do: deletes all diaries. */
  public void survived() {
    close();
    if (!recovered) {
      io(() -> {
        for (String name : diaries()) {
          disk.delete(directory + "/" + name);
        }
      });
    }
    recovered = true;
    deaths.clear();
  }

  /** Lets go of the diary, also of a recovery that was given up. */
  public void close() {
    release();
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
