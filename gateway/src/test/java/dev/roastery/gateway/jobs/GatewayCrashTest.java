package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The gateway is killed, with everything around it, once at each of its crash points. The simulator
 * kills it at every effect.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayCrashTest {

  private static final int KILLED = 137;

  private Path folder;
  private final Set<String> notified = ConcurrentHashMap.newKeySet();

  /** What is done with each call before it is answered. */
  private volatile Consumer<HttpExchange> receiving = _ -> {};

  /** The process that runs. */
  private volatile Process process;

  private HttpServer receiver;
  private Path sales;
  private String unharmed;

  @BeforeAll
  void runUnharmed(@TempDir Path temporary) throws Exception {
    folder = temporary;
    StringBuilder csv = new StringBuilder("store_id,final_amount,created_at\n");
    for (int row = 0; row < 400; row++) {
      String amount = row % 90 == 89 ? "much" : row + ".25";
      csv.append(1 + row % 2).append(',').append(amount).append(",2024-03-01 12:00:00\n");
    }
    sales = Files.writeString(folder.resolve("sales.csv"), csv);
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          notified.add(exchange.getRequestHeaders().getFirst("webhook-id"));
          exchange.getRequestBody().readAllBytes();
          receiving.accept(exchange);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    Path work = Files.createDirectory(folder.resolve("unharmed"));
    assertThat(run(work, "")).isZero();
    unharmed = Files.readString(work.resolve("report"));
    assertThat(unharmed).startsWith("COMPLETED\n1 job\ncreated\n").contains("much");
  }

  @AfterAll
  void stop() {
    receiver.stop(0);
  }

  private int run(Path work, String crash) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            ClientProcess.class.getName(),
            work.resolve("state").toString(),
            sales.toString(),
            "http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
    builder.environment().put("ROASTERY_CRASH", crash);
    File log = work.resolve("log").toFile();
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    Process process = builder.start();
    this.process = process;
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS))
          .as(Files.readString(log.toPath()))
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GATEWAY_BEFORE_JOB_RECORD",
        "GATEWAY_JOB_RECORDED_BEFORE_REPLY",
        "GATEWAY_MID_UPLOAD:2",
        "GATEWAY_BEFORE_UPLOAD_END",
        "GATEWAY_AFTER_UPLOAD_END",
        "RESULT_STORED_BEFORE_NOTIFY",
        "NOTIFIED_BEFORE_COMPLETE",
        "WORKFLOW_BEFORE_STEP:3",
        "WORKFLOW_AFTER_STEP:4",
        "WORKFLOW_EVENT_APPENDED:15"
      })
  void aKillAtAnyCrashPointDoesNotChangeTheEnd(String point) throws Exception {
    Path work = Files.createDirectory(folder.resolve(point.replace(':', '-')));
    notified.clear();
    assertThat(run(work, point)).isEqualTo(KILLED);
    assertThat(run(work, "")).as(Files.readString(work.resolve("log"))).isZero();
    assertThat(Files.readString(work.resolve("report"))).isEqualTo(unharmed);
    assertThat(notified).as("one id, however often it came").hasSize(1);
  }

  @Test
  void aKillDuringANotificationRepeatsItWithTheSameId() throws Exception {
    Path work = Files.createDirectory(folder.resolve("notifying"));
    notified.clear();
    List<String> calls = new CopyOnWriteArrayList<>();
    receiving =
        call -> {
          calls.add(call.getRequestHeaders().getFirst("webhook-id"));
          if (calls.size() == 1) { // the receiver has it, but the gateway does not know
            process.destroyForcibly().onExit().join();
          }
        };
    try {
      assertThat(run(work, "")).isEqualTo(KILLED);
      assertThat(calls).hasSize(1);
      assertThat(run(work, "")).as(Files.readString(work.resolve("log"))).isZero();
    } finally {
      receiving = _ -> {};
    }
    assertThat(calls).hasSize(2).containsOnly(calls.getFirst());
    assertThat(Files.readString(work.resolve("report"))).isEqualTo(unharmed);
  }

  /** Each run dies a little later than the one before it: in every state, several times. */
  @Test
  void aGatewayThatIsKilledRepeatedlyStillAdvances() throws Exception {
    String point = "WORKFLOW_EVENT_APPENDED:9";
    Path work = Files.createDirectory(folder.resolve("again"));
    notified.clear();
    int exit = KILLED;
    int runs = 0;
    for (; exit == KILLED && runs < 12; runs++) {
      exit = run(work, point);
      Files.deleteIfExists(work.resolve("state/gateway/crashed"));
      Files.deleteIfExists(work.resolve("state/partitions/crashed"));
    }
    if (exit == KILLED) {
      exit = run(work, "");
    }
    assertThat(runs).isGreaterThan(2);
    assertThat(exit).isZero();
    assertThat(Files.readString(work.resolve("report"))).isEqualTo(unharmed);
    assertThat(notified).hasSize(1);
  }
}
