package dev.roastery.cli.trace;

import dev.roastery.cli.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a document may name: Java sources of main and test folders, and files of the project. */
record Sources(List<Path> main, List<Path> test) {

  static Sources ofTheProject() {
    return new Sources(javaFiles("main"), javaFiles("test"));
  }

  /** {@code Class}, {@code Class.Nested} or a path from the project's root. */
  Optional<String> problemWithClass(String name) {
    boolean found =
        Files.exists(Repository.ROOT.resolve(name))
            || file(main, name.split("\\.", 2)[0]).isPresent();
    return found ? Optional.empty() : Optional.of("no class or file " + name);
  }

  /** {@code Class} or {@code Class#method}. */
  Optional<String> problemWithTest(String name) {
    String[] parts = name.split("#", 2);
    Optional<Path> file = file(test, parts[0]);
    if (file.isEmpty()) {
      return Optional.of("no test class " + parts[0]);
    }
    boolean found =
        parts.length == 1
            || Pattern.compile("\\s" + Pattern.quote(parts[1]) + "\\(").matcher(read(file)).find();
    return found
        ? Optional.empty()
        : Optional.of("no method " + parts[1] + " in test class " + parts[0]);
  }

  private static Optional<Path> file(List<Path> files, String className) {
    return files.stream().filter(file -> file.endsWith(className + ".java")).findFirst();
  }

  private static String read(Optional<Path> file) {
    return Repository.read(file.orElseThrow().toString());
  }

  private static List<Path> javaFiles(String kind) {
    return Repository.subprojects().stream()
        .map(subproject -> Repository.ROOT.resolve(subproject).resolve("src/" + kind + "/java"))
        .filter(Files::isDirectory)
        .flatMap(Sources::walk)
        .filter(file -> file.toString().endsWith(".java"))
        .toList();
  }

  private static Stream<Path> walk(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
