package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A create is sent once, whatever happens to its connection, and what nobody knows is told to be
 * unknown. The JDK's client would send it again by itself, on a connection that was used before.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExchangeTest {

  private static final ObjectName NAME = new ObjectName("epoch-8/claim");
  private static final Content BODY = Content.of("mine".getBytes(UTF_8));
  private static final Content LARGE = Content.of(new byte[TestStores.PART_BYTES + 1]);

  private final MemoryStore objects = new MemoryStore();
  private final FakeS3 fake = FakeS3.over(objects);
  private final S3Store store = TestStores.of(fake);

  ExchangeTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    store.close();
    fake.close();
  }

  private long creates() {
    return fake.requests().stream().filter(FakeRequest::isConditional).count();
  }

  private boolean isThere() {
    return objects.get(new ObjectName("pre/fix/" + NAME), range(), any()) instanceof Got.Found;
  }

  private static ByteRange range() {
    return ByteRange.WHOLE;
  }

  private static ETag any() {
    return ETag.ANY;
  }

  /** The next one would be told that there is such an object, and it would be ours. */
  @Test
  void aCreateOfUnknownOutcomeIsNotSentAgainByAnybody() throws StoreException {
    useAConnection();
    fake.once("PUT", new FakeFault.LostReply());
    assertThat(store.create(NAME, BODY)).isInstanceOf(Creation.Unknown.class);
    assertThat(creates()).isEqualTo(1);
  }

  /** Leaves a connection behind that the JDK uses for the next request. */
  private void useAConnection() throws StoreException {
    store.put(new ObjectName("before"), BODY);
    assertThat(store.get(new ObjectName("before"))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCreateWhoseReplyIsLostIsUnknownAndWasSentOnce(boolean onUsedConnection)
      throws StoreException {
    if (onUsedConnection) {
      useAConnection();
    }
    fake.once("PUT", new FakeFault.LostReply());
    assertThat(store.create(NAME, BODY)).isInstanceOf(Creation.Unknown.class);
    assertThat(creates()).isEqualTo(1);
    assertThat(isThere()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCreateWhoseConnectionEndsBeforeItIsUnknownAndWasSentOnce(boolean onUsedConnection)
      throws StoreException {
    if (onUsedConnection) {
      useAConnection();
    }
    fake.once("PUT", new FakeFault.ClosedBefore());
    assertThat(store.create(NAME, BODY)).isInstanceOf(Creation.Unknown.class);
    assertThat(creates()).isEqualTo(1);
    assertThat(isThere()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLargeCreateWhoseReplyIsLostIsUnknownAndWasCompletedOnce(boolean onUsedConnection)
      throws StoreException {
    if (onUsedConnection) {
      useAConnection();
    }
    fake.faults(
        request -> request.isConditional() ? new FakeFault.LostReply() : new FakeFault.None());
    assertThat(store.create(NAME, LARGE)).isInstanceOf(Creation.Unknown.class);
    assertThat(creates()).isEqualTo(1);
    assertThat(isThere()).isTrue();
  }

  /** A completion is a POST, which the JDK repeats unless it is told otherwise. */
  @Test
  void aCompletionWhoseConnectionEndsBeforeItWasSentOnce() throws StoreException {
    fake.faults(
        request -> request.isConditional() ? new FakeFault.ClosedBefore() : new FakeFault.None());
    assertThat(store.create(NAME, LARGE)).isInstanceOf(Creation.Unknown.class);
    assertThat(creates()).isEqualTo(1);
    assertThat(isThere()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {307, 408, 409, 429, 500, 502, 503, 504})
  void aCreateThatIsAnsweredWithTroubleIsUnknown(int status) throws StoreException {
    fake.once("PUT", new FakeFault.DoneAndSaid(FakeAnswer.error(status, "Busy", "later")));
    assertThat(store.create(NAME, BODY))
        .isEqualTo(new Creation.Unknown("the store says " + status + " (Busy: later)"));
    assertThat(creates()).isEqualTo(1);
    assertThat(isThere()).isTrue();
  }

  @Test
  void aRedirectIsNotFollowed() throws IOException {
    try (FakeS3 other = FakeS3.over(objects)) {
      FakeAnswer there =
          FakeAnswer.error(307, "TemporaryRedirect", "there")
              .with("Location", other.endpoint() + "/bucket/pre/fix/" + NAME);
      fake.once("PUT", new FakeFault.Said(there));
      assertThat(store.create(NAME, BODY)).isInstanceOf(Creation.Unknown.class);
      assertThat(other.requests()).isEmpty();
    }
  }

  /** A store that takes long may begin its answer before it knows how it ends. */
  @Test
  void aCompletionThatSaysOkAndThenAMistakeIsUnknown() throws StoreException {
    FakeAnswer late = FakeAnswer.error(200, "InternalError", "it did not work");
    fake.faults(
        request -> request.isConditional() ? new FakeFault.Said(late) : new FakeFault.None());
    assertThat(store.create(NAME, LARGE))
        .isEqualTo(new Creation.Unknown("the store says 200 InternalError to a completion"));
  }

  @Test
  void aCompletionWhoseAnswerIsCutOffIsUnknown() throws StoreException {
    fake.faults(
        request -> request.isConditional() ? new FakeFault.CutAnswer(12) : new FakeFault.None());
    assertThat(store.create(NAME, LARGE)).isInstanceOf(Creation.Unknown.class);
    assertThat(isThere()).isTrue();
  }

  @Test
  void whatExistsIsToldAndLeavesNoPartsBehind() throws StoreException {
    objects.put(new ObjectName("pre/fix/" + NAME), BODY);
    assertThat(store.create(NAME, BODY)).isEqualTo(new Creation.ExistsAlready());
    assertThat(store.create(NAME, LARGE)).isEqualTo(new Creation.ExistsAlready());
    assertThat(creates()).isEqualTo(2);
    assertThat(fake.openUploads()).isZero();
  }

  @Test
  void aStoreThatIsSilentAfterACreateEndsItsWait() throws IOException {
    try (S3Store impatient = TestStores.of(fake, limits(300, 60_000))) {
      fake.once("PUT", new FakeFault.Silence());
      assertThat(impatient.create(NAME, BODY))
          .isEqualTo(new Creation.Unknown(fake.endpoint() + ": it does not answer in time"));
      assertThat(creates()).isEqualTo(1);
    }
  }

  /** More than the buffers of both sides hold: the sender stands still in the middle. */
  @Test
  void aStoreThatDoesNotReadEndsTheSending() throws IOException {
    try (S3Store impatient = TestStores.of(fake, limits(60_000, 500))) {
      fake.once("PUT", new FakeFault.Silence());
      assertThat(impatient.create(NAME, Content.of(new byte[30_000_000])))
          .isInstanceOf(Creation.Unknown.class);
      assertThat(creates()).isEqualTo(1);
    }
  }

  private static S3Limits limits(int answerMillisMax, int requestMillisMax) {
    return new S3Limits(
        40_000_000, 20_000, answerMillisMax, requestMillisMax, 3, Backoff.doubling(1, 4));
  }

  @Test
  void aStoreThatIsNotThereIsUnknownToo() throws StoreException {
    try (S3Store nobody = TestStores.at(TestStores.NOBODY)) {
      assertThat(nobody.create(NAME, BODY))
          .isEqualTo(new Creation.Unknown(TestStores.NOBODY + ": nothing listens there"));
    }
  }
}
