package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.JsonReader;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import org.jspecify.annotations.Nullable;

/** Reads SQL. A text that is refused is one problem, and there is no value then. */
public final class Sql {

  private Sql() {}

  /**
   * Reads a document that is one statement.
   *
   * @param name what the question and its result are called
   */
  public static @Nullable Select read(Str name, byte[] bytes, Problems problems) {
    String text = JsonReader.text(bytes, Limits.DOCUMENT_BYTES_MAX, problems);
    return text == null ? null : read(name, Lexer.ofDocument(text), problems);
  }

  /** Reads a statement that is a text of a JSON document. */
  public static @Nullable Select read(Str name, Str text, Problems problems) {
    return read(name, Lexer.ofJson(text), problems);
  }

  private static @Nullable Select read(Str name, Lexer lexer, Problems problems) {
    try {
      return new SelectParser(name, new TokenStream(lexer)).parse();
    } catch (Refused refused) {
      refused.addTo(problems);
      return null;
    }
  }

  /** Reads an expression that is a text of a JSON document. */
  public static @Nullable Expr expression(Str text, Problems problems) {
    try {
      TokenStream tokens = new TokenStream(Lexer.ofJson(text));
      Expr expr = new ExpressionParser(tokens).parse();
      if (tokens.peek().kind() != Token.Kind.END) {
        throw Refused.expected("the end of the expression", tokens.peek());
      }
      return expr;
    } catch (Refused refused) {
      refused.addTo(problems);
      return null;
    }
  }
}
