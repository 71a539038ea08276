package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.ETag;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request before it is signed.
 *
 * @param key the name of the object in its bucket, or empty for the bucket
 * @param body the bytes that it sends; its length counts, and no more of it
 */
record S3Request(
    String method,
    String key,
    SortedMap<String, String> query,
    SortedMap<String, String> headers,
    Body body) {

  private static final String IF_NONE_MATCH = "if-none-match";

  /** The first bytes of an array. */
  record Body(byte[] bytes, int length) {

    static final Body NONE = new Body(new byte[0], 0);

    static Body of(byte[] bytes) {
      return new Body(bytes, bytes.length);
    }

    String hash() {
      var digest = Sha256.start();
      digest.update(bytes, 0, length);
      return java.util.HexFormat.of().formatHex(digest.digest());
    }
  }

  S3Request {
    query = Collections.unmodifiableSortedMap(new TreeMap<>(query));
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  static S3Request of(String method, String key) {
    return new S3Request(method, key, new TreeMap<>(), new TreeMap<>(), Body.NONE);
  }

  S3Request with(String parameter, String value) {
    SortedMap<String, String> more = new TreeMap<>(query);
    more.put(parameter, value);
    return new S3Request(method, key, more, headers, body);
  }

  S3Request header(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new S3Request(method, key, query, more, body);
  }

  S3Request sending(Body bytes) {
    return new S3Request(method, key, query, headers, bytes);
  }

  /** Only if there is no object of that name. */
  S3Request creating() {
    return header(IF_NONE_MATCH, "*");
  }

  S3Request range(ByteRange range) {
    if (range.isWhole()) {
      return this;
    }
    String last = range.length() == Long.MAX_VALUE ? "" : Long.toString(range.last());
    return header("range", "bytes=" + range.from() + "-" + last);
  }

  S3Request ifIs(ETag etag) {
    return etag.isAny() ? this : header("if-match", etag.value());
  }

  /** A create may not: the second would be told "exists already" of the object of the first. */
  boolean mayBeRepeated() {
    return !headers.containsKey(IF_NONE_MATCH);
  }

  /** Whether it has a body, if only an empty one. */
  boolean sends() {
    return method.equals("PUT") || method.equals("POST");
  }
}
