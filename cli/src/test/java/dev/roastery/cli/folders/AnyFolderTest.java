package dev.roastery.cli.folders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.cli.folders.Question.Sniffed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Folders of many kinds, asked by SQL: each answer is that of DuckDB when it reads all columns as
 * text and is told what to cast, byte for byte. {@code docs/any-folder.md} says the same; with
 * {@code -Droastery.folders.write=true} this test writes it.
 */
class AnyFolderTest {

  private static final String DOCUMENT = "docs/any-folder.md";

  @TempDir private Path root;

  static Stream<PublishedFolder> folders() {
    return Folders.all().stream();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void theAnswerIsThatOfCastText(PublishedFolder folder) throws Exception {
    folder.write(root);
    for (Question question : folder.questions()) {
      Outcome outcome = run(folder, question);
      if (!folder.refusal().isEmpty()) {
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(4);
        assertThat(outcome.err()).contains(folder.refusal());
        assertThat(outcome.out()).isEmpty();
      } else if (!folder.missing().isEmpty()) {
        assertThat(outcome.code()).as("never a wrong answer").isNotZero();
        assertThat(outcome.out()).isEmpty();
      } else {
        assertThat(outcome).isEqualTo(new Outcome(0, byCasts(folder, question), ""));
      }
    }
  }

  /** What nobody has said is not guessed: there is the right answer, or none. */
  @ParameterizedTest
  @MethodSource("undeclared")
  void whatHasToBeDeclaredIsNotGuessed(PublishedFolder folder) throws Exception {
    folder.write(root);
    for (Question question : folder.questions()) {
      Outcome outcome = run(folder.declared(""), question);
      if (outcome.code() != 0) {
        assertThat(outcome.out()).isEmpty();
      } else {
        assertThat(outcome.out()).isEqualTo(byCasts(folder, question));
      }
    }
  }

  static Stream<PublishedFolder> undeclared() {
    return folders().filter(folder -> !folder.document().isEmpty());
  }

  /** What the document says of DuckDB is true. */
  @ParameterizedTest
  @MethodSource("folders")
  void whatDuckDbGuessesIsAsSaid(PublishedFolder folder) throws Exception {
    folder.write(root);
    for (Question question : folder.questions()) {
      assertThat(guessed(folder, question)).as(question.naive()).isEqualTo(question.sniffed());
    }
  }

  private Sniffed guessed(PublishedFolder folder, Question question)
      throws SQLException, IOException {
    String answer;
    try (DuckDb duckDb = DuckDb.open()) {
      duckDb.sniff(folder, root);
      answer = duckDb.answer(question.naive());
    } catch (SQLException _) {
      return Sniffed.REFUSED;
    }
    boolean same = folder.refusal().isEmpty() && answer.equals(byCasts(folder, question));
    return same ? Sniffed.SAME : Sniffed.WRONG;
  }

  private String byCasts(PublishedFolder folder, Question question)
      throws SQLException, IOException {
    try (DuckDb duckDb = DuckDb.asText(folder, root)) {
      return duckDb.answer(question.cast());
    }
  }

  @Test
  void theDocumentHasAllFoldersAndQuestions() throws Exception {
    Path document = Repository.ROOT.resolve(DOCUMENT);
    String version;
    try (DuckDb duckDb = DuckDb.open()) {
      version = duckDb.answer("select version()").lines().toList().getLast();
    }
    if (Boolean.getBoolean("roastery.folders.write")) {
      Files.writeString(document, AnyFolderDocument.of(Folders.all(), version, seconds()));
    }
    String written = Files.readString(document);
    assertThat(AnyFolderDocument.withoutSeconds(written))
        .isEqualTo(
            AnyFolderDocument.withoutSeconds(
                AnyFolderDocument.of(Folders.all(), version, Map.of())));
  }

  private Outcome run(PublishedFolder folder, Question question) throws IOException {
    return Commands.run(Map.of(), words(folder, question).toArray(String[]::new));
  }

  private List<String> words(PublishedFolder folder, Question question) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("run", root.toString(), "--quiet", "--format=csv"));
    words.add("--sql=" + question.ask());
    if (!folder.document().isEmpty()) {
      Path tables = root.resolveSibling(root.getFileName() + "-tables.json");
      Files.writeString(tables, folder.document());
      words.add("--tables=" + tables);
    }
    return words;
  }

  /** How long the first question of each folder takes a process of its own. */
  private Map<String, Double> seconds() throws Exception {
    Map<String, Double> seconds = new HashMap<>();
    time(List.of("--version"));
    for (PublishedFolder folder : Folders.all()) {
      folder.write(root);
      List<String> words = words(folder, folder.questions().getFirst());
      seconds.put(folder.name(), Math.min(time(words), time(words)));
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
    }
    return seconds;
  }

  /** Of a process of its own, from the launcher on. */
  private static double time(List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Repository.ROOT.resolve("roastery").toAbsolutePath().toString());
    command.addAll(words);
    long start = System.nanoTime();
    new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    return (System.nanoTime() - start) / 1e9;
  }
}
