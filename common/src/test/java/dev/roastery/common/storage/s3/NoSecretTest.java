package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.credentials.CredentialChain;
import dev.roastery.common.storage.s3.signature.SigningTime;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong with a store, neither its secret nor its token gets into a text: not where it
 * is told, not where it is logged, not in a stack trace.
 */
class NoSecretTest {

  private static final ObjectName NAME = new ObjectName("a");

  private final FakeS3 fake = FakeS3.over(new MemoryStore());
  private final StringWriter said = new StringWriter();
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final PrintStream out = System.out;

  NoSecretTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    System.setOut(out);
    fake.close();
  }

  /** As stores do, which repeat the request that they refuse. */
  private static FakeAnswer repeating(int status, String code) {
    String secrets = TestStores.SECRET + " and " + TestStores.TOKEN;
    return FakeAnswer.of(
        status,
        "<Error><Code>%s</Code><Message>you said %s</Message><StringToSign>%s</StringToSign></Error>"
            .formatted(code, secrets, secrets));
  }

  private static List<FakeFault> faults() {
    return List.of(
        new FakeFault.ClosedBefore(),
        new FakeFault.LostReply(),
        new FakeFault.Said(repeating(403, "SignatureDoesNotMatch")),
        new FakeFault.Said(repeating(400, "ExpiredToken")),
        new FakeFault.Said(repeating(400, "InvalidToken")),
        new FakeFault.Said(repeating(501, "NotImplemented")),
        new FakeFault.Said(repeating(503, "SlowDown")),
        new FakeFault.Said(repeating(403, TestStores.SECRET)));
  }

  @Test
  void noTextHasOne() throws IOException {
    System.setOut(new PrintStream(logged, true, UTF_8));
    for (FakeFault fault : faults()) {
      fake.faults(_ -> fault);
      try (S3Store store = TestStores.of(fake)) {
        say(store);
        attempt(() -> store.get(NAME));
        attempt(() -> store.list(""));
        attempt(() -> say(store.create(NAME, Content.of(new byte[9]))));
        attempt(() -> store.put(NAME, Content.of(new byte[TestStores.PART_BYTES + 1])));
      }
    }
    say(TestStores.CREDENTIALS);
    say(new Exchange.Signer(TestStores.CREDENTIALS, "r", SigningTime.ofThisMachine()));
    say(
        CredentialChain.of(
            Map.of("AWS_SECRET_ACCESS_KEY", TestStores.SECRET), InstantSource.system()));
    attempt(() ->
        CredentialChain.of(
                Map.of("AWS_SECRET_ACCESS_KEY", TestStores.SECRET), InstantSource.system())
            .current());

    assertThat(said.toString()).contains("SlowDown", "SignatureDoesNotMatch", "you said …");
    assertThat(said + logged.toString(UTF_8))
        .doesNotContain(TestStores.SECRET)
        .doesNotContain(TestStores.TOKEN);
  }

  private void say(Object any) {
    said.append(any.toString()).append('\n');
  }

  private interface Call {
    void run() throws StoreException;
  }

  private void attempt(Call call) {
    try {
      call.run();
    } catch (StoreException e) {
      e.printStackTrace(new PrintWriter(said, true));
    }
  }
}
