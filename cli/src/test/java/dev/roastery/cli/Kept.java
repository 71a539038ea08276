package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that are made by the code and kept in the repository, to be read by people and to show what
 * a change changes. With {@code -Droastery.rewrite=true} they are written instead of compared.
 */
public final class Kept {

  private Kept() {}

  /** Fails with the right text when the file has another one. */
  public static void check(Path file, String text) {
    try {
      if (Boolean.getBoolean("roastery.rewrite")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      }
      assertThat(Files.exists(file) ? Files.readString(file) : "")
          .as(
              "%s is out of date; to write it: ./gradlew :cli:test --tests '*CliReferenceTest'"
                  + " --tests '*TranscriptsTest' -Droastery.rewrite=true",
              file)
          .isEqualTo(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
