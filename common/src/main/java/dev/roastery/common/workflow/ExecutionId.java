package dev.roastery.common.workflow;

/** The name of one execution; also of its directory, hence what it may be made of. */
public record ExecutionId(String text) implements Comparable<ExecutionId> {

  private static final String FORM = "[A-Za-z0-9_-]{1,100}";

  public ExecutionId {
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "'" + text + "' is no execution id: use 1 to 100 letters, digits, '-' and '_'");
    }
  }

  public static boolean isValid(String text) {
    return text.matches(FORM);
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
