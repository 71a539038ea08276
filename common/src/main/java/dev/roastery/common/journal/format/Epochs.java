package dev.roastery.common.journal.format;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The epochs in a partition's directory: {@code epoch-1}, {@code epoch-2} and so on. */
public record Epochs(Disk disk, String directory) {

  private static final String PREFIX = "epoch-";
  private static final String RETIRED = "retired-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[1-9][0-9]{0,17}");

  public String path(long epoch) {
    return directory + "/" + PREFIX + epoch;
  }

  /** All epochs, and what is in them. */
  public SortedMap<Long, EpochFiles> files() throws IOException {
    SortedMap<Long, EpochFiles> files = new TreeMap<>();
    for (long epoch : numbers()) {
      files.put(epoch, new EpochFiles(disk, path(epoch), epoch, disk.list(path(epoch))));
    }
    return files;
  }

  /** 0 when there is none. */
  public long newest() throws IOException {
    return numbers().stream().mapToLong(number -> number).max().orElse(0);
  }

  private List<Long> numbers() throws IOException {
    return disk.list(directory).stream()
        .filter(name -> NAME.matcher(name).matches())
        .map(name -> Long.parseLong(name, PREFIX.length(), name.length(), 10))
        .sorted()
        .toList();
  }

  /** Creates the partition's directory and its parents. */
  public void prepare(FailStop guard) {
    String parent = "";
    for (String name : directory.split("/", -1)) {
      String within = parent;
      String path = parent.isEmpty() ? name : parent + "/" + name;
      guard.writing(path, () -> disk.createDirectory(path));
      guard.forcing(within, () -> disk.syncDirectory(within));
      parent = path;
    }
  }

  /**
   * Creates the directory of the next epoch, above {@code after}; no other node gets the same
   * number.
   */
  public long claim(FailStop guard, long after) {
    long next = Math.max(after, guard.reading(directory, this::newest)) + 1;
    while (!create(guard, path(next))) {
      next++;
    }
    guard.forcing(directory, () -> disk.syncDirectory(directory));
    return next;
  }

  private boolean create(FailStop guard, String path) {
    return guard.writing(path, () -> disk.createDirectory(path));
  }

  /**
   * Makes this epoch the only one. Until then the oldest epoch counts, and a claim that was never
   * settled (because its claimant died, or had lost its place without knowing it) does not count.
   * So the unsettled claims are removed first, and the epoch that counted last. A renamed directory
   * accepts no new files: a process that still writes there finds out.
   */
  public void retireOlderThan(long epoch, FailStop guard) {
    List<Long> older =
        guard.reading(directory, this::numbers).stream().filter(each -> each < epoch).toList();
    for (int i = older.size() - 1; i >= 0; i--) {
      if (i == 0 && older.size() > 1) {
        guard.forcing(directory, () -> disk.syncDirectory(directory));
      }
      long gone = older.get(i);
      guard.writing(path(gone), () -> retire(gone));
    }
    if (!older.isEmpty()) {
      guard.forcing(directory, () -> disk.syncDirectory(directory));
    }
  }

  private void retire(long epoch) throws IOException {
    try {
      disk.rename(path(epoch), directory + "/" + RETIRED + epoch);
    } catch (IOException e) {
      // An owner before this one may have been about to do the same.
      if (numbers().contains(epoch)) {
        throw e;
      }
    }
  }

  /** Frees what the retired epochs take; whatever a crash leaves of them is freed another time. */
  public void deleteRetired() throws IOException {
    for (String name : disk.list(directory)) {
      if (name.startsWith(RETIRED)) {
        String retired = directory + "/" + name;
        for (String file : disk.list(retired)) {
          disk.delete(retired + "/" + file);
        }
        disk.delete(retired);
      }
    }
  }
}
