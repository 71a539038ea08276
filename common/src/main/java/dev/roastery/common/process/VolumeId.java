package dev.roastery.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The id of a process's volume, in the file {@code PROCESS.volume}: the first node writes it. */
final class VolumeId {

  private VolumeId() {}

  static UUID of(Path volume, String process) {
    Path file = volume.resolve(process + ".volume");
    try {
      if (Files.notExists(file)) {
        create(file);
      }
      return UUID.fromString(Files.readString(file, UTF_8).strip());
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNWRITABLE, file + " cannot be created: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new Fatal(
          FatalReason.DISK_UNREADABLE,
          file + " holds no volume id; restore it, or delete it if no other node uses this folder",
          e);
    }
  }

  /** Nodes that start together agree: a link is made by one of them only, and to a whole file. */
  private static void create(Path file) throws IOException {
    Path mine = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    Files.writeString(mine, UUID.randomUUID() + "\n", UTF_8);
    try {
      Files.createLink(file, mine);
    } catch (FileAlreadyExistsException _) {
      return; // another node was first
    } catch (UnsupportedOperationException _) {
      Files.move(mine, file); // a file system without links: nodes must not start for the first
      return; // time together there, or the slower one is refused
    } finally {
      Files.deleteIfExists(mine);
    }
  }
}
