package dev.roastery.common.query.document;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with a text that is not JSON, instead of the sentences of the library. */
final class NotJson {

  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected character \\('(.+?)' \\(code");
  private static final Pattern WORD =
      Pattern.compile("(?:Unrecognized|Non-standard) token '(\\w+)'");

  private NotJson() {}

  /**
   * @param reason the library's
   */
  static String sentence(String reason) {
    Matcher character = CHARACTER.matcher(reason);
    if (character.find()) {
      return "not JSON: " + unexpected(character.group(1));
    }
    Matcher word = WORD.matcher(reason);
    if (word.find()) {
      return "not JSON: " + word.group(1) + " is not a value; text needs double quotes";
    }
    if (reason.contains("CTRL-CHAR")) {
      return "not JSON: a line break, tab or other control character must be escaped, as in \\n";
    }
    if (reason.contains("numeric value")) {
      return "not JSON: this is not a number";
    }
    if (reason.contains("escape")) {
      return "not JSON: an unknown escape after a backslash; write a backslash as \\\\";
    }
    if (reason.contains("surrogate")) {
      return "not JSON: half of a surrogate pair";
    }
    return "not JSON here";
  }

  private static String unexpected(String character) {
    return switch (character) {
      case "/", "#" -> "JSON has no comments";
      case "'" -> "text needs double quotes, not single ones";
      case "}", "]", "," ->
          "'" + character + "' where a name or a value is expected: is there a comma too many?";
      default -> "'" + character + "' is unexpected: is there a comma, colon or quote missing?";
    };
  }
}
