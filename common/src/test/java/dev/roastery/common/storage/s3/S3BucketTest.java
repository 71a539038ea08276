package dev.roastery.common.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

/** Where an object is. */
class S3BucketTest {

  private static S3Bucket bucket(String prefix, String endpoint, S3Bucket.Style style) {
    return new S3Bucket("sales", prefix, URI.create(endpoint), "r", style);
  }

  @Test
  void inThePathStyleTheBucketIsInThePath() {
    S3Bucket bucket = bucket("a/b", "http://store:9000", S3Bucket.Style.PATH);
    assertThat(bucket.host()).isEqualTo("store:9000");
    assertThat(bucket.path(bucket.key("ä"))).isEqualTo("/sales/a/b/%C3%A4");
    assertThat(bucket.path("")).isEqualTo("/sales");
    assertThat(bucket).hasToString("s3://sales/a/b at http://store:9000");
  }

  @Test
  void inTheVirtualHostStyleItIsInTheHost() {
    S3Bucket bucket =
        bucket("", "https://s3.eu-west-1.amazonaws.com:443", S3Bucket.Style.VIRTUAL_HOST);
    assertThat(bucket.host()).isEqualTo("sales.s3.eu-west-1.amazonaws.com");
    assertThat(bucket.path(bucket.key("a"))).isEqualTo("/a");
    assertThat(bucket.path("")).isEqualTo("/");
    assertThat(bucket).hasToString("s3://sales at https://s3.eu-west-1.amazonaws.com:443");
  }
}
