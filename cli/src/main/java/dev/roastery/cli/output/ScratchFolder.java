package dev.roastery.cli.output;

import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A temporary folder that is deleted with its contents when the command ends, also by Ctrl-C. The
 * folder of a killed command remains until the next command needs one in the same place: the lock
 * on its file {@code lock} shows whether a process still uses it.
 */
public final class ScratchFolder implements AutoCloseable {

  private static final String PREFIX = ".roastery-";

  /** By Ctrl-C it is deleted while the command still writes. */
  private static final int DELETE_ATTEMPTS = 100;

  private final Path path;
  private final FileChannel lock;
  private final Runnable atExit;

  private ScratchFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
    this.atExit = () -> delete(path);
    AtExit.ofThisProcess().add(atExit);
  }

  public static ScratchFolder make() throws IOException {
    return locked(() -> Files.createTempDirectory("roastery-"));
  }

  /** One that is beside what will be moved out of it. */
  public static ScratchFolder in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(ScratchFolder::hasLock).toList()) {
        deleteAbandoned(file);
      }
    }
    return locked(() -> Files.createTempDirectory(folder, PREFIX));
  }

  private static boolean hasLock(Path file) {
    return file.getFileName().toString().startsWith(PREFIX) && Files.exists(file.resolve("lock"));
  }

  private static void deleteAbandoned(Path scratch) throws IOException {
    try (FileChannel lock = FileChannel.open(scratch.resolve("lock"), StandardOpenOption.WRITE)) {
      if (lock.tryLock() != null) {
        delete(scratch);
      }
    } catch (OverlappingFileLockException _) {
      // Another thread of this process uses it.
    }
  }

  private static ScratchFolder locked(AtExit.Making<Path> place) throws IOException {
    return AtExit.ofThisProcess()
        .making(() -> {
          Path path = place.make();
          FileChannel lock =
              FileChannel.open(
                  path.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
          lock.lock();
          return new ScratchFolder(path, lock);
        });
  }

  public Path path() {
    return path;
  }

  public Path folder(String name) throws IOException {
    return Files.createDirectory(path.resolve(name));
  }

  @Override
  public void close() throws IOException {
    delete(path);
    lock.close();
    AtExit.ofThisProcess().forget(atExit);
  }

  /** Deletes a folder with all that is in it, also with what comes into it meanwhile. */
  public static void delete(Path path) {
    for (int attempt = 1; Files.exists(path); attempt++) {
      try {
        deleteWhatIsThere(path);
      } catch (IOException e) {
        if (attempt == DELETE_ATTEMPTS) {
          leftBehind(path, e);
          return;
        }
      }
    }
  }

  private static void deleteWhatIsThere(Path path) throws IOException {
    try (Stream<Path> paths = Files.walk(path)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static void leftBehind(Path path, IOException e) {
    System.err.println(
        "roastery: cannot delete the temporary folder " + path + ": " + IoReason.of(e));
  }
}
