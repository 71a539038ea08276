package dev.roastery.common.storage.location;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.s3.S3Bucket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which store an address means, with the options beside it. */
class StoreLocationTest {

  @Command
  private static final class Holder {
    @Mixin private StoreOptions options = new StoreOptions();
  }

  private static StoreLocation location(
      String url, Map<String, String> environment, String... options) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(options);
    return holder.options.location(url, environment);
  }

  private static S3Bucket bucket(String url, Map<String, String> environment, String... options) {
    return ((StoreLocation.Bucket) location(url, environment, options)).bucket();
  }

  @Test
  void aBucketIsAtAwsInItsRegion() {
    assertThat(bucket("s3://sales-state", Map.of()))
        .isEqualTo(
            new S3Bucket(
                "sales-state",
                "",
                URI.create("https://s3.us-east-1.amazonaws.com"),
                "us-east-1",
                S3Bucket.Style.VIRTUAL_HOST));
    assertThat(bucket("s3://b.with.dots/a/b/", Map.of("AWS_REGION", "eu-west-1")))
        .isEqualTo(
            new S3Bucket(
                "b.with.dots",
                "a/b",
                URI.create("https://s3.eu-west-1.amazonaws.com"),
                "eu-west-1",
                S3Bucket.Style.PATH));
  }

  @Test
  void theAddressGoesBeforeOptionsAndTheseBeforeTheEnvironment() {
    Map<String, String> environment =
        Map.of("AWS_REGION", "env-1", "AWS_ENDPOINT_URL", "http://env:1");
    String[] options = {"--store-region", "opt-1", "--store-endpoint", "http://opt:1"};
    String url = "s3://bucket/p?region=url-1&endpoint=http://url:1&style=virtual-host";
    assertThat(bucket(url, environment, options))
        .isEqualTo(
            new S3Bucket(
                "bucket", "p", URI.create("http://url:1"), "url-1", S3Bucket.Style.VIRTUAL_HOST));
    assertThat(bucket("s3://bucket/p", environment, options))
        .isEqualTo(
            new S3Bucket("bucket", "p", URI.create("http://opt:1"), "opt-1", S3Bucket.Style.PATH));
    assertThat(bucket("s3://bucket/p", environment))
        .isEqualTo(
            new S3Bucket("bucket", "p", URI.create("http://env:1"), "env-1", S3Bucket.Style.PATH));
  }

  @Test
  void aFolderIsAnAddressToo() {
    assertThat(location("file:///srv/a%20b", Map.of()))
        .isEqualTo(new StoreLocation.Folder(Path.of("/srv/a b")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bucket",
        "/srv/store",
        "http://host/x",
        "file:relative",
        "file://host/x",
        "s3:///x",
        "s3://a",
        "s3://-bucket",
        "s3://key:the-secret@bucket/x",
        "s3://bucket/../x",
        "s3://buc ket",
        "s3://bucket?key=the-secret",
        "s3://bucket?endpoint=host",
        "s3://bucket?style=none",
        "s3://bucket?endpoint=http://key:the-secret@host",
        "s3://bucket?endpoint=http://host/x",
        "s3://bucket?region=a%20b",
        "s3://bucket?endpoint=::"
      })
  void whatIsNoAddressIsToldInASentence(String url) {
    assertThatThrownBy(() -> location(url, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("Exception")
        .contains(" ");
  }

  @Test
  void credentialsInAnAddressAreNotRepeated() {
    for (String url :
        new String[] {
          "s3://key:the-secret@bucket/x",
          "s3://bucket?key=the-secret",
          "s3://bucket?endpoint=http://key:the-secret@host"
        }) {
      assertThatThrownBy(() -> location(url, Map.of())).message().doesNotContain("the-secret");
    }
  }
}
