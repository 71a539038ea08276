package dev.roastery.cli.architecture.planted.common.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class OpensAFile {
  private OpensAFile() {}

  static byte[] read(Path path) throws IOException {
    return Files.readAllBytes(path);
  }
}
