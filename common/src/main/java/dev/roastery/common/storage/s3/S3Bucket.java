package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.s3.signature.UriText;
import java.net.URI;

/**
 * Where objects are: a bucket, and what the names of all objects there begin with.
 *
 * @param prefix empty, or without a slash at its ends
 * @param endpoint scheme, host and port of the store
 * @param region that requests are signed for
 */
public record S3Bucket(String bucket, String prefix, URI endpoint, String region, Style style) {

  /** Where the bucket's name is in an address. */
  public enum Style {
    /** {@code https://endpoint/bucket/key}: most stores other than AWS. */
    PATH,
    /** {@code https://bucket.endpoint/key}: AWS. */
    VIRTUAL_HOST
  }

  String key(String name) {
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** As a Host header has it. */
  String host() {
    String host = endpoint.getHost();
    int port = endpoint.getPort();
    boolean isUsual = port < 0 || port == (endpoint.getScheme().equals("https") ? 443 : 80);
    String named = style == Style.VIRTUAL_HOST ? bucket + "." + host : host;
    return isUsual ? named : named + ":" + port;
  }

  /** The path of an object's address, or of the bucket's, encoded. */
  String path(String key) {
    String below = UriText.path(key);
    return style == Style.VIRTUAL_HOST
        ? "/" + below
        : "/" + bucket + (key.isEmpty() ? "" : "/" + below);
  }

  @Override
  public String toString() {
    return "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix) + " at " + endpoint;
  }
}
