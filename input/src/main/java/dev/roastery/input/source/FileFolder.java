package dev.roastery.input.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder of this machine. */
record FileFolder(Path folder) implements DatasetFolder {

  @Override
  public List<Entry> entries() throws IOException {
    return entries("", folder);
  }

  @Override
  public List<Entry> entries(Entry subfolder) throws IOException {
    return entries(subfolder.path() + "/", folder.resolve(subfolder.path()));
  }

  private static List<Entry> entries(String before, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .map(file -> new Entry(before + file.getFileName(), kind(file)))
          .toList();
    }
  }

  private static Kind kind(Path file) {
    return Files.isDirectory(file)
        ? Kind.FOLDER
        : Files.isRegularFile(file) ? Kind.FILE : Kind.OTHER;
  }

  @Override
  public List<Found> find(List<Entry> files) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Entry file : files) {
      Path path = folder.resolve(file.path());
      var attributes = Files.readAttributes(path, BasicFileAttributes.class);
      long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      found.add(new Found(file.path(), new FileSource(path), attributes.size(), nanos));
    }
    return found;
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
