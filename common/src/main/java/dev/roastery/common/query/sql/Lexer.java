package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.sql.Token.Kind;
import java.util.List;
import java.util.Map;

/** Cuts a text into tokens, one at a time, each with its place. */
final class Lexer {

  private static final List<String> SIGNS =
      List.of("<=", ">=", "<>", "!=", "(", ")", ",", ".", ";", "*", "+", "-", "/", "=", "<", ">");

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("||", " joins no texts here: select the columns side by side"),
          Map.entry("::", " is not possible: write cast(x as whole)"),
          Map.entry("==", " is not possible: write ="),
          Map.entry("&&", " is not possible: write and"),
          Map.entry("->", " is not possible: a column holds one value"),
          Map.entry("**", " is not possible: write x * x"),
          Map.entry("//", " is not possible: write /"),
          Map.entry("%", " is not possible: there are + - * and /"),
          Map.entry("^", " is not possible: write x * x"),
          Map.entry("~", " is not possible: write like, with % and _"),
          Map.entry("`", " is not possible: write names in double quotes"),
          Map.entry("[", " is not possible: write names in double quotes, lists in ( )"),
          Map.entry("{", " is not possible here"),
          Map.entry("#", " begins no comment: write --"),
          Map.entry("?", " is not possible: write the value itself"),
          Map.entry("$", " is not possible: write the value itself"),
          Map.entry(":", " is not possible: write the value itself"),
          Map.entry("@", " is not possible: write the value itself"),
          Map.entry("‘", " is a typographic quote: write '"),
          Map.entry("’", " is a typographic quote: write '"),
          Map.entry("“", " is a typographic quote: write \""),
          Map.entry("”", " is a typographic quote: write \""));

  private final String text;
  private final boolean inJson;
  private final String pointer;
  private final int origin;
  private int at;
  private int line;
  private int column;

  private Lexer(String text, boolean inJson, Place begin) {
    this.text = text;
    this.inJson = inJson;
    this.pointer = begin.pointer();
    this.origin = begin.start();
    this.line = begin.line();
    this.column = begin.column();
  }

  /** A text that is a document by itself. */
  static Lexer ofDocument(String text) {
    return new Lexer(text, false, Place.NOWHERE);
  }

  /**
   * A text inside of a JSON document. It stands on one line there; where it has escapes, places
   * after them are a little too far left.
   */
  static Lexer ofJson(Str text) {
    Place quote = text.place();
    Place begin =
        new Place(
            quote.line(), quote.column() + 1, quote.pointer(), quote.start() + 1, quote.end());
    return new Lexer(text.value(), true, begin);
  }

  Token next() throws Refused {
    skip();
    Place place = here();
    if (at == text.length()) {
      return new Token(Kind.END, "", place);
    }
    int first = text.codePointAt(at);
    if (first == '\'') {
      return text(place);
    }
    if (first == '"') {
      return name(place);
    }
    if (isDigit(first) || (first == '.' && isDigit(ahead(1)))) {
      return number(place);
    }
    if (Character.isLetter(first) || first == '_') {
      return word(place);
    }
    return sign(place);
  }

  /** Spaces and comments. */
  private void skip() throws Refused {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\u00a0') {
        advance(1);
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        advance((end < 0 ? text.length() : end) - at);
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw new Refused(here(), "a comment begins here and never ends: */ is missing");
        }
        advance(end + 2 - at);
      } else {
        return;
      }
    }
  }

  private Token text(Place place) throws Refused {
    String value = quoted('\'', place);
    if (value.length() > Limits.VALUE_LENGTH_MAX) {
      throw new Refused(place, "a text of more than " + Limits.VALUE_LENGTH_MAX + " characters");
    }
    return token(Kind.TEXT, value, place);
  }

  private Token name(Place place) throws Refused {
    String name = quoted('"', place);
    if (!Expect.isName(name)) {
      throw new Refused(place, Expect.NAME_RULE);
    }
    return token(Kind.NAME, name, place);
  }

  /** What stands between two quotes; a quote inside is written twice. */
  private String quoted(char quote, Place place) throws Refused {
    StringBuilder value = new StringBuilder();
    int from = at + 1;
    while (true) {
      int end = text.indexOf(quote, from);
      if (end < 0) {
        throw new Refused(
            place, "a quote begins here and never ends: a second " + quote + " is missing");
      }
      value.append(text, from, end);
      from = end + 1;
      if (from == text.length() || text.charAt(from) != quote) {
        advance(from - at);
        return value.toString();
      }
      value.append(quote);
      from++;
    }
  }

  private Token number(Place place) throws Refused {
    int end = digits(at);
    if (end < text.length() && text.charAt(end) == '.') {
      end = digits(end + 1);
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      boolean signed = end + 1 < text.length() && "+-".indexOf(text.charAt(end + 1)) >= 0;
      end = digits(end + (signed ? 2 : 1));
    }
    if (end < text.length() && isWordPart(text.codePointAt(end))) {
      throw new Refused(
          place, "a number and a word without a space between; a name begins with a letter");
    }
    String digits = text.substring(at, end);
    advance(end - at);
    return token(Kind.NUMBER, digits, place);
  }

  private int digits(int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private Token word(Place place) throws Refused {
    int end = at;
    while (end < text.length() && isWordPart(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    String word = text.substring(at, end);
    if (!Expect.isName(word)) {
      throw new Refused(place, NameSuggestions.quoted(word) + " is too long: " + Expect.NAME_RULE);
    }
    advance(end - at);
    return token(Kind.WORD, word, place);
  }

  private Token sign(Place place) throws Refused {
    for (int length = 2; length > 0; length--) {
      String sign = text.substring(at, Math.min(at + length, text.length()));
      if (REFUSED.containsKey(sign)) {
        throw new Refused(place, NameSuggestions.quoted(sign) + REFUSED.get(sign));
      }
    }
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        advance(sign.length());
        return token(Kind.SIGN, sign.equals("!=") ? "<>" : sign, place);
      }
    }
    String character = Character.toString(text.codePointAt(at));
    throw new Refused(
        place,
        NameSuggestions.quoted(character)
            + " means nothing here; texts stand in single quotes, names in double quotes");
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private static boolean isWordPart(int character) {
    return Character.isLetterOrDigit(character) || character == '_';
  }

  private int ahead(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : -1;
  }

  private void advance(int characters) {
    for (int end = at + characters; at < end; at++) {
      if (text.charAt(at) == '\n' && !inJson) {
        line++;
        column = 1;
      } else {
        column++;
      }
    }
  }

  private Token token(Kind kind, String value, Place begin) {
    return new Token(kind, value, begin.until(origin + at));
  }

  private Place here() {
    return new Place(line, column, pointer, origin + at, origin + at);
  }
}
