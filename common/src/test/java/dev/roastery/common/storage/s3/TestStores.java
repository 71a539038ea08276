package dev.roastery.common.storage.s3;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.s3.credentials.CredentialSource;
import dev.roastery.common.storage.s3.credentials.Credentials;
import dev.roastery.common.storage.s3.signature.SigningTime;
import dev.roastery.testkit.store.FakeS3;
import java.net.URI;

/** Clients of servers in the test's process, with small limits. */
final class TestStores {

  static final int PART_BYTES = 100_000;
  static final int ATTEMPTS = 4;
  static final String SECRET = "wJalrXUtnFEMI/the-secret/bPxRfiCY";
  static final String TOKEN = "the-session-token-of-this-test";
  static final Credentials CREDENTIALS = Credentials.lasting("AKIATEST", SECRET, TOKEN);

  /** No test waits for this long; those of limits have their own. */
  static final S3Limits LIMITS =
      new S3Limits(PART_BYTES, 20_000, 60_000, 60_000, ATTEMPTS, Backoff.doubling(1, 4));

  /** A port that no test is ever given: one that was free a moment ago may be another test's. */
  static final URI NOBODY = URI.create("http://127.0.0.1:1");

  private TestStores() {}

  static S3Bucket bucket(FakeS3 fake) {
    return bucket(fake.endpoint());
  }

  private static S3Bucket bucket(URI endpoint) {
    return new S3Bucket("bucket", "pre/fix", endpoint, "eu-test-1", S3Bucket.Style.PATH);
  }

  static S3Store at(URI endpoint) {
    return new S3Store(bucket(endpoint), LIMITS, () -> CREDENTIALS, SigningTime.ofThisMachine());
  }

  static S3Store of(FakeS3 fake) {
    return of(fake, LIMITS);
  }

  static S3Store of(FakeS3 fake, S3Limits limits) {
    return new S3Store(bucket(fake), limits, () -> CREDENTIALS, SigningTime.ofThisMachine());
  }

  static S3Store of(FakeS3 fake, CredentialSource credentials, SigningTime time) {
    return new S3Store(bucket(fake), LIMITS, credentials, time);
  }
}
