package dev.roastery.common.workflow;

/** The name of one execution; also of its directory, hence what it may be made of. */
public record ExecutionId(String text) implements Comparable<ExecutionId> {

  private static final int LENGTH_MAX = 100;

  public ExecutionId {
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "'" + text + "' is no execution id: use 1 to 100 letters, digits, '-' and '_'");
    }
  }

  public static boolean isValid(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isValid(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= LENGTH_MAX;
  }

  private static boolean isValid(char each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || each == '_'
        || each == '-';
  }

  @Override
  public int compareTo(ExecutionId other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
