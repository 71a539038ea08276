package dev.roastery.common.storage;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of this machine's, or of a volume mounted there. */
public final class FileDisk implements Disk {

  private final Path root;

  /**
   * @param root must exist: a missing mount must not look like an empty volume
   */
  public FileDisk(Path root) {
    this.root = root.toAbsolutePath().normalize();
    if (!Files.isDirectory(this.root)) {
      throw new Fatal(
          FatalReason.DISK_UNREADABLE,
          this.root + " is not a directory: mount the volume there, or create it");
    }
  }

  @Override
  public boolean createDirectory(String path) throws IOException {
    try {
      Files.createDirectory(resolve(path));
      return true;
    } catch (FileAlreadyExistsException _) {
      return false;
    } catch (IOException e) {
      throw NoSpaceException.toldFrom(e);
    }
  }

  @Override
  public List<String> list(String path) throws IOException {
    try (Stream<Path> entries = Files.list(resolve(path))) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  @Override
  public File create(String path) throws IOException {
    try {
      return new OpenFile(
          FileChannel.open(resolve(path), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw NoSpaceException.toldFrom(e);
    }
  }

  @Override
  public byte[] read(String path) throws IOException {
    return Files.readAllBytes(resolve(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    try {
      Files.move(resolve(from), resolve(to), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw NoSpaceException.toldFrom(e);
    }
  }

  @Override
  public void delete(String path) throws IOException {
    Files.deleteIfExists(resolve(path));
  }

  @Override
  public void syncDirectory(String path) throws IOException {
    forceFolder(resolve(path));
  }

  /** The names in a folder survive a power loss. */
  public static void forceFolder(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Deletes a folder with all that is in it; one that is gone is no error. */
  public static void deleteTree(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (NoSuchFileException _) {
      // It is gone already.
    }
  }

  private Path resolve(String path) throws IOException {
    Path resolved = root.resolve(path).normalize();
    if (!resolved.startsWith(root)) {
      throw new IOException("'" + path + "' leads outside the volume " + root);
    }
    return resolved;
  }

  private record OpenFile(FileChannel channel) implements File {

    /** A disk that runs full writes a part and does not say so; the next write does. */
    @Override
    public void append(ByteBuffer bytes) throws IOException {
      try {
        while (bytes.hasRemaining()) {
          if (channel.write(bytes) <= 0) {
            throw new IOException("the system wrote nothing of " + bytes.remaining() + " bytes");
          }
        }
      } catch (IOException e) {
        throw NoSpaceException.toldFrom(e);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
