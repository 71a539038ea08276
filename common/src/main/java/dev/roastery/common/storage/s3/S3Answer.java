package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.s3.credentials.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.Objects;

/** An answer: its head, and for one that is well, its body as it comes. */
final class S3Answer implements AutoCloseable {

  private static final int ERROR_BYTES_MAX = 1 << 16;

  private final HttpURLConnection connection;
  private final int status;
  private final InputStream body;
  private final S3Error error;

  private S3Answer(HttpURLConnection connection, int status, InputStream body, S3Error error) {
    this.connection = connection;
    this.status = status;
    this.body = body;
    this.error = error;
  }

  /**
   * @param spoken the credentials it was asked with, which no text of it may repeat
   */
  static S3Answer of(HttpURLConnection connection, int status, Credentials spoken)
      throws IOException {
    InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    InputStream there = body == null ? InputStream.nullInputStream() : body;
    S3Error error =
        isWell(status) ? S3Error.NONE : S3Error.of(there.readNBytes(ERROR_BYTES_MAX), spoken);
    return new S3Answer(connection, status, there, error);
  }

  private static boolean isWell(int status) {
    return status / 100 == 2;
  }

  int status() {
    return status;
  }

  /** Whether the store says that it has done what it was asked. */
  boolean isDone() {
    return isWell(status);
  }

  /** Whether the condition of the request did not hold. */
  boolean isAgainstCondition() {
    return status == 412;
  }

  S3Error error() {
    return error;
  }

  /** A header, or nothing. */
  String header(String name) {
    return Objects.requireNonNullElse(connection.getHeaderField(name), "");
  }

  /** How many bytes the body has, or -1 where only its end tells. */
  long length() {
    return connection.getContentLengthLong();
  }

  InputStream body() {
    return body;
  }

  /** Ends the connection: for a body that nobody reads to its end. */
  void abandon() {
    connection.disconnect();
  }

  /** What is left is small, and read by the JDK so that the connection can be used again. */
  @Override
  public void close() {
    try {
      body.close();
    } catch (IOException _) { // what it says has been read: only the connection is lost
      connection.disconnect();
    }
  }
}
