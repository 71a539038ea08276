package dev.roastery.cli.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources can be read as a map: packages of a size that fits a head, and one type per name. */
class MapTest {

  private static final int FILES_MAX = 20;

  @Test
  void noPackageHasMoreThanTwentyFiles() {
    Map<Path, Long> packages =
        sources().stream().collect(groupingBy(Path::getParent, TreeMap::new, counting()));
    assertThat(packages).hasSizeGreaterThan(30);
    assertThat(packages)
        .allSatisfy((_, files) -> assertThat(files).isLessThanOrEqualTo((long) FILES_MAX));
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    List<Path> folders = sources().stream().map(Path::getParent).distinct().toList();
    assertThat(folders)
        .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
  }

  @Test
  void noTwoTypesOfMainCodeHaveTheSameName() {
    Map<String, List<String>> names =
        sources().stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(
                groupingBy(
                    file -> file.getFileName().toString(),
                    TreeMap::new,
                    mapping(file -> Repository.ROOT.relativize(file).toString(), toList())));
    assertThat(names).allSatisfy((_, files) -> assertThat(files).hasSize(1));
  }

  private static List<Path> sources() {
    return Repository.subprojects().stream()
        .map(subproject -> Repository.ROOT.resolve(subproject).resolve("src/main/java"))
        .filter(Files::isDirectory)
        .flatMap(MapTest::javaFiles)
        .toList();
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
