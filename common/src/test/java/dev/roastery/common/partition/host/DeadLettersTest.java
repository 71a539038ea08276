package dev.roastery.common.partition.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.pipeline.topology.JobTopology;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

  private static final String DEAD = "roastery.dead";

  private final List<String> alarms = new CopyOnWriteArrayList<>();

  @Test
  void aMessageThatTheBrokerGaveUpRaisesAnAlarmAtEachStartAndFailsItsJobAndStaysInItsQueue() {
    JobId job = new JobId(new UUID(7, 7), 2);
    Message end = new Message.End(job, "sales", 0, 1, 3);
    List<Message> told = new CopyOnWriteArrayList<>();
    try (InProcessTransport broker =
        new InProcessTransport(
            InProcessLimits.usual(),
            fatal -> {
              throw fatal;
            })) {
      broker.declare(List.of(DEAD, JobTopology.GATEWAY_QUEUE));
      Session gateway = broker.open(new Telling(told));
      gateway.subscribe(JobTopology.GATEWAY_QUEUE, 10);
      broker.publish(DEAD, Parcel.of(end, "sender"), () -> {});
      for (int starts = 1; starts <= 2; starts++) {
        int expected = starts;
        try (DeadLetters letters = new DeadLetters(broker, DEAD, alarms::add)) {
          letters.open();
          await().until(() -> alarms.size() == expected && told.size() == expected);
        }
      }
    }
    assertThat(told)
        .allSatisfy(each -> {
          assertThat(each).isInstanceOf(Message.Fail.class);
          assertThat(each.job()).isEqualTo(job);
        });
    assertThat(alarms)
        .allMatch(alarm -> alarm.contains("END " + MessageCodec.idOf(end)))
        .allMatch(alarm -> alarm.contains(DEAD));
  }

  /** The gateway. */
  private record Telling(List<Message> told) implements SessionListener {
    @Override
    public void delivered(Delivery delivery) {
      try {
        told.add(MessageCodec.decode(delivery.body()));
      } catch (WireException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void lost(String reason) {}
  }
}
