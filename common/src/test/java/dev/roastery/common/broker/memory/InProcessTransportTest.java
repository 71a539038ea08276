package dev.roastery.common.broker.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.testkit.Inbox;
import dev.roastery.testkit.TransportContract;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InProcessTransportTest extends TransportContract {

  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final InProcessTransport transport =
      new InProcessTransport(InProcessLimits.usual(), fatals::add);
  private final InProcessTransport small =
      new InProcessTransport(new InProcessLimits(2000, 1000, 100), fatals::add);

  @Override
  protected Transport transport() {
    return transport;
  }

  @AfterEach
  void close() {
    transport.close();
    small.close();
    assertThat(fatals).isEmpty();
  }

  @Test
  void aPublisherWaitsForAFullQueueUntilItIsConsumed() {
    String queue = "full";
    small.declare(List.of(queue));
    AtomicInteger published = new AtomicInteger();
    Thread publisher = Thread.ofPlatform().start(() -> publish(queue, 100, published));
    eventually("it waits", () -> publisher.getState() == Thread.State.WAITING);
    // 2000 bytes fill the queue, of 1000 more the confirmation is owed.
    assertThat(published.get()).isBetween(30, 31);

    Inbox inbox = new Inbox();
    try (Transport.Session session = small.open(inbox)) {
      inbox.acknowledgeTo(session);
      session.subscribe(queue, 10);
      eventually("all have come", () -> inbox.deliveries().size() == 100);
    }
    assertThat(published).hasValue(100);
  }

  @Test
  void aThreadWithLittleToSayIsNotHeldUpByAFullQueue() {
    String queue = "full";
    small.declare(List.of(queue));
    AtomicInteger published = new AtomicInteger();
    Thread publisher = Thread.ofPlatform().start(() -> publish(queue, 100, published));
    eventually("it waits", () -> publisher.getState() == Thread.State.WAITING);

    small.publish(queue, Inbox.parcel("CLOSE"), () -> {});

    Inbox inbox = new Inbox();
    try (Transport.Session session = small.open(inbox)) {
      inbox.acknowledgeTo(session);
      session.subscribe(queue, 10);
      eventually("all have come", () -> inbox.deliveries().size() == 101);
    }
    assertThat(inbox.texts().subList(0, 32)).contains("CLOSE");
  }

  @Test
  void whatIsSafeOnlyWithItsConsumerIsConfirmedWhenThatOneAcknowledges() {
    String queue = "handed over";
    AtomicInteger confirmed = new AtomicInteger();
    try (InProcessTransport handing =
        new InProcessTransport(InProcessLimits.usual(), queue::equals, fatals::add)) {
      handing.declare(List.of(queue, "other"));
      Inbox inbox = new Inbox();
      try (Transport.Session session = handing.open(inbox)) {
        session.subscribe(queue, 10);
        handing.publish(queue, Inbox.parcel("text"), confirmed::incrementAndGet);
        handing.publish("other", Inbox.parcel("text"), () -> confirmed.addAndGet(10));
        eventually("it has come", () -> inbox.deliveries().size() == 1);
        eventually("the other is confirmed at once", () -> confirmed.get() == 10);

        session.acknowledge(inbox.deliveries().getFirst().tag());
        eventually("it is confirmed", () -> confirmed.get() == 11);
      }
    }
  }

  private void publish(String queue, int count, AtomicInteger published) {
    for (int i = 0; i < count; i++) {
      Parcel parcel = new Parcel(new byte[100], "id", "batch", "job", "sender");
      small.publish(queue, parcel, () -> {});
      published.incrementAndGet();
    }
  }

  @Test
  void aFailedCallbackIsFatalAndNotSilent() {
    transport.publish(
        queue(),
        Inbox.parcel("text"),
        () -> {
          throw new IllegalStateException("the callback's own fault");
        });
    eventually("it is reported", () -> !fatals.isEmpty());
    assertThat(fatals.getFirst().reason()).isEqualTo(FatalReason.BROKEN_INVARIANT);
    assertThat(fatals.getFirst()).hasRootCauseMessage("the callback's own fault");
    fatals.clear();
  }
}
