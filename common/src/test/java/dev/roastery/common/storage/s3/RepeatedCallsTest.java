package dev.roastery.common.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.common.storage.object.StoreUnfitException;
import dev.roastery.harness.store.FakeAnswer;
import dev.roastery.harness.store.FakeFault;
import dev.roastery.harness.store.FakeRequest;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be repeated is, for a while; a refusal is not. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RepeatedCallsTest {

  private static final FakeFault BUSY =
      new FakeFault.Said(FakeAnswer.error(503, "SlowDown", "less"));
  private static final ObjectName NAME = new ObjectName("parts/a");

  private final MemoryStore objects = new MemoryStore();
  private final FakeS3 fake = FakeS3.over(objects);
  private final S3Store store = TestStores.of(fake);

  RepeatedCallsTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    store.close();
    fake.close();
  }

  private static byte[] noise(int bytes) {
    byte[] all = new byte[bytes];
    new Random(1).nextBytes(all);
    return all;
  }

  private void failing(int times, FakeFault fault) {
    AtomicInteger left = new AtomicInteger(times);
    fake.faults(_ -> left.getAndDecrement() > 0 ? fault : new FakeFault.None());
  }

  @Test
  void troubleIsWaitedOut() throws StoreException {
    int times = TestStores.ATTEMPTS - 1;
    failing(times, BUSY);
    store.put(NAME, Content.of(noise(10)));
    failing(times, BUSY);
    assertThat(store.get(NAME)).contains(noise(10));
    failing(times, new FakeFault.ClosedBefore());
    assertThat(store.list("")).hasSize(1);
    failing(times, new FakeFault.LostReply());
    store.delete(NAME);
    assertThat(store.get(NAME)).isEmpty();
  }

  @Test
  void afterAllTriesTheStoreIsAway() {
    failing(999, BUSY);
    String why = "the store says 503 (SlowDown: less)";
    assertThatThrownBy(() -> store.get(NAME))
        .isInstanceOf(StoreAwayException.class)
        .hasMessage("cannot read pre/fix/parts/a: " + why);
    assertThat(fake.requests()).hasSize(TestStores.ATTEMPTS);
    assertThatThrownBy(() -> store.put(NAME, Content.of(noise(10))))
        .isInstanceOf(StoreAwayException.class)
        .hasMessage("cannot write parts/a: " + why);
    assertThatThrownBy(() -> store.put(NAME, Content.of(noise(TestStores.PART_BYTES + 1))))
        .isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> store.delete(NAME)).isInstanceOf(StoreAwayException.class);
    assertThatThrownBy(() -> store.list("")).isInstanceOf(StoreAwayException.class);
  }

  @Test
  void aLargePutWhoseCompletionIsLostIsSentAgain() throws StoreException {
    byte[] large = noise(TestStores.PART_BYTES * 2 + 1);
    AtomicInteger left = new AtomicInteger(1);
    fake.faults(request ->
        isCompletion(request) && left.getAndDecrement() > 0
            ? new FakeFault.LostReply()
            : new FakeFault.None());
    store.put(NAME, Content.of(large));
    assertThat(store.get(NAME)).contains(large);
  }

  private static boolean isCompletion(FakeRequest request) {
    return request.method().equals("POST") && request.query().containsKey("uploadId");
  }

  @Test
  void aPartOfALargeObjectIsSentAgain() throws StoreException {
    byte[] large = noise(TestStores.PART_BYTES * 2 + 1);
    fake.once("PUT", new FakeFault.LostReply());
    store.create(NAME, Content.of(large));
    assertThat(store.get(NAME)).contains(large);
    assertThat(fake.count("PUT")).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5000})
  void aBodyThatIsCutOffIsReadOnFromThere(int bytes) throws StoreException {
    byte[] body = noise(20_000);
    store.put(NAME, Content.of(body));
    fake.once("GET", new FakeFault.CutAnswer(bytes));
    assertThat(store.get(NAME)).contains(body);
    FakeRequest second = fake.requests().getLast();
    assertThat(second.headers()).containsKey("if-match");
    assertThat(second.headers()).containsEntry("range", "bytes=" + bytes + "-19999");
  }

  @Test
  void aRangeThatIsCutOffIsReadOnFromThere() throws IOException {
    byte[] body = noise(20_000);
    store.put(NAME, Content.of(body));
    fake.once("GET", new FakeFault.CutAnswer(100));
    Got got = store.get(NAME, new ByteRange(500, 1000), ETag.ANY);
    assertThat(((Got.Found) got).body().readAllBytes())
        .isEqualTo(Arrays.copyOfRange(body, 500, 1500));
    assertThat(fake.requests().getLast().headers()).containsEntry("range", "bytes=600-1499");
  }

  @Test
  void aBodyThatIsAlwaysCutOffFails() throws StoreException {
    store.put(NAME, Content.of(noise(20_000)));
    fake.faults(_ -> new FakeFault.CutAnswer(0));
    assertThatThrownBy(() -> store.get(NAME))
        .isInstanceOf(StoreAwayException.class)
        .hasMessageContaining("cannot be read to its end");
  }

  @Test
  void anObjectThatIsReplacedWhileItIsReadIsNotMixed() throws IOException {
    store.put(NAME, Content.of(noise(20_000)));
    fake.once("GET", new FakeFault.CutAnswer(5000));
    Got.Found found = (Got.Found) store.get(NAME, ByteRange.WHOLE, ETag.ANY);
    store.put(NAME, Content.of(new byte[20_000]));
    try (InputStream in = found.body()) {
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(StoreAwayException.class)
          .hasMessageContaining("was replaced or deleted while it was read");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, refuses the credentials or lacks a permission",
    "403, InvalidAccessKeyId, refuses the credentials or lacks a permission",
    "403, SignatureDoesNotMatch, refuses the credentials or lacks a permission",
    "401, Unauthorized, refuses the credentials or lacks a permission",
    "404, NoSuchBucket, there is no bucket bucket at http://127.0.0.1",
    "301, PermanentRedirect, its region is eu-far-2",
    "400, AuthorizationHeaderMalformed, its region is eu-far-2",
    "400, InvalidRequest, refuses a request: 400 (InvalidRequest: why)",
  })
  void aRefusalIsNotRepeatedAndSaysWhatToMend(int status, String code, String words) {
    FakeAnswer refusal =
        FakeAnswer.error(status, code, "why").with("x-amz-bucket-region", "eu-far-2");
    fake.faults(_ -> new FakeFault.Said(refusal));
    assertThatThrownBy(() -> store.get(NAME))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining(words);
    assertThatThrownBy(() -> store.create(NAME, Content.of(noise(3))))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining(words);
    assertThatThrownBy(() -> store.create(NAME, Content.of(noise(TestStores.PART_BYTES + 1))))
        .isInstanceOf(StoreRefusedException.class);
    assertThat(fake.requests()).hasSize(3);
  }

  @Test
  void whatAStoreCannotDoIsTold() {
    fake.once(
        "PUT", new FakeFault.Said(FakeAnswer.error(501, "NotImplemented", "no If-None-Match")));
    assertThatThrownBy(() -> store.create(NAME, Content.of(noise(3))))
        .isInstanceOf(StoreUnfitException.class)
        .hasMessageContaining("501 (NotImplemented: no If-None-Match)");
  }

  /** It would be taken for the range, and shift every byte. */
  @Test
  void aWholeAnswerToARangeIsRefused() throws StoreException {
    store.put(NAME, Content.of(noise(10)));
    FakeAnswer whole = FakeAnswer.of(200, "0123456789").with("ETag", "\"x\"");
    fake.once("GET", new FakeFault.Said(whole));
    assertThatThrownBy(() -> store.get(NAME, new ByteRange(3, 2), ETag.ANY))
        .isInstanceOf(StoreUnfitException.class);
    fake.once(
        "GET",
        new FakeFault.Said(
            new FakeAnswer(206, whole.headers(), whole.body())
                .with("Content-Range", "bytes 4-5/10")));
    assertThatThrownBy(() -> store.get(NAME, new ByteRange(3, 2), ETag.ANY))
        .isInstanceOf(StoreUnfitException.class);
  }
}
