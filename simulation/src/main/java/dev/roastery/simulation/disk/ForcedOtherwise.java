package dev.roastery.simulation.disk;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.effect.Incarnation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A volume whose force is another one: that of a slow disk, or of one that forgets. */
public record ForcedOtherwise(Disk disk, Force force) implements Disk {

  /** Makes a file's contents safe, or should. */
  @FunctionalInterface
  public interface Force {
    void of(File file) throws IOException;
  }

  /** The planted bug: force does nothing, as if the product had forgotten it. */
  public static Disk withoutForce(SimulatedDisk volume, Incarnation life) {
    return new ForcedOtherwise(volume.mount(life), _ -> {});
  }

  @Override
  public File create(String path) throws IOException {
    File file = disk.create(path);
    return new File() {
      @Override
      public void append(ByteBuffer bytes) throws IOException {
        file.append(bytes);
      }

      @Override
      public void force() throws IOException {
        force.of(file);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
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
  public byte[] read(String path) throws IOException {
    return disk.read(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
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
