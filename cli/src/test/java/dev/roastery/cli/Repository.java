package dev.roastery.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checkout that the tests run in, for the tests about its documents and scripts. */
public final class Repository {

  /** Its root; the build passes it. */
  public static final Path ROOT = Path.of(System.getProperty("roastery.root", ".."));

  private Repository() {}

  /** The subprojects, as settings.gradle.kts includes them. */
  public static List<String> subprojects() {
    return all("\"([a-z]+)\"[,)]", read("settings.gradle.kts"));
  }

  /** The text of a file. */
  public static String read(String path) {
    try {
      return Files.readString(ROOT.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the pattern's first group matches in a text. */
  public static List<String> all(String pattern, String text) {
    Stream<MatchResult> found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results();
    return found.map(match -> match.group(1)).toList();
  }
}
