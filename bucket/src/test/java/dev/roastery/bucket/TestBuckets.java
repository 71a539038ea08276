package dev.roastery.bucket;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.common.storage.s3.S3Limits;
import dev.roastery.common.storage.s3.S3Store;
import dev.roastery.common.storage.s3.credentials.Credentials;
import dev.roastery.common.storage.s3.signature.SigningTime;

/** Clients of a server in the test's process. */
final class TestBuckets {

  /** The least that S3 allows. */
  static final int PART_BYTES = 5 << 20;

  private TestBuckets() {}

  static S3Store client(BucketServer server) {
    return client(
        new S3Bucket(
            BucketServer.BUCKET,
            "some/prefix",
            server.endpoint(),
            "us-east-1",
            S3Bucket.Style.PATH));
  }

  static S3Store clientByVirtualHost(BucketServer server) {
    return client(
        new S3Bucket(
            BucketServer.BUCKET,
            "",
            server.endpoint(),
            "eu-central-1",
            S3Bucket.Style.VIRTUAL_HOST));
  }

  static S3Store client(S3Bucket bucket) {
    Credentials credentials =
        Credentials.lasting(BucketServer.ACCESS_KEY, BucketServer.SECRET_KEY, "");
    S3Limits limits =
        new S3Limits(PART_BYTES, 20_000, 60_000, 60_000, 5, Backoff.doubling(10, 1_000));
    return new S3Store(bucket, limits, () -> credentials, SigningTime.ofThisMachine());
  }
}
