package dev.roastery.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A stage's name is written once, so that one more stage is one more element of the pipeline. */
class StageNamesTest {

  /**
   * Where the stages are declared; the mains, for an annotation can only have a literal; and the
   * list of commands, which loads no main before it is named.
   */
  private static final Pattern MAY = Pattern.compile("StageKind|Pipeline|Subcommands|\\w+Main");

  /** The simulator's toy has stages of its own. */
  private static final Pattern TOY = Pattern.compile(".*/simulation/(toy|process)/.*");

  @Test
  void noOtherMainFileHasTheNameOfAStageInIt() throws IOException {
    String names =
        Pipeline.STANDARD.stages().stream().map(StageKind::name).collect(Collectors.joining("|"));
    Pattern name = Pattern.compile("\"(" + names + ")[\"=]");
    List<String> found = new ArrayList<>();
    for (Path file : mainFiles()) {
      String simple = file.getFileName().toString().replace(".java", "");
      if (!MAY.matcher(simple).matches()
          && !TOY.matcher(file.toString()).matches()
          && name.matcher(Files.readString(file)).find()) {
        found.add(Repository.ROOT.relativize(file).toString());
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> mainFiles() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String subproject : Repository.subprojects()) {
      Path folder = Repository.ROOT.resolve(subproject).resolve("src/main/java");
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
        }
      }
    }
    return all;
  }
}
