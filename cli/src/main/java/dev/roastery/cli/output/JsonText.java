package dev.roastery.cli.output;

/** Text as JSON writes it. */
final class JsonText {

  private JsonText() {}

  static String quoted(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '"' || character == '\\') {
        json.append('\\').append(character);
      } else if (character < ' ') {
        json.append(String.format("\\u%04x", (int) character));
      } else {
        json.append(character);
      }
    }
    return json.append('"').toString();
  }
}
