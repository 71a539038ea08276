package dev.roastery.common.storage;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, without the failure that no JVM has. */
public final class Sha256 {

  private Sha256() {}

  /** For bytes that come in pieces. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JVM has SHA-256", impossible);
    }
  }

  public static byte[] of(byte[] bytes) {
    return start().digest(bytes);
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }
}
