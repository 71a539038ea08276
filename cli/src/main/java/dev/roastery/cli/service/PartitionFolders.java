package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The partitions' directories at or below a folder: a volume, a state folder, or a part of one. */
record PartitionFolders(Path folder) implements StatePlace {

  private static final Pattern CONTENT = Pattern.compile("epoch-[0-9]+|deeded|quarantine");

  @Override
  public List<Found> partitions() {
    Path whole = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(whole)) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, folder + " is not a directory");
    }
    try (Stream<Path> paths = Files.walk(whole)) {
      List<Found> found =
          paths.sorted().map(PartitionFolders::partition).flatMap(Optional::stream).toList();
      if (found.isEmpty()) {
        throw new CommandFailure(
            ExitCode.INVALID,
            "found no partition directory at or below "
                + folder
                + ": name a volume of workers, or the folder given to --state");
      }
      return found;
    } catch (IOException | UncheckedIOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, folder + ": " + e.getMessage(), e);
    }
  }

  private static Optional<Found> partition(Path path) {
    String directory = String.valueOf(path.getFileName());
    return Found.named(directory)
        .filter(_ -> isPartition(path))
        .map(name ->
            new Found(path.toString(), new FileDisk(path.resolveSibling(".")), directory, name));
  }

  private static boolean isPartition(Path path) {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> content = Files.list(path)) {
      return content.anyMatch(each -> CONTENT.matcher(each.getFileName().toString()).matches());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
