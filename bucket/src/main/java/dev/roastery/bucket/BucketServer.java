package dev.roastery.bucket;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/**
 * s3proxy, which decides conditions atomically as it writes. A bucket is a folder below its folder.
 * It verifies the signature of each request.
 */
public final class BucketServer implements AutoCloseable {

  public static final String ACCESS_KEY = "the-access-key";
  public static final String SECRET_KEY = "the-secret-key";
  public static final String BUCKET = "roastery";

  private final S3Proxy proxy;

  private BucketServer(S3Proxy proxy) {
    this.proxy = proxy;
  }

  /**
   * Starts one, with one empty bucket or the one that is there.
   *
   * @param port 0 for any
   */
  public static BucketServer start(Path folder, int port) throws IOException {
    Files.createDirectories(folder.resolve(BUCKET));
    Properties where = new Properties();
    where.setProperty("jclouds.filesystem.basedir", folder.toRealPath().toString());
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(BlobStores.create("filesystem", where))
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
            .virtualHost("localhost")
            .endpoint(URI.create("http://127.0.0.1:" + port))
            .stopTimeout(0)
            .build();
    try {
      proxy.start();
    } catch (Exception e) {
      throw new IOException("s3proxy does not start", e);
    }
    return new BucketServer(proxy);
  }

  /** Serves until its standard input ends: also when who started it is killed. */
  public static void main(String[] arguments) throws IOException {
    try (BucketServer server = start(Path.of(arguments[0]), Integer.parseInt(arguments[1]))) {
      System.out.println(server.endpoint());
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    System.exit(0);
  }

  public int port() {
    return proxy.getPort();
  }

  /** The bucket is in the path below it, or in front of its host. */
  public URI endpoint() {
    return URI.create("http://localhost:" + port());
  }

  @Override
  public void close() throws IOException {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IOException("s3proxy does not stop", e);
    }
  }
}
