package dev.roastery.cli.client;

import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;

/** A file that is sent as a part; {@code name} is what the gateway calls it. */
public record PartFile(String table, String name, Source source) {

  /** A file; {@code shown} is its path in the dataset, {@code modifiedNanos} its version. */
  public record Source(String shown, Path path, long bytes, long modifiedNanos) {}

  /** All files of a dataset, in its order. */
  public static List<PartFile> of(SortedMap<String, List<Source>> dataset) {
    List<PartFile> files = new ArrayList<>();
    dataset.forEach((table, sources) -> {
      Set<String> taken = new HashSet<>();
      for (Source source : sources) {
        files.add(new PartFile(table, freeName(source, taken), source));
      }
    });
    return files;
  }

  /** Always the same for the same files, so that a repeated submission finds its parts. */
  private static String freeName(Source source, Set<String> taken) {
    String wish = source.path().getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_");
    String name = wish;
    for (int count = 2; !taken.add(name); count++) {
      name = count + "-" + wish;
    }
    return name;
  }

  /** The value of Content-Encoding. */
  String encoding() {
    String file = source.path().toString().toLowerCase(Locale.ROOT);
    return file.endsWith(".gz") ? "gzip" : file.endsWith(".zst") ? "zstd" : "identity";
  }

  boolean isEncoded() {
    return !encoding().equals("identity");
  }

  public long bytes() {
    return source.bytes();
  }

  Path path() {
    return source.path();
  }

  /** As people know it: its path in the dataset. */
  public String shown() {
    return source.shown();
  }

  /** A part put together from two versions of a file would be neither. */
  void checkUnchanged() {
    try {
      var now = Files.readAttributes(path(), BasicFileAttributes.class);
      if (now.size() != bytes()
          || now.lastModifiedTime().to(TimeUnit.NANOSECONDS) != source.modifiedNanos()) {
        throw new GatewayFailure(
            GatewayFailure.Kind.FILE, path() + " changed while it was being sent: submit again");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  GatewayFailure unreadable(IOException failure) {
    return new GatewayFailure(
        GatewayFailure.Kind.FILE, "cannot read " + path() + " to send it: " + IoReason.of(failure));
  }
}
