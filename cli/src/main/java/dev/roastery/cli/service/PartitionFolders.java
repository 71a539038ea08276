package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The partitions' directories at or below a folder: a volume, a state folder, or a part of one. */
final class PartitionFolders {

  private static final Pattern NAME = Pattern.compile("([a-z]{1,20})-(0|[1-9][0-9]{0,8})");
  private static final Pattern CONTENT = Pattern.compile("epoch-[0-9]+|deeded|quarantine");

  private PartitionFolders() {}

  /** One partition's directory. */
  record Found(Path path, PartitionName name) {

    FileDisk disk() {
      return new FileDisk(path.resolveSibling("."));
    }

    String directory() {
      return path.getFileName().toString();
    }
  }

  /** In the order of their paths; none at all is an error, for then the folder is the wrong one. */
  static List<Found> below(Path folder) {
    Path whole = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(whole)) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, folder + " is not a directory");
    }
    try (Stream<Path> paths = Files.walk(whole)) {
      List<Found> found =
          paths.sorted().map(PartitionFolders::partition).filter(each -> each != null).toList();
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

  private static @Nullable Found partition(Path path) {
    var name = NAME.matcher(String.valueOf(path.getFileName()));
    if (!name.matches() || !Files.isDirectory(path)) {
      return null;
    }
    try (Stream<Path> content = Files.list(path)) {
      boolean ours =
          content.anyMatch(each -> CONTENT.matcher(each.getFileName().toString()).matches());
      PartitionName partition = new PartitionName(name.group(1), Integer.parseInt(name.group(2)));
      return ours ? new Found(path, partition) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
