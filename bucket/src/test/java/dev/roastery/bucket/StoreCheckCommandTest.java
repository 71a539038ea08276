package dev.roastery.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Main;
import dev.roastery.common.storage.s3.S3Store;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.UnfitStores;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code roastery store check} tells fit stores from unfit ones, and why. */
class StoreCheckCommandTest {

  private record Outcome(int code, String out, String err) {}

  private static Outcome check(String url, Map<String, String> others) {
    Map<String, String> environment = new TreeMap<>(others);
    environment.putIfAbsent("AWS_ACCESS_KEY_ID", BucketServer.ACCESS_KEY);
    environment.putIfAbsent("AWS_SECRET_ACCESS_KEY", BucketServer.SECRET_KEY);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine(environment);
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = commandLine.execute("store", "check", url);
    assertThat(out + "" + err).doesNotContain(BucketServer.SECRET_KEY).doesNotContain("Exception");
    return new Outcome(code, out.toString(), err.toString());
  }

  private static String url(String bucket, Object endpoint) {
    return "s3://" + bucket + "/state?endpoint=" + endpoint;
  }

  @Test
  void aRealStoreIsFitAndLeftEmpty(@TempDir Path folder) throws IOException {
    try (BucketServer server = BucketServer.start(folder, 0);
        S3Store store = TestBuckets.clientByVirtualHost(server)) {
      Outcome outcome = check(url(BucketServer.BUCKET, server.endpoint()), Map.of());
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.code()).isZero();
      assertThat(outcome.out())
          .contains("ok: of 8 who create one name at the same moment, one wins (8 names)")
          .contains("ok: an object of 16 MiB is created once")
          .containsPattern("create 1 KB +100 +\\d+\\.\\d +\\d+\\.\\d")
          .contains("s3://roastery/state at " + server.endpoint() + " is fit");
      assertThat(store.list("")).isEmpty();
    }
  }

  @Test
  void aStoreThatRefusesEndsWithItsOwnCode(@TempDir Path folder) throws IOException {
    try (BucketServer server = BucketServer.start(folder, 0)) {
      Outcome missing = check(url("nowhere", server.endpoint()), Map.of());
      assertThat(missing.code()).isEqualTo(56);
      assertThat(missing.err())
          .contains("STORE_REFUSED: there is no bucket nowhere at " + server.endpoint());

      Outcome wrong =
          check(
              url(BucketServer.BUCKET, server.endpoint()),
              Map.of("AWS_SECRET_ACCESS_KEY", "a-wrong-secret"));
      assertThat(wrong.code()).isEqualTo(56);
      assertThat(wrong.err())
          .contains("STORE_REFUSED", "403 (SignatureDoesNotMatch")
          .doesNotContain("a-wrong-secret");
    }
  }

  @Test
  void aStoreThatIgnoresTheConditionIsUnfit() throws IOException {
    try (FakeS3 fake = FakeS3.over(UnfitStores.withoutConditions())) {
      Outcome outcome = check(url("bucket", fake.endpoint()), Map.of());
      assertThat(outcome.code()).isEqualTo(57);
      assertThat(outcome.err())
          .contains("STORE_UNFIT: s3://bucket/state at " + fake.endpoint())
          .contains("a second create of one name was not refused")
          .contains("docs/object-store.md");
    }
  }

  @Test
  void aStoreThatLooksBeforeItWritesIsUnfit() throws IOException {
    try (FakeS3 fake = FakeS3.over(UnfitStores.lookingBeforeItWrites())) {
      Outcome outcome = check(url("bucket", fake.endpoint()), Map.of());
      assertThat(outcome.code()).isEqualTo(57);
      assertThat(outcome.err()).contains("were told that it is theirs");
      assertThat(outcome.out()).contains("ok: a new object is read at once");
    }
  }

  /** At a port that no test is ever given: one that was free a moment ago may be another's. */
  @Test
  void aStoreThatIsNotThereIsNotUnfit() {
    Outcome outcome = check(url("bucket", URI.create("http://127.0.0.1:1")), Map.of());
    assertThat(outcome.code()).isEqualTo(8);
    assertThat(outcome.err()).contains("nothing listens there", "check the address and try again");
  }

  @Test
  void aFolderIsFitAndLeftEmpty(@TempDir Path folder) throws IOException {
    Outcome outcome = check("file://" + folder, Map.of());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void aMistypedAddressIsAMistakeOfTheCommandLine() {
    Outcome outcome = check("bucket/prefix", Map.of());
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("s3://BUCKET/PREFIX or file:///FOLDER");
  }
}
