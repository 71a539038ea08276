package dev.roastery.gateway.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.PartitionName;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueDepthsTest {

  private static final PartitionName PARTITION = new PartitionName("joiner", 1);

  private final InProcessTransport broker =
      new InProcessTransport(InProcessLimits.usual(), QueueDepthsTest::fail);

  private static void fail(Fatal fatal) {
    throw fatal;
  }

  @AfterEach
  void close() {
    broker.close();
  }

  @Test
  void whatWaitsInAQueueIsCounted() {
    broker.declare(List.of(PARTITION.queue()));
    for (int message = 0; message < 3; message++) {
      broker.publish(
          PARTITION.queue(), new Parcel(new byte[1], "id", "BATCH", "", "test"), () -> {});
    }
    try (QueueDepths depths = new QueueDepths(broker, QueueDepthsTest::fail)) {
      assertThat(depths.of(List.of(PARTITION))).containsEntry(PARTITION, 3L);
    }
  }

  @Test
  void theBrokerIsAskedOnceHoweverManyAsk() {
    AtomicInteger asked = new AtomicInteger();
    try (QueueDepths depths = new QueueDepths(new Counting(asked), QueueDepthsTest::fail)) {
      for (int page = 0; page < 100; page++) {
        assertThat(depths.of(List.of(PARTITION))).containsEntry(PARTITION, 9L);
      }
      assertThat(asked.get()).isBetween(1, 5);
    }
  }

  @Test
  void nobodyAsksAfterTheEnd() {
    QueueDepths depths = new QueueDepths(broker, QueueDepthsTest::fail);
    depths.close();
    assertThat(depths.of(List.of(PARTITION))).isEmpty();
  }

  /** Says 9 each time. */
  private record Counting(AtomicInteger asked) implements Transport {
    @Override
    public OptionalLong waiting(String queue) {
      asked.incrementAndGet();
      return OptionalLong.of(9);
    }

    @Override
    public void declare(Collection<String> queues) {
      throw new AssertionError();
    }

    @Override
    public void publish(String queue, Parcel parcel, Runnable confirmed) {
      throw new AssertionError();
    }

    @Override
    public Session open(SessionListener listener) {
      throw new AssertionError();
    }

    @Override
    public void close() {}
  }
}
