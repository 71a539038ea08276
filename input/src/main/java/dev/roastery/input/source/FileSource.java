package dev.roastery.input.source;

import dev.roastery.input.PartBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is not being written. */
public record FileSource(Path path) implements PartSource {

  @Override
  public InputStream stream() throws IOException {
    return Files.newInputStream(path);
  }

  @Override
  public PartBytes open() throws IOException {
    return PartBytes.of(FileChannel.open(path, StandardOpenOption.READ));
  }
}
