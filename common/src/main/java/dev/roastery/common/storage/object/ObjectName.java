package dev.roastery.common.storage.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * The name of an object below the root of its store: words with {@code /} between them, as in
 * {@code aggregator-3/epoch-8/claim}. No word is empty or begins with a dot, so that no proxy and
 * no file system takes a name for another one. At most 900 bytes in UTF-8: S3 allows 1,024 together
 * with the prefix of the store.
 */
public record ObjectName(String text) implements Comparable<ObjectName> {

  private static final int BYTES_MAX = 900;
  private static final int WORD_BYTES_MAX = 255;

  public ObjectName {
    String wrong = wrongIn(text);
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          wrong + ": an object name has words with '/' between them");
    }
  }

  /** Whether this can be a name. */
  public static boolean isName(String text) {
    return wrongIn(text).isEmpty();
  }

  /** A name below this one. */
  public ObjectName child(String word) {
    return new ObjectName(text + "/" + word);
  }

  private static String wrongIn(String text) {
    if (text.isEmpty()) {
      return "the object name is empty";
    }
    if (!isUnicode(text)) {
      return "the object name is no text in UTF-8";
    }
    if (text.getBytes(UTF_8).length > BYTES_MAX) {
      return "the object name has more than " + BYTES_MAX + " bytes";
    }
    if (text.chars().anyMatch(Character::isISOControl) || text.indexOf('\\') >= 0) {
      return "the object name has a control character or a backslash";
    }
    for (String word : text.split("/", -1)) {
      if (word.isEmpty() || word.startsWith(".")) {
        return "a word of the object name '" + text + "' is empty or begins with a dot";
      }
      if (word.getBytes(UTF_8).length > WORD_BYTES_MAX) {
        return "a word of the object name has more than " + WORD_BYTES_MAX + " bytes";
      }
    }
    return "";
  }

  private static boolean isUnicode(String text) {
    try {
      UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }

  @Override
  public int compareTo(ObjectName other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
