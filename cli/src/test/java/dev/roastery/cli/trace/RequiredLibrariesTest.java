package dev.roastery.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the project was asked to be made of is there, and does something. */
class RequiredLibrariesTest {

  @ParameterizedTest
  @CsvSource({
    "com.rabbitmq:amqp-client, import com.rabbitmq.client, main",
    "info.picocli:picocli, import picocli, main",
    "com.fasterxml.jackson.core:jackson-databind, import com.fasterxml.jackson.databind, main",
    "ch.qos.logback:logback-classic, ch.qos.logback, main",
    "org.testcontainers:testcontainers-rabbitmq, import org.testcontainers, main",
    "org.awaitility:awaitility, org.awaitility, test",
  })
  void everyLibraryThatWasAskedForIsDeclaredAndUsed(String library, String use, String where)
      throws IOException {
    Path declared = Repository.ROOT.resolve("gradle/libraries.properties");
    assertThat(Files.readString(declared)).contains(" " + library + ":");
    assertThat(Repository.subprojects().stream().flatMap(each -> sources(each, where)))
        .as("files with %s", use)
        .anyMatch(text -> text.contains(use));
  }

  /** Awaitility is where tests are. */
  private static Stream<String> sources(String subproject, String where) {
    Path folder = Repository.ROOT.resolve(subproject).resolve("src").resolve(where);
    if (!Files.isDirectory(folder)) {
      return Stream.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().matches(".*\\.java"))
          .map(RequiredLibrariesTest::text)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
