package dev.roastery.cli.folders;

/**
 * A question about a folder.
 *
 * @param ask it in our SQL
 * @param cast it in DuckDB's SQL, over tables whose columns are all text
 * @param naive it in DuckDB's SQL, as somebody types it who leaves the types to DuckDB
 * @param sniffed what DuckDB answers then
 * @param why in words, unless it is the same
 */
record Question(String ask, String cast, String naive, Sniffed sniffed, String why) {

  /** What becomes of an answer when DuckDB guesses delimiters and types. */
  enum Sniffed {
    SAME("the same"),
    /** It is not what the files say. */
    WRONG("**another answer**"),
    REFUSED("no answer");

    final String words;

    Sniffed(String words) {
      this.words = words;
    }
  }

  static Question same(String ask, String cast) {
    return new Question(ask, cast, ask, Sniffed.SAME, "");
  }

  static Question of(String ask, String cast, Sniffed sniffed, String why) {
    return new Question(ask, cast, ask, sniffed, why);
  }

  Question naively(String sql) {
    return new Question(ask, cast, sql, sniffed, why);
  }
}
