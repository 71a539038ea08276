package dev.roastery.cli.folders;

import dev.roastery.cli.folders.Question.Sniffed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code docs/any-folder.md}, made of the folders. */
final class AnyFolderDocument {

  private AnyFolderDocument() {}

  static String of(List<PublishedFolder> folders, String version, Map<String, Double> seconds) {
    List<Question> questions =
        folders.stream().flatMap(folder -> folder.questions().stream()).toList();
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Any folder, any question

        %d folders as people publish them, made by a generator (`cli/src/test/java/dev/roastery/cli/folders`), and %d questions about
        them in SQL. An answer is right if it is, byte for byte, that of DuckDB %s when DuckDB reads every column as text
        (`all_varchar = true`) and the query says what to cast to which type: then no value is changed without a word. `AnyFolderTest`
        asks all of them in every build, and writes this page.

        *DuckDB guesses* is what DuckDB answers when it is given the names of the files and nothing else. It answers %d of the questions
        the same, %d differently, and has no answer to %d. Where it answers differently, the answer over text is right: the table says
        what DuckDB has changed.

        *Commands* is what a new user types: one `roastery run DIR --sql …`, or three where no reader can know what the files mean, such
        as which number of `03/04/2024` is the month: `roastery tables infer DIR > tables.json`, an editor for what stands with the
        question below, and `roastery run DIR --tables tables.json --sql …`. Without it, such a question is refused: a test makes sure
        that it never gets a guess. *Seconds* is the time of that `run` from the shell, with the start of its process, on two shared
        processors. A `git clone` (2 s) and the first command, which builds Roastery (60 s of CPU time), come before all of them, once.

        """
            .formatted(
                folders.size(),
                questions.size(),
                version,
                count(questions, Sniffed.SAME),
                count(questions, Sniffed.WRONG),
                count(questions, Sniffed.REFUSED)));
    text.append("| folder | what is special | answer | DuckDB guesses | commands | seconds |\n");
    text.append("| --- | --- | --- | --- | ---: | ---: |\n");
    folders.forEach(folder -> text.append(row(folder, seconds.get(folder.name()))));
    text.append("\n## The questions\n");
    folders.forEach(folder -> section(folder, text));
    return text.toString();
  }

  private static long count(List<Question> questions, Sniffed sniffed) {
    return questions.stream().filter(question -> question.sniffed() == sniffed).count();
  }

  private static String row(PublishedFolder folder, @Nullable Double seconds) {
    return "| %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            folder.name(),
            folder.kind().replace("|", "\\|"),
            answer(folder),
            guesses(folder).replace("|", "\\|"),
            folder.document().isEmpty() ? "1" : "3",
            seconds == null ? "" : String.format(Locale.ROOT, "%.2f", seconds));
  }

  private static String answer(PublishedFolder folder) {
    if (!folder.missing().isEmpty()) {
      return "not yet: " + folder.missing();
    }
    return folder.refusal().isEmpty() ? "right" : "refused, as it should be, with file and place";
  }

  private static String guesses(PublishedFolder folder) {
    StringBuilder text = new StringBuilder();
    for (Question question : folder.questions()) {
      String verdict =
          question.why().isEmpty()
              ? question.sniffed().words
              : question.sniffed().words + ": " + question.why();
      if (!text.toString().contains(verdict)) {
        text.append(text.isEmpty() ? "" : "; ").append(verdict);
      }
    }
    return text.toString();
  }

  private static void section(PublishedFolder folder, StringBuilder text) {
    text.append("\n### ").append(folder.name()).append("\n\n```sql\n");
    folder.questions().forEach(question -> text.append(question.ask()).append(";\n"));
    text.append("```\n");
    if (!folder.document().isEmpty()) {
      text.append("\n```json\n").append(folder.document().strip()).append("\n```\n");
    }
  }

  /** Two documents that differ in seconds only are the same. */
  static String withoutSeconds(String text) {
    return text.replaceAll("(?m)[0-9.]* \\|$", "|").replaceAll(" +\\|", " |");
  }
}
