package dev.roastery.cli.chaos.target;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Adds up the spilled files below a folder, of which any may vanish at any time. */
final class SpilledFiles extends SimpleFileVisitor<Path> {

  /** How the names of spilled files begin (docs/formats-disk.md). */
  private static final String SPILLED = "spill-";

  private long bytes;

  private SpilledFiles() {}

  static long bytesBelow(Path folder) throws IOException {
    SpilledFiles files = new SpilledFiles();
    if (Files.isDirectory(folder)) {
      Files.walkFileTree(folder, files);
    }
    return files.bytes;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (file.getFileName().toString().startsWith(SPILLED)) {
      bytes += attributes.size();
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException gone) {
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException gone) {
    return FileVisitResult.CONTINUE;
  }
}
