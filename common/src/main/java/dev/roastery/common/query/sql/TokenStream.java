package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.NameSuggestions;
import java.util.ArrayList;
import java.util.List;

/** The tokens of a text; a parser looks at the next few and takes the first. */
final class TokenStream {

  private final Lexer lexer;
  private final List<Token> ahead = new ArrayList<>();

  TokenStream(Lexer lexer) {
    this.lexer = lexer;
  }

  /** The token after {@code skipped} others. */
  Token peek(int skipped) throws Refused {
    while (ahead.size() <= skipped) {
      ahead.add(lexer.next());
    }
    return ahead.get(skipped);
  }

  Token peek() throws Refused {
    return peek(0);
  }

  Token take() throws Refused {
    Token token = peek();
    ahead.removeFirst();
    return token;
  }

  /** Whether these words or signs come next, one after the other. */
  boolean at(String... words) throws Refused {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).is(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes these words if they come next. */
  boolean takes(String... words) throws Refused {
    if (!at(words)) {
      return false;
    }
    for (int i = 0; i < words.length; i++) {
      take();
    }
    return true;
  }

  Token expect(String word) throws Refused {
    if (!peek().is(word)) {
      throw Refused.expected(NameSuggestions.quoted(word), peek());
    }
    return take();
  }

  /** The name of something; {@code what} says of what. */
  Token expectName(String what) throws Refused {
    Token token = peek();
    if (token.isName()) {
      return take();
    }
    if (token.kind() == Token.Kind.WORD) {
      throw Refused.word(
          token,
          " is a word of SQL where "
              + what
              + " is expected: as a name, write it in"
              + " double quotes");
    }
    if (token.kind() == Token.Kind.TEXT) {
      throw Refused.word(token, " stands where " + what + " is expected: names take double quotes");
    }
    throw Refused.expected(what, token);
  }
}
