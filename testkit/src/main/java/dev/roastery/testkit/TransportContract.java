package dev.roastery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link Transport} promises. "Nothing comes" is never shown by waiting: a message that
 * must come after it shows it.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class TransportContract {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final List<String> queues = new ArrayList<>();

  /** The transport under test, connected; the subclass closes it after each test. */
  protected abstract Transport transport();

  /** Waits for a condition. A simulated transport makes its steps here. */
  protected void eventually(String what, BooleanSupplier condition) {
    await(what).atMost(LIMIT).until(condition::getAsBoolean);
  }

  /** Runs all of these, and returns when they are done. A simulated transport runs one by one. */
  protected void atOnce(List<Runnable> works) {
    List<Thread> threads = works.stream().map(work -> Thread.ofPlatform().start(work)).toList();
    eventually("all are done", () -> threads.stream().noneMatch(Thread::isAlive));
  }

  /** The queues that this test has declared; on a shared broker, they are deleted afterwards. */
  protected final List<String> queues() {
    return queues;
  }

  /** A declared queue of this test's own. */
  protected final String queue() {
    String queue =
        "contract-%d-%d-%d"
            .formatted(ProcessHandle.current().pid(), COUNTER.incrementAndGet(), System.nanoTime());
    queues.add(queue);
    transport().declare(List.of(queue));
    return queue;
  }

  @Test
  void confirmedMessagesArrive() {
    String queue = queue();
    publishAndConfirm(queue, "one", "two", "three");

    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(queue, 10);
      eventually("all three", () -> inbox.texts().size() == 3);
    }
    assertThat(inbox.texts()).containsExactly("one", "two", "three");
    assertThat(inbox.deliveries()).extracting(Delivery::queue).containsOnly(queue);
    assertThat(inbox.deliveries())
        .extracting(Delivery::job)
        .containsOnly(Inbox.parcel("any").job());
  }

  @Test
  void everyConfirmationRunsOnce() {
    String queue = queue();
    List<AtomicInteger> runs = IntStream.range(0, 500).mapToObj(_ -> new AtomicInteger()).toList();
    runs.forEach(run -> transport().publish(queue, Inbox.parcel("message"), run::incrementAndGet));

    eventually("all are confirmed", () -> runs.stream().allMatch(run -> run.get() > 0));
    publishAndConfirm(queue, "after all of them");
    assertThat(runs).allMatch(run -> run.get() == 1);
  }

  @Test
  void unacknowledgedMessagesReturnFirstAndInOrderWhenTheSessionCloses() {
    String queue = queue();
    publishAndConfirm(queue, "1", "2", "3", "4", "5", "6");
    Inbox first = new Inbox();
    Transport.Session closing = transport().open(first);
    closing.subscribe(queue, 4);
    eventually("as many as prefetch allows", () -> first.texts().size() == 4);
    closing.acknowledge(first.deliveries().get(1).tag());
    closing.close();

    Inbox second = new Inbox();
    try (Transport.Session session = transport().open(second)) {
      session.subscribe(queue, 10);
      // The acknowledgement of 2 has made room for 5, which may have come before the close.
      eventually("the others", () -> second.texts().size() == 5);
    }
    assertThat(second.texts()).containsExactly("1", "3", "4", "5", "6");
  }

  @Test
  void acknowledgedMessagesNeverComeAgain() {
    String queue = queue();
    publishAndConfirm(queue, "1", "2", "3");
    Inbox first = new Inbox();
    Transport.Session closing = transport().open(first);
    closing.subscribe(queue, 10);
    eventually("all three", () -> first.texts().size() == 3);
    first.deliveries().forEach(delivery -> closing.acknowledge(delivery.tag()));
    closing.close();
    publishAndConfirm(queue, "4");

    Inbox second = new Inbox();
    try (Transport.Session session = transport().open(second)) {
      session.subscribe(queue, 10);
      eventually("the new one", () -> !second.texts().isEmpty());
    }
    assertThat(second.texts()).containsExactly("4");
  }

  @Test
  void noMoreThanPrefetchIsOutUntilSomeIsAcknowledged() {
    String queue = queue();
    String other = queue();
    publishAndConfirm(queue, "1", "2", "3");
    publishAndConfirm(other, "other");
    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(queue, 2);
      eventually("two of them", () -> inbox.texts().size() == 2);
      session.subscribe(other, 1);
      eventually("the other", () -> inbox.texts().size() == 3);
      assertThat(inbox.texts()).containsExactly("1", "2", "other");

      session.acknowledge(inbox.deliveries().getFirst().tag());
      eventually("the third", () -> inbox.texts().size() == 4);
    }
    assertThat(inbox.texts()).containsExactly("1", "2", "other", "3");
  }

  @Test
  void aSecondConsumerWaitsUntilTheFirstIsClosed() {
    String queue = queue();
    Inbox first = new Inbox();
    Inbox second = new Inbox();
    Transport.Session owner = transport().open(first);
    owner.subscribe(queue, 100);
    publishAndConfirm(queue, "first is active");
    eventually("the first is active", () -> first.texts().size() == 1);
    try (Transport.Session successor = transport().open(second)) {
      successor.subscribe(queue, 100);
      publishAndConfirm(queue, "a", "b", "c");
      eventually("all go to the first", () -> first.texts().size() == 4);
      assertThat(second.texts()).isEmpty();

      owner.close();
      eventually("all go to the second", () -> second.texts().size() == 4);
    }
    assertThat(second.texts()).containsExactly("first is active", "a", "b", "c");
  }

  @Test
  void acknowledgingOnAClosedSessionDoesNothing() {
    String queue = queue();
    publishAndConfirm(queue, "kept");
    Inbox first = new Inbox();
    Transport.Session closing = transport().open(first);
    closing.subscribe(queue, 10);
    eventually("it came", () -> first.texts().size() == 1);
    closing.close();
    closing.acknowledge(first.deliveries().getFirst().tag());
    closing.close();

    Inbox second = new Inbox();
    try (Transport.Session session = transport().open(second)) {
      session.subscribe(queue, 10);
      eventually("it came again", () -> second.texts().size() == 1);
      closing.acknowledge(second.deliveries().getFirst().tag());
    }
    Inbox third = new Inbox();
    try (Transport.Session session = transport().open(third)) {
      session.subscribe(queue, 10);
      eventually("and again", () -> third.texts().size() == 1);
    }
    assertThat(third.texts()).containsExactly("kept");
  }

  @Test
  void manyPublishersLoseNothing() {
    String queue = queue();
    AtomicInteger confirmed = new AtomicInteger();
    List<Runnable> publishers =
        IntStream.range(0, 8).mapToObj(p -> publisher(queue, p, 100, confirmed)).toList();

    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      inbox.acknowledgeTo(session);
      session.subscribe(queue, 50);
      atOnce(publishers);
      eventually("all are confirmed", () -> confirmed.get() == 800);
      eventually("all have come", () -> inbox.texts().stream().distinct().count() == 800);
    }
    Stream<String> expected =
        IntStream.range(0, 8)
            .boxed()
            .flatMap(p -> IntStream.range(0, 100).mapToObj(n -> p + "-" + n));
    assertThat(inbox.texts()).containsOnlyOnceElementsOf(expected.toList());
  }

  private Runnable publisher(String queue, int publisher, int count, AtomicInteger confirmed) {
    return () ->
        IntStream.range(0, count)
            .forEach(n ->
                transport()
                    .publish(queue, Inbox.parcel(publisher + "-" + n), confirmed::incrementAndGet));
  }

  @Test
  void aConsumerThatPublishesToItsOwnQueueGoesOn() {
    String queue = queue();
    Inbox inbox = new Inbox();
    AtomicInteger confirmed = new AtomicInteger();
    Transport.SessionListener relay =
        new Transport.SessionListener() {
          @Override
          public void delivered(Delivery delivery) {
            inbox.delivered(delivery);
            if (inbox.texts().size() < 300) {
              transport().publish(queue, Inbox.parcel("next"), confirmed::incrementAndGet);
            }
          }

          @Override
          public void lost(String reason) {
            inbox.lost(reason);
          }
        };
    try (Transport.Session session = transport().open(relay)) {
      inbox.acknowledgeTo(session);
      session.subscribe(queue, 10);
      publishAndConfirm(queue, "begin");
      eventually("many rounds", () -> inbox.texts().size() >= 300);
      eventually("all confirmed", () -> confirmed.get() == 299);
    }
    assertThat(inbox.losses()).isEmpty();
  }

  @Test
  void aMebibyteArrivesByteForByte() {
    String queue = queue();
    byte[] body = new byte[1 << 20];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) (i * 31 + (i >> 8));
    }
    AtomicInteger confirmed = new AtomicInteger();
    Parcel parcel = new Parcel(body, "large", "batch", "job", "sender");

    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      inbox.acknowledgeTo(session);
      session.subscribe(queue, 4);
      IntStream.range(0, 40)
          .forEach(_ -> transport().publish(queue, parcel, confirmed::incrementAndGet));
      eventually("all have come", () -> inbox.deliveries().size() == 40 && confirmed.get() == 40);
    }
    assertThat(inbox.deliveries())
        .allSatisfy(delivery -> assertThat(delivery.body()).isEqualTo(body));
  }

  @Test
  void anEmptyQueueGivesNothing() {
    String empty = queue();
    String other = queue();
    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(empty, 10);
      session.subscribe(other, 10);
      publishAndConfirm(other, "something");
      eventually("something", () -> !inbox.texts().isEmpty());
    }
    assertThat(inbox.texts()).containsExactly("something");
  }

  @Test
  void declaringAgainKeepsTheMessages() {
    String queue = queue();
    publishAndConfirm(queue, "kept");
    transport().declare(List.of(queue));

    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(queue, 10);
      eventually("it came", () -> !inbox.texts().isEmpty());
    }
    assertThat(inbox.texts()).containsExactly("kept");
  }

  @Test
  void aMessageToAQueueThatIsMissingIsConfirmedWhenItIsThere() {
    String later = queue() + "-later";
    AtomicInteger confirmed = new AtomicInteger();
    transport().publish(later, Inbox.parcel("waited"), confirmed::incrementAndGet);
    publishAndConfirm(queue(), "another queue goes on");
    assertThat(confirmed).hasValue(0);

    queues.add(later);
    transport().declare(List.of(later));
    eventually("it is confirmed", () -> confirmed.get() == 1);
    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(later, 10);
      eventually("it came", () -> !inbox.texts().isEmpty());
    }
    assertThat(inbox.texts()).containsExactly("waited");
  }

  @Test
  void aSessionThatSubscribesToAMissingQueueIsLost() {
    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(queue() + "-missing", 10);
      eventually("it is lost", () -> !inbox.losses().isEmpty());
    }
    assertThat(inbox.losses()).hasSize(1).first().asString().contains("-missing");
  }

  @Test
  void itIsToldOnceWhenAQueueIsShort() {
    String queue = queue();
    AtomicInteger told = new AtomicInteger();
    publishAndConfirm(queue, "1", "2", "3", "4", "5", "6");
    transport().whenShort(queue, told::incrementAndGet);
    tellsOfAnotherQueue();
    assertThat(told).as("six wait").hasValue(0);

    Inbox inbox = new Inbox();
    try (Transport.Session session = transport().open(inbox)) {
      session.subscribe(queue, 3);
      eventually("as many as prefetch allows", () -> inbox.texts().size() == 3);
      tellsOfAnotherQueue();
      assertThat(told).as("three wait").hasValue(0);
      session.acknowledge(inbox.deliveries().getFirst().tag());
      eventually("two wait", () -> told.get() > 0);
    }
    tellsOfAnotherQueue();
    assertThat(told).hasValue(1);
  }

  private void tellsOfAnotherQueue() {
    AtomicInteger told = new AtomicInteger();
    transport().whenShort(queue(), told::incrementAndGet);
    eventually("an empty queue is short", () -> told.get() == 1);
  }

  /** Publishes these and waits until all are confirmed. */
  protected final void publishAndConfirm(String queue, String... texts) {
    AtomicInteger confirmed = new AtomicInteger();
    for (String text : texts) {
      transport().publish(queue, Inbox.parcel(text), confirmed::incrementAndGet);
    }
    eventually("confirmed", () -> confirmed.get() == texts.length);
  }
}
