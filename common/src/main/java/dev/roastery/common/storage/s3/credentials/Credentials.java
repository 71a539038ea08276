package dev.roastery.common.storage.s3.credentials;

import java.time.Instant;

/**
 * A key with its secret. Its text has no secret in it, so that no log and no exception can.
 *
 * @param sessionToken empty for a key that has none
 * @param end when they are no longer accepted; {@link Instant#MAX} if never
 */
public record Credentials(String accessKey, String secretKey, String sessionToken, Instant end) {

  private static final int SECRET_LETTERS_MIN = 4;

  public static Credentials lasting(String accessKey, String secretKey, String sessionToken) {
    return new Credentials(accessKey, secretKey, sessionToken, Instant.MAX);
  }

  /** Whether they fit into a header: the JDK would tell one that does not, with its value. */
  boolean canBeSent() {
    return isVisible(accessKey) && isVisible(sessionToken);
  }

  static boolean isVisible(String text) {
    return text.chars().allMatch(letter -> letter > ' ' && letter < 127);
  }

  /** A text of others without what is secret here. */
  public String redacted(String text) {
    return without(without(text, secretKey), sessionToken);
  }

  private static String without(String text, String secret) {
    return secret.length() < SECRET_LETTERS_MIN ? text : text.replace(secret, "…");
  }

  @Override
  public String toString() {
    return "credentials";
  }
}
