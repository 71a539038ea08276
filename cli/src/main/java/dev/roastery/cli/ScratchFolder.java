package dev.roastery.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that goes, with all that is in it, when the command ends, also by Ctrl-C. */
final class ScratchFolder implements AutoCloseable {

  private final Path path;
  private final Thread atExit;

  private ScratchFolder(Path path) {
    this.path = path;
    this.atExit = new Thread(this::delete);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  static ScratchFolder make() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("roastery-"));
  }

  /** One that is beside what will be moved out of it. */
  static ScratchFolder in(Path folder) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(folder, ".roastery-"));
  }

  Path path() {
    return path;
  }

  Path folder(String name) throws IOException {
    return Files.createDirectory(path.resolve(name));
  }

  @Override
  public void close() {
    delete();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void delete() {
    delete(path);
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path path) {
    try (Stream<Path> paths = Files.walk(path)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      System.err.println("roastery: cannot delete the temporary folder " + path + ": " + e);
    }
  }
}
