package dev.roastery.input.source;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * A file of a folder that all nodes see, in one version: that is its size and the time of its last
 * change. It is looked at when the file is opened.
 */
public record PinnedFile(Path file, Pin pin) implements PinnedSource {

  /** The version that the file has now. */
  static PinnedFile of(Path folder, String path) throws IOException {
    Path file = folder.resolve(path);
    var is = Files.readAttributes(file, BasicFileAttributes.class);
    return new PinnedFile(file, new Pin(path, version(is), is.size()));
  }

  private static String version(BasicFileAttributes file) {
    return Long.toString(file.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  /** When it was last changed, in nanoseconds. */
  long changed() {
    return Long.parseLong(pin.version());
  }

  private FileChannel channel() throws IOException {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      var is = Files.readAttributes(file, BasicFileAttributes.class);
      if (is.size() == pin.size() && version(is).equals(pin.version())) {
        return channel;
      }
      channel.close();
    } catch (NoSuchFileException _) {
      // As if another one were in its place.
    }
    throw new JobFailure(
        file + " was changed or deleted while it was read: run again to read what it is now");
  }

  @Override
  public InputStream stream() throws IOException {
    return streamFrom(0);
  }

  @Override
  public InputStream streamFrom(long offset) throws IOException {
    return Channels.newInputStream(channel().position(offset));
  }

  @Override
  public PartBytes open() throws IOException {
    return PartBytes.of(channel());
  }

  @Override
  public PartBytes openUntil(long end) throws IOException {
    return open();
  }
}
