package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.expression.At;
import java.util.Locale;

/** A word of the text; {@code text} is what it means, so without quotes. */
record Token(Kind kind, String text, Place place) {

  /** What it looks like. */
  enum Kind {
    /** A keyword, or a name without quotes. */
    WORD,
    /** A name in double quotes. */
    NAME,
    /** A text in single quotes. */
    TEXT,
    NUMBER,
    /** {@code ( <= *} and so on. */
    SIGN,
    /** The end of the text. */
    END
  }

  /** Keywords are the same in upper and lower case. */
  boolean is(String keywordOrSign) {
    return switch (kind) {
      case WORD -> lower().equals(keywordOrSign);
      case SIGN -> text.equals(keywordOrSign);
      case NAME, TEXT, NUMBER, END -> false;
    };
  }

  /** Whether it can name something. */
  boolean isName() {
    return kind == Kind.NAME || (kind == Kind.WORD && !Words.RESERVED.contains(lower()));
  }

  String lower() {
    return text.toLowerCase(Locale.ROOT);
  }

  At at() {
    return new At(place);
  }

  Str str() {
    return new Str(text, place);
  }
}
