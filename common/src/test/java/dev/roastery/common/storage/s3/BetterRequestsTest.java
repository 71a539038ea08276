package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.common.storage.s3.credentials.CredentialSource;
import dev.roastery.common.storage.s3.credentials.Credentials;
import dev.roastery.common.storage.s3.signature.SigningTime;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request that was refused for its time or for old credentials is sent with better ones. */
class BetterRequestsTest {

  private static final ObjectName NAME = new ObjectName("a");
  private static final Content BODY = Content.of("body".getBytes(UTF_8));

  private final FakeS3 fake = FakeS3.over(new MemoryStore());

  BetterRequestsTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    fake.close();
  }

  /** As a store does: it is 2026 there. */
  private static FakeFault onlyIn2026(FakeRequest request) {
    return request.headers().getOrDefault("x-amz-date", "").startsWith("2026")
        ? new FakeFault.None()
        : new FakeFault.Said(
            FakeAnswer.error(403, "RequestTimeTooSkewed", "the difference is too large")
                .with("Date", "Fri, 20 Nov 2026 04:14:43 GMT"));
  }

  @Test
  void aWrongClockIsSetRightByTheStore() throws StoreException {
    SigningTime time = new SigningTime(InstantSource.fixed(Instant.parse("1970-01-02T00:00:00Z")));
    fake.faults(BetterRequestsTest::onlyIn2026);
    try (S3Store store = TestStores.of(fake, () -> TestStores.CREDENTIALS, time)) {
      assertThat(store.create(NAME, BODY)).isEqualTo(new Creation.Created());
      assertThat(time.instant()).isEqualTo(Instant.parse("2026-11-20T04:14:43Z"));
      assertThat(store.create(NAME, BODY)).isEqualTo(new Creation.ExistsAlready());
      assertThat(fake.count("PUT")).isEqualTo(3);
    }
  }

  @Test
  void aTimeThatTheStoreDoesNotTellIsNotGuessed() {
    fake.faults(
        _ -> new FakeFault.Said(FakeAnswer.error(403, "RequestTimeTooSkewed", "difference")));
    try (S3Store store = TestStores.of(fake)) {
      assertThatThrownBy(() -> store.create(NAME, BODY)).isInstanceOf(StoreRefusedException.class);
      assertThat(fake.count("PUT")).isEqualTo(1);
    }
  }

  /** Its credentials change when it is told that they have ended. */
  private static final class Renewable implements CredentialSource {

    private int renewals;

    @Override
    public Credentials current() {
      return Credentials.lasting("key-" + renewals, "secret", "token-" + renewals);
    }

    @Override
    public void renew() {
      renewals++;
    }
  }

  @Test
  void credentialsThatHaveEndedAreRenewed() throws StoreException {
    Renewable credentials = new Renewable();
    fake.faults(request ->
        request.headers().getOrDefault("x-amz-security-token", "").equals("token-0")
            ? new FakeFault.Said(FakeAnswer.error(400, "ExpiredToken", "it has expired"))
            : new FakeFault.None());
    try (S3Store store = TestStores.of(fake, credentials, SigningTime.ofThisMachine())) {
      assertThat(store.create(NAME, BODY)).isEqualTo(new Creation.Created());
      assertThat(credentials.renewals).isEqualTo(1);
    }
  }

  @Test
  void credentialsThatHaveEndedTwiceAreRefused() {
    Renewable credentials = new Renewable();
    fake.faults(_ -> new FakeFault.Said(FakeAnswer.error(400, "ExpiredToken", "it has expired")));
    try (S3Store store = TestStores.of(fake, credentials, SigningTime.ofThisMachine())) {
      assertThatThrownBy(() -> store.get(NAME)).isInstanceOf(StoreRefusedException.class);
      assertThat(fake.count("GET")).isEqualTo(2);
    }
  }
}
