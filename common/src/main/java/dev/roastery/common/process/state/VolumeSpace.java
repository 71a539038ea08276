package dev.roastery.common.process.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How large the file system of a volume is, and how much of it is free. */
public record VolumeSpace(long bytes, long freeBytes) {

  public static VolumeSpace of(Path volume) {
    try {
      var store = Files.getFileStore(volume);
      return new VolumeSpace(store.getTotalSpace(), store.getUsableSpace());
    } catch (IOException e) {
      throw new UncheckedIOException("the space of " + volume + " is not known", e);
    }
  }
}
