package dev.roastery.common.partition;

import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk that notes what makes data safe, by kind of file: {@code force segment}. */
public final class RecordingDisk implements Disk {

  private final Disk disk;
  private final List<String> events;
  private int openFiles;

  public RecordingDisk(Disk disk, List<String> events) {
    this.disk = disk;
    this.events = events;
  }

  /** Created and not closed. */
  public int openFiles() {
    return openFiles;
  }

  /** An append is noted once, however many come one after the other. */
  private void note(String what, String path) {
    String event = what + " " + kind(path);
    if (events.isEmpty() || !events.getLast().equals(event)) {
      events.add(event);
    }
  }

  private static String kind(String path) {
    if (path.contains("/quarantine/")) {
      return "quarantine";
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.replaceFirst("-[0-9a-f]{16}", "").replaceFirst("[.-].*", "");
  }

  @Override
  public boolean createDirectory(String path) throws IOException {
    return disk.createDirectory(path);
  }

  @Override
  public List<String> list(String path) throws IOException {
    return disk.list(path);
  }

  @Override
  public File create(String path) throws IOException {
    File file = disk.create(path);
    openFiles++;
    return new File() {
      @Override
      public void append(ByteBuffer bytes) throws IOException {
        note("append", path);
        file.append(bytes);
      }

      @Override
      public void force() throws IOException {
        note("force", path);
        file.force();
      }

      @Override
      public void close() throws IOException {
        file.close();
        openFiles--;
      }
    };
  }

  @Override
  public byte[] read(String path) throws IOException {
    return disk.read(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    note("rename", to);
    disk.rename(from, to);
  }

  @Override
  public void delete(String path) throws IOException {
    disk.delete(path);
  }

  @Override
  public void syncDirectory(String path) throws IOException {
    disk.syncDirectory(path);
  }
}
