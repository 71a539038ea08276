package dev.roastery.common.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Changes of folders that a power cut does not undo. */
public final class DurableDirectories {

  private DurableDirectories() {}

  public static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  public static void forceFolder(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Gives a whole folder its name, by which it exists from then on. */
  public static void rename(Path from, Path to) throws IOException {
    forceFolder(from);
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    forceFolder(to.resolveSibling("."));
  }

  public static void delete(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (NoSuchFileException _) {
      // It is gone already.
    }
  }
}
