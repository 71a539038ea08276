package dev.roastery.testkit.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.SettledCreate;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ObjectStore} promises, as far as a test can see it from outside. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ObjectStoreContract {

  private static final int KEYS = 8;
  private static final int RACERS = 8;
  private static final ETag NEVER = new ETag("\"0123456789abcdef0123456789abcdef\"");

  /** The store under test, empty; the subclass closes it after each test. */
  protected abstract ObjectStore store();

  /** How many bytes are more than the store takes in one request. */
  protected int largeBytes() {
    return 1 << 20;
  }

  private static ObjectName name(String text) {
    return new ObjectName(text);
  }

  private static Content content(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  private static byte[] noise(int bytes) {
    byte[] all = new byte[bytes];
    new Random(bytes).nextBytes(all);
    return all;
  }

  private String text(String name) throws StoreException {
    return store().get(name(name)).map(bytes -> new String(bytes, UTF_8)).orElse("(absent)");
  }

  private Got.Found found(String name, ByteRange range, ETag etag) throws StoreException {
    return (Got.Found) store().get(name(name), range, etag);
  }

  private static byte[] read(Got.Found found) throws IOException {
    try (InputStream body = found.body()) {
      return body.readAllBytes();
    }
  }

  @Test
  void whatWasCreatedIsReadAtOnce() throws StoreException {
    assertThat(store().create(name("a/b/claim"), content("mine")))
        .isEqualTo(new Creation.Created());
    assertThat(text("a/b/claim")).isEqualTo("mine");
  }

  @Test
  void aSecondCreateIsRefusedAndChangesNothing() throws StoreException {
    store().create(name("claim"), content("first"));
    assertThat(store().create(name("claim"), content("second")))
        .isEqualTo(new Creation.ExistsAlready());
    assertThat(store().create(name("claim"), content("first")))
        .isEqualTo(new Creation.ExistsAlready());
    assertThat(text("claim")).isEqualTo("first");
  }

  @Test
  void aNameThatWasDeletedCanBeCreatedAgain() throws StoreException {
    store().create(name("claim"), content("first"));
    store().delete(name("claim"));
    assertThat(store().get(name("claim"))).isEmpty();
    assertThat(store().create(name("claim"), content("second"))).isEqualTo(new Creation.Created());
    assertThat(text("claim")).isEqualTo("second");
  }

  @Test
  void whatDoesNotExistIsAbsentAndCanBeDeleted() throws StoreException {
    store().delete(name("never/was"));
    assertThat(store().get(name("never/was"))).isEmpty();
    assertThat(store().get(name("never/was"), new ByteRange(0, 4), ETag.ANY))
        .isEqualTo(new Got.Absent());
    assertThat(store().get(name("never"))).isEmpty();
  }

  @Test
  void anObjectMayBeEmpty() throws IOException {
    assertThat(store().create(name("empty"), content(""))).isEqualTo(new Creation.Created());
    assertThat(store().get(name("empty"))).contains(new byte[0]);
    assertThat(store().get(name("empty"), new ByteRange(0, 1), ETag.ANY))
        .isEqualTo(new Got.PastEnd());
    assertThat(store().create(name("empty"), content("x"))).isEqualTo(new Creation.ExistsAlready());
  }

  @Test
  void aPutReplaces() throws StoreException {
    store().put(name("snapshot"), content("old"));
    store().put(name("snapshot"), content("newer"));
    assertThat(text("snapshot")).isEqualTo("newer");
    assertThat(store().create(name("snapshot"), content("x")))
        .isEqualTo(new Creation.ExistsAlready());
  }

  @Test
  void rangesAreExact() throws IOException {
    store().put(name("letters"), content("abcdefghij"));
    assertThat(read(found("letters", new ByteRange(0, 1), ETag.ANY))).asString().isEqualTo("a");
    assertThat(read(found("letters", new ByteRange(3, 4), ETag.ANY))).asString().isEqualTo("defg");
    assertThat(read(found("letters", new ByteRange(9, 1), ETag.ANY))).asString().isEqualTo("j");
    assertThat(read(found("letters", new ByteRange(8, 99), ETag.ANY))).asString().isEqualTo("ij");
    assertThat(read(found("letters", new ByteRange(4, Long.MAX_VALUE), ETag.ANY)))
        .asString()
        .isEqualTo("efghij");
    assertThat(found("letters", new ByteRange(3, 4), ETag.ANY).size()).isEqualTo(10);
    assertThat(store().get(name("letters"), new ByteRange(10, 1), ETag.ANY))
        .isEqualTo(new Got.PastEnd());
  }

  @Test
  void aReadOfAnObjectThatWasReplacedIsTold() throws IOException {
    store().put(name("source"), content("first"));
    Got.Found first = found("source", ByteRange.WHOLE, ETag.ANY);
    assertThat(read(first)).asString().isEqualTo("first");
    Got.Found again = found("source", new ByteRange(1, 2), first.etag());
    assertThat(read(again)).asString().isEqualTo("ir");
    assertThat(again.etag()).isEqualTo(first.etag());

    store().put(name("source"), content("other"));
    assertThat(store().get(name("source"), ByteRange.WHOLE, first.etag()))
        .isEqualTo(new Got.Changed());
    assertThat(store().get(name("source"), new ByteRange(0, 2), NEVER))
        .isEqualTo(new Got.Changed());
    store().delete(name("source"));
    assertThat(store().get(name("source"), ByteRange.WHOLE, first.etag()))
        .isEqualTo(new Got.Absent());
  }

  @Test
  void aLargeObjectIsCreatedOnceAndReadInPieces() throws IOException {
    byte[] large = noise(largeBytes() + 12345);
    assertThat(store().create(name("large"), Content.of(large))).isEqualTo(new Creation.Created());
    assertThat(store().create(name("large"), Content.of(noise(largeBytes() + 7))))
        .isEqualTo(new Creation.ExistsAlready());
    assertThat(store().create(name("large"), content("small")))
        .isEqualTo(new Creation.ExistsAlready());

    Got.Found whole = found("large", ByteRange.WHOLE, ETag.ANY);
    assertThat(whole.size()).isEqualTo(large.length);
    assertThat(read(whole)).isEqualTo(large);
    ByteRange middle = new ByteRange(largeBytes() / 2, largeBytes() / 2 + 100);
    assertThat(read(found("large", middle, whole.etag())))
        .isEqualTo(Arrays.copyOfRange(large, largeBytes() / 2, largeBytes() + 100));
  }

  @Test
  void aLargePutReplaces() throws IOException {
    byte[] large = noise(largeBytes() + 1);
    store().put(name("large"), content("small"));
    store().put(name("large"), Content.of(large));
    assertThat(store().get(name("large"))).contains(large);
  }

  @Test
  void aReaderMayStopEarly() throws IOException {
    store().put(name("large"), Content.of(noise(largeBytes() + 1)));
    for (int i = 0; i < 5; i++) {
      try (InputStream body = found("large", ByteRange.WHOLE, ETag.ANY).body()) {
        assertThat(body.readNBytes(3)).hasSize(3);
      }
    }
    assertThat(read(found("large", new ByteRange(0, 3), ETag.ANY))).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space",
        "ä/ö",
        "a+b",
        "a%20b",
        "q?x=1&y#z",
        "quote'\"<>",
        "tilde~-_.=",
        "(a),;:@$!*",
        "日本/語",
        "e\u0301"
      })
  void anyVisibleNameIsAName(String odd) throws StoreException {
    assertThat(store().create(name("odd/" + odd), content(odd))).isEqualTo(new Creation.Created());
    assertThat(text("odd/" + odd)).isEqualTo(odd);
    assertThat(store().list("odd/")).contains(new ListedObject(name("odd/" + odd), bytesOf(odd)));
    store().delete(name("odd/" + odd));
    assertThat(store().get(name("odd/" + odd))).isEmpty();
  }

  private static long bytesOf(String text) {
    return text.getBytes(UTF_8).length;
  }

  @Test
  void aListHasTheNamesThatBeginSoInTheirOrder() throws StoreException {
    assertThat(store().list("epoch-1/")).isEmpty();
    for (String each : List.of("epoch-1/b", "epoch-1/a/c", "epoch-2/a", "epoch-10/a", "other")) {
      store().put(name(each), content(each));
    }
    assertThat(names("epoch-1/")).containsExactly("epoch-1/a/c", "epoch-1/b");
    assertThat(names("epoch-1")).containsExactly("epoch-1/a/c", "epoch-1/b", "epoch-10/a");
    assertThat(names("")).hasSize(5);
  }

  private List<String> names(String prefix) throws StoreException {
    return store().list(prefix).stream().map(each -> each.name().text()).toList();
  }

  @Test
  void ofManyWhoCreateAtOnceExactlyOneWins() throws Exception {
    race(IntStream.range(0, RACERS).mapToObj(racer -> ("racer " + racer).getBytes(UTF_8)).toList());
  }

  @Test
  void ofManyWhoCreateLargeObjectsAtOnceExactlyOneWins() throws Exception {
    race(List.of(noise(largeBytes() + 1), noise(largeBytes() + 2), noise(largeBytes() + 3)));
  }

  private void race(List<byte[]> bodies) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(bodies.size())) {
      for (int key = 0; key < KEYS; key++) {
        ObjectName name = name("race/key-" + key);
        CyclicBarrier start = new CyclicBarrier(bodies.size());
        List<Callable<SettledCreate.Settled>> racers = new ArrayList<>();
        for (byte[] body : bodies) {
          racers.add(() -> {
            start.await();
            return settling().create(name, body);
          });
        }
        judge(name, bodies, threads.invokeAll(racers));
      }
    }
  }

  /** A store may answer a race with "try again". */
  private SettledCreate settling() {
    return new SettledCreate(store(), 20, Backoff.doubling(5, 500), new Random());
  }

  private void judge(
      ObjectName name, List<byte[]> bodies, List<Future<SettledCreate.Settled>> outcomes)
      throws Exception {
    byte[] there = store().get(name).orElseThrow();
    List<byte[]> winners = new ArrayList<>();
    for (int racer = 0; racer < bodies.size(); racer++) {
      switch (outcomes.get(racer).get()) {
        case SettledCreate.Settled.Mine() -> winners.add(bodies.get(racer));
        case SettledCreate.Settled.Others(byte[] bytes) -> assertThat(bytes).isEqualTo(there);
      }
    }
    assertThat(winners).as(name + " has one winner").hasSize(1);
    assertThat(winners.getFirst()).isEqualTo(there);
  }

  @Test
  void whoReadsDuringReplacementsSeesOneObjectWhole() throws Exception {
    byte[][] bodies = Stream.of(1, 2).map(i -> noise(largeBytes() + i)).toArray(byte[][]::new);
    store().put(name("flapping"), Content.of(bodies[0]));
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<Object> writer =
          threads.submit(() -> {
            for (int i = 0; i < 6; i++) {
              store().put(name("flapping"), Content.of(bodies[i % 2]));
            }
            return true;
          });
      while (!writer.isDone()) {
        assertThat(store().get(name("flapping")).orElseThrow()).isIn((Object[]) bodies);
      }
      writer.get();
    }
  }
}
