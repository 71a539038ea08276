package dev.roastery.common.process.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;

/** The id of a process's volume, in the file {@code PROCESS.volume}: the first node writes it. */
public final class VolumeId {

  private VolumeId() {}

  public static UUID of(Disk volume, String process) {
    String file = process + ".volume";
    try {
      byte[] id = DurableFiles.read(volume, file).orElse(null);
      if (id == null) {
        create(volume, file);
        id = volume.read(file);
      }
      return UUID.fromString(new String(id, UTF_8).strip());
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNWRITABLE, file + " cannot be created: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new Fatal(
          FatalReason.DISK_UNREADABLE,
          file + " holds no volume id; restore it, or delete it if no other node uses this folder",
          e);
    }
  }

  /**
   * Nodes that start together agree: a link is made by one of them only, and to a whole file. It
   * survives a power loss, for the broker will know the id.
   */
  private static void create(Disk volume, String file) throws IOException {
    String mine = file + "." + UUID.randomUUID() + ".tmp";
    try {
      DurableFiles.replace(volume, mine, (UUID.randomUUID() + "\n").getBytes(UTF_8));
      volume.link(mine, file);
    } catch (FileAlreadyExistsException _) {
      // another node was first
    } finally {
      volume.delete(mine);
    }
    volume.syncDirectory("");
  }
}
