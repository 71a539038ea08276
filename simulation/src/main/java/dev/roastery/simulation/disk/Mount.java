package dev.roastery.simulation.disk;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.disk.DiskFaults.Failure;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.Incarnation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One node's way to a volume: every call is an effect, and dies with the node or the power. */
final class Mount implements Disk {

  private final SimulatedDisk volume;
  private final Incarnation incarnation;
  private final int boot;

  /** What the call in progress has to fail with when its effect is done. */
  private @Nullable Failure failure;

  Mount(SimulatedDisk volume, Incarnation incarnation) {
    this.volume = volume;
    this.incarnation = incarnation;
    this.boot = volume.boot();
  }

  @Override
  public boolean createDirectory(String path) throws IOException {
    begin(Effect.CREATE_DIRECTORY, path, 0);
    requireSpaceForName(path);
    boolean created = volume.tree().createDirectory(path);
    end(Effect.CREATE_DIRECTORY, path, 0);
    return created;
  }

  @Override
  public List<String> list(String path) throws IOException {
    begin(Effect.LIST, path, 0);
    List<String> names = volume.tree().list(path);
    end(Effect.LIST, path, 0);
    return names;
  }

  @Override
  public File create(String path) throws IOException {
    begin(Effect.CREATE_FILE, path, 0);
    requireSpaceForName(path);
    FileInode inode = volume.tree().create(path);
    end(Effect.CREATE_FILE, path, 0);
    return new OpenFile(path, inode);
  }

  @Override
  public byte[] read(String path) throws IOException {
    begin(Effect.READ, path, 0);
    byte[] bytes = volume.tree().file(path).read();
    end(Effect.READ, path, bytes.length);
    return bytes;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    begin(Effect.RENAME, to, 0);
    volume.tree().rename(from, to);
    end(Effect.RENAME, to, 0);
  }

  @Override
  public void delete(String path) throws IOException {
    begin(Effect.DELETE, path, 0);
    volume.tree().delete(path);
    end(Effect.DELETE, path, 0);
  }

  @Override
  public void syncDirectory(String path) throws IOException {
    begin(Effect.SYNC_DIRECTORY, path, 0);
    volume.tree().sync(path);
    end(Effect.SYNC_DIRECTORY, path, 0);
  }

  private void begin(Effect effect, String path, long amount) throws IOException {
    if (boot != volume.boot()) {
      incarnation.end();
    }
    incarnation.before(effect, path, amount);
    failure = volume.faults().next(effect);
    if (failure == Failure.BEFORE) {
      throw DiskFaults.ioError(effect, path);
    }
  }

  private void end(Effect effect, String path, long amount) throws IOException {
    if (failure != null) {
      throw DiskFaults.ioError(effect, path);
    }
    incarnation.after(effect, path, amount);
  }

  /** A full volume takes no new name either. */
  private void requireSpaceForName(String path) throws IOException {
    boolean limited = volume.faults().spaceLimited();
    if (limited && !volume.tree().exists(path) && volume.fitting(1) == 0) {
      throw DiskFaults.noSpace(path);
    }
  }

  /** A file being written; its node's death is its own. */
  private final class OpenFile implements File {

    private final String path;
    private final FileInode inode;
    private boolean closed;

    OpenFile(String path, FileInode inode) {
      this.path = path;
      this.inode = inode;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      int size = bytes.remaining();
      begin(Effect.APPEND, path, size);
      requireOpen();
      int fitting = volume.fitting(size);
      int working = failure == null ? fitting : volume.shorter(fitting);
      int cut = incarnation.cutsAppendAt(path, size);
      inode.append(bytes, Math.min(cut, working));
      if (cut < size) {
        throw incarnation.crash("within an append");
      }
      if (working == fitting && fitting < size) {
        throw DiskFaults.noSpace(path);
      }
      end(Effect.APPEND, path, size);
    }

    @Override
    public void force() throws IOException {
      try {
        begin(Effect.FORCE, path, 0);
      } catch (IOException failed) {
        inode.failForce();
        throw failed;
      }
      requireOpen();
      inode.force();
      end(Effect.FORCE, path, 0);
    }

    @Override
    public void close() throws IOException {
      begin(Effect.CLOSE_FILE, path, 0);
      closed = true;
      end(Effect.CLOSE_FILE, path, 0);
    }

    private void requireOpen() throws IOException {
      if (closed) {
        throw new ClosedChannelException();
      }
    }
  }
}
