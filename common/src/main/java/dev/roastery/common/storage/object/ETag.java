package dev.roastery.common.storage.object;

/**
 * Tells objects of different bytes that had the same name apart. It says nothing else: a store
 * makes it as it likes.
 */
public record ETag(String value) {

  /** As a condition: whichever object there is. */
  public static final ETag ANY = new ETag("*");

  public ETag {
    if (!isTag(value)) {
      throw new IllegalArgumentException("an ETag of other than visible letters");
    }
  }

  /** Whether this can be one. */
  public static boolean isTag(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 127);
  }

  public boolean isAny() {
    return equals(ANY);
  }
}
