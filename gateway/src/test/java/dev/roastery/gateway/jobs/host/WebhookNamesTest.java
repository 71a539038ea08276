package dev.roastery.gateway.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.roastery.common.message.JobId;
import dev.roastery.gateway.jobs.Notification;
import dev.roastery.gateway.jobs.service.JobState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receivers whose names lead to this machine after they were looked at (DNS rebinding). */
class WebhookNamesTest {

  private final AtomicInteger calls = new AtomicInteger();
  private HttpServer inside;

  @BeforeEach
  void listen() throws IOException {
    inside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    inside.createContext(
        "/",
        exchange -> {
          calls.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    inside.start();
  }

  @AfterEach
  void stop() {
    inside.stop(0);
  }

  private String trouble(String host) {
    URI receiver = URI.create("http://" + host + ":" + inside.getAddress().getPort() + "/");
    Webhook.check(receiver, false);
    Webhook webhook = new Webhook(Clock.systemUTC(), null, false, "", Duration.ofSeconds(2));
    return webhook
        .send(
            new Notification(
                new JobId(new UUID(1, 0), 1),
                receiver,
                "job.completed",
                Clock.systemUTC().instant(),
                JobState.COMPLETED,
                null,
                new TreeMap<>()))
        .join()
        .orElse("");
  }

  @Test
  void theAddressThatWasCheckedIsTheOneThatIsCalled() {
    assertThat(trouble("hook.moved.test")).startsWith("The notification failed");
    assertThat(calls).hasValue(0);
    assertThat(MovedNames.lookups("hook.moved.test")).isEqualTo(1);
  }

  @Test
  void oneAddressInsideIsEnoughToRefuseAName() {
    assertThat(trouble("hook.both.test")).contains("private address");
    assertThat(calls).hasValue(0);
  }
}
