package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problems;

/** The text makes no sense from here on, or asks for what this language lacks. */
final class Refused extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Place place;
  private final String sentence;

  Refused(Place place, String sentence) {
    super(sentence);
    this.place = place;
    this.sentence = sentence;
  }

  /** {@code expected "from", found "form"} */
  static Refused expected(String what, Token found) {
    return found.kind() == Token.Kind.END
        ? new Refused(found.place(), "the text ends where " + what + " is expected")
        : new Refused(found.place(), "expected " + what + ", found " + shown(found));
  }

  /** The word first, then why it cannot stand here. */
  static Refused word(Token word, String sentence) {
    return new Refused(word.place(), shown(word) + sentence);
  }

  private static String shown(Token token) {
    return token.kind() == Token.Kind.TEXT
        ? "the text " + NameSuggestions.quoted("'" + token.text() + "'")
        : NameSuggestions.quoted(token.text());
  }

  void addTo(Problems problems) {
    problems.add(place, sentence);
  }
}
