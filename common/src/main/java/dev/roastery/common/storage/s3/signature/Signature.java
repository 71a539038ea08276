package dev.roastery.common.storage.s3.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.s3.credentials.Credentials;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The Authorization header of AWS Signature Version 4, with the payload's hash. All headers that it
 * is given are signed, so that nobody on the way can take a condition away unseen.
 *
 * @param region of the bucket
 * @param time of the request, which a store believes for 15 minutes
 */
public record Signature(Credentials credentials, String region, Instant time) {

  /** The header with the hash of the payload, which must be among the headers. */
  public static final String PAYLOAD_HASH = "x-amz-content-sha256";

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(UTC);

  /** The value of {@code x-amz-date}, which must be among the headers. */
  public String date() {
    return TIME.format(time);
  }

  /**
   * The value of the header.
   *
   * @param path of the address, encoded
   * @param query of the address, encoded, in order
   * @param headers by their names in small letters
   */
  public String authorization(
      String method, String path, String query, SortedMap<String, String> headers) {
    String names = String.join(";", headers.keySet());
    String lines =
        headers.entrySet().stream()
            .map(header -> header.getKey() + ":" + header.getValue().strip() + "\n")
            .collect(Collectors.joining());
    String payload = headers.getOrDefault(PAYLOAD_HASH, "");
    String canonical = String.join("\n", method, path, query, lines, names, payload);
    String scope = date().substring(0, 8) + "/" + region + "/s3/aws4_request";
    String signed =
        String.join("\n", ALGORITHM, date(), scope, Sha256.hex(canonical.getBytes(UTF_8)));
    return "%s Credential=%s/%s,SignedHeaders=%s,Signature=%s"
        .formatted(
            ALGORITHM,
            credentials.accessKey(),
            scope,
            names,
            HexFormat.of().formatHex(hmac(key(), signed)));
  }

  private byte[] key() {
    byte[] secret = ("AWS4" + credentials.secretKey()).getBytes(UTF_8);
    byte[] ofDay = hmac(secret, date().substring(0, 8));
    return hmac(hmac(hmac(ofDay, region), "s3"), "aws4_request");
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JVM has HMAC-SHA256", impossible);
    }
  }

  @Override
  public String toString() {
    return "signature for " + region;
  }
}
