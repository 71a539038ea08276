package dev.roastery.cli.folders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder as somebody publishes it.
 *
 * @param kind what is special about it
 * @param tables each with what DuckDB has to be told to read it as text
 * @param document what we have to be told, as a document of tables; empty if nothing
 * @param refusal for a folder that has to be refused: what the sentence has to say
 * @param missing what we lack to answer; empty if nothing
 */
record PublishedFolder(
    String name,
    String kind,
    Files files,
    Map<String, String> tables,
    String document,
    List<Question> questions,
    List<String> refusal,
    String missing) {

  /** Makes the files. */
  @FunctionalInterface
  interface Files {
    void write(FolderFiles files) throws IOException;
  }

  /** How DuckDB reads plain CSV. */
  static final String PLAIN = "header = true, delim = ',', quote = '\"', escape = '\"'";

  PublishedFolder {
    tables = new LinkedHashMap<>(tables);
    questions = List.copyOf(questions);
    refusal = List.copyOf(refusal);
  }

  static PublishedFolder of(String name, String kind, Files files) {
    return new PublishedFolder(name, kind, files, Map.of(), "", List.of(), List.of(), "");
  }

  PublishedFolder table(String table) {
    return table(table, PLAIN);
  }

  PublishedFolder table(String table, String options) {
    Map<String, String> more = new LinkedHashMap<>(tables);
    more.put(table, options);
    return new PublishedFolder(name, kind, files, more, document, questions, refusal, missing);
  }

  PublishedFolder declared(String json) {
    return new PublishedFolder(name, kind, files, tables, json, questions, refusal, missing);
  }

  PublishedFolder asked(Question question) {
    List<Question> more = new ArrayList<>(questions);
    more.add(question);
    return new PublishedFolder(name, kind, files, tables, document, more, refusal, missing);
  }

  PublishedFolder refused(String... words) {
    return new PublishedFolder(
        name, kind, files, tables, document, questions, List.of(words), missing);
  }

  PublishedFolder notYet(String what) {
    return new PublishedFolder(name, kind, files, tables, document, questions, refusal, what);
  }

  @Override
  public String toString() {
    return name;
  }

  void write(Path root) throws IOException {
    files.write(new FolderFiles(root));
  }
}
