package dev.roastery.gateway.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The consumer of one queue. */
class QueueConsumerTest {

  /** Found by chaos: a gateway that got SIGTERM then ended itself with BROKEN_INVARIANT. */
  @Test
  void closingItWhileTheBrokerIsAwayBreaksNoPromise() throws Exception {
    List<Fatal> fatal = new CopyOnWriteArrayList<>();
    Thread waiting;
    RabbitSettings away = RabbitSettings.of("amqp://127.0.0.1:" + closedPort(), "consumer-test");
    try (RabbitTransport transport = RabbitTransport.connect(away, fatal::add)) {
      QueueConsumer consumer = new QueueConsumer(transport, "some-queue", (_, _) -> {}, fatal::add);
      consumer.start();
      Thread thread = thread("consumer-some-queue");
      waiting = thread;
      await().until(() -> isWaiting(thread));
      consumer.close();
    }
    waiting.join(); // it waited for a broker; nothing waits now
    assertThat(fatal).isEmpty();
  }

  private static int closedPort() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return taken.getLocalPort();
    }
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
