package dev.roastery.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders as objects, and objects as texts, to be compared. */
final class TestSets {

  private TestSets() {}

  static void upload(ObjectStore store, Path from, String to) throws IOException {
    for (Path file : regular(from)) {
      store.put(new ObjectName(to + from.relativize(file)), Content.of(file));
    }
  }

  static SortedMap<String, String> files(Path folder) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (Path file : regular(folder)) {
      files.put(folder.relativize(file).toString(), Files.readString(file));
    }
    return files;
  }

  static SortedMap<String, String> objects(ObjectStore store, String prefix) throws IOException {
    SortedMap<String, String> objects = new TreeMap<>();
    for (ListedObject each : store.list(prefix)) {
      String text = new String(store.get(each.name()).orElseThrow(), UTF_8);
      objects.put(each.name().text().substring(prefix.length()), text);
    }
    return objects;
  }

  private static List<Path> regular(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .toList();
    }
  }
}
