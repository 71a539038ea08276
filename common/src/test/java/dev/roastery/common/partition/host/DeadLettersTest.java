package dev.roastery.common.partition.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

  private static final String DEAD = "roastery.dead";

  private final List<String> alarms = new CopyOnWriteArrayList<>();

  @Test
  void aMessageThatTheBrokerGaveUpRaisesAnAlarmAtEachStartAndStaysInItsQueue() {
    Message end = new Message.End(new JobId(new UUID(7, 7), 1), "sales", 0, 1, 3);
    try (InProcessTransport broker =
        new InProcessTransport(
            InProcessLimits.usual(),
            fatal -> {
              throw fatal;
            })) {
      broker.declare(List.of(DEAD));
      broker.publish(
          DEAD, new Parcel(MessageCodec.encode(end), "id", "END", "job", "sender"), () -> {});
      for (int starts = 1; starts <= 2; starts++) {
        int expected = starts;
        try (DeadLetters letters = new DeadLetters(broker, DEAD, alarms::add)) {
          letters.open();
          await().until(() -> alarms.size() == expected);
        }
      }
    }
    assertThat(alarms)
        .allMatch(alarm -> alarm.contains("END " + MessageCodec.idOf(end)))
        .allMatch(alarm -> alarm.contains(DEAD));
  }
}
