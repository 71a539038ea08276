package dev.roastery.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.MainTest;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a reader is told to type or to open is there. */
class CommandsInDocumentsTest {

  /** The tasks that Gradle's own java plugin brings. */
  private static final Set<String> GRADLE_TASKS =
      Set.of("build", "check", "clean", "test", "jar", "classes", "testClasses", "tasks", "help");

  @ParameterizedTest
  @MethodSource("documents")
  void itsCommandsExist(Path document) {
    String text = Repository.read(document.toString());
    assertThat(Repository.all("\\./gradlew ((?:[^`\\n#|&;]|\\|\\|)+)", text))
        .allSatisfy(arguments -> assertThat(tasks()).containsAll(tasksIn(arguments)));
    assertThat(Repository.all("\\./roastery ([a-z-]+)", text)).isSubsetOf(MainTest.words());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void itsLinksLeadToFiles(Path document) {
    List<String> links =
        Repository.all("]\\(([^)#:]+)(?:#[^)]*)?\\)", Repository.read(document.toString()));
    assertThat(links)
        .allSatisfy(link -> assertThat(document.resolveSibling(link).normalize()).exists());
  }

  @Test
  void ciRunsWhatTheReadmeTells() {
    List<String> told =
        Repository.all("^(\\./gradlew .*)$", Repository.read("README.md")).stream()
            .limit(1)
            .toList();
    assertThat(told).isNotEmpty();
    assertThat(Repository.all("^(\\./gradlew .*)$", Repository.read(".ci/run"))).isEqualTo(told);
  }

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> root = Files.list(Repository.ROOT);
        Stream<Path> docs = Files.walk(Repository.ROOT.resolve("docs"))) {
      return Stream.concat(root, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  /** The words of a command line that name tasks, without options and their values. */
  private static List<String> tasksIn(String arguments) {
    String withoutOptions =
        arguments.replaceAll("(--tests|-x) \\S+", "").replaceAll("(^| )-\\S+", "").strip();
    return Arrays.stream(withoutOptions.split("\\s+", -1))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(word.lastIndexOf(':') + 1))
        .toList();
  }

  private static Set<String> tasks() {
    Set<String> tasks = new TreeSet<>(GRADLE_TASKS);
    for (String script :
        List.of("build.gradle.kts", "cli/build.gradle.kts", "bench/build.gradle.kts")) {
      tasks.addAll(Repository.all("tasks\\.create\\(\"(\\w+)\"", Repository.read(script)));
    }
    return tasks;
  }
}
