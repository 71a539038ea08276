package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far people were told that a job is. Partitions forget a job when they are done with it, so
 * that after a restart nobody could say it. Nothing is decided by this: it is not forced, and a job
 * goes on without it.
 */
final class ShownPercent {

  private static final Logger log = LoggerFactory.getLogger(ShownPercent.class);

  private final Path file;

  ShownPercent(Path folder) {
    this.file = folder.resolve("percent");
  }

  int read() {
    try {
      return Files.exists(file)
          ? Math.clamp(Integer.parseInt(Files.readString(file, US_ASCII)), 0, 100)
          : 0;
    } catch (IOException | NumberFormatException e) {
      log.warn("{} cannot be read; progress is shown from 0 again: {}", file, e.toString());
      return 0;
    }
  }

  void note(int percent) {
    try {
      Path unfinished = file.resolveSibling("percent.unfinished");
      Files.writeString(unfinished, Integer.toString(percent), US_ASCII);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      log.warn("{} cannot be written: {}", file, e.toString());
    }
  }

  void forget() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("{} cannot be deleted: {}", file, e.toString());
    }
  }
}
