package dev.roastery.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.client.TestGateway;
import dev.roastery.gateway.jobs.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that is interrupted or killed takes nothing with it. */
class InterruptedSubmitTest {

  private static final String CSV = "store_id,store_name\n" + "1,Amber\n".repeat(500_000);

  @TempDir private Path folder;
  private TestGateway gateway;

  @BeforeEach
  void setUp() throws IOException {
    gateway = new TestGateway();
    Files.createDirectories(folder.resolve("set/stores"));
    Files.writeString(folder.resolve("set/stores/a.csv"), CSV);
    Files.writeString(
        folder.resolve("q.json"),
        "{ \"name\": \"all-stores\", \"from\": \"stores\", \"select\": [\"store_id\"] }");
  }

  @AfterEach
  void tearDown() {
    gateway.close();
  }

  @Test
  void ctrlCEndsTheCommandAndNotTheJob() throws Exception {
    gateway.jobs.end = JobState.RUNNING;
    Outcome.Running running = submit("--watch");
    await().atMost(60, TimeUnit.SECONDS).until(() -> count("/events") > 0);
    signal(running, "INT");

    Outcome outcome = running.await();
    assertThat(outcome.code()).isEqualTo(130);
    String id = gateway.jobs.all().getLast().id;
    assertThat(outcome.err()).contains("interrupted; the job continues", "roastery watch " + id);
    assertThat(gateway.jobs.all().getLast().text()).contains("RUNNING");
  }

  @Test
  void aKilledSubmissionGoesOnWhenItIsGivenAgain() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CompletableFuture<Void> killed = new CompletableFuture<>();
    gateway.breakAt.set(1_000_000);
    gateway.atBreak =
        () -> {
          reached.countDown();
          killed.join();
        };
    Outcome.Running running = submit("--resume");
    assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
    running.process().destroyForcibly().waitFor();
    killed.complete(null);

    assertThat(submit("--resume").await().code()).isZero();
    assertThat(gateway.jobs.all()).hasSize(1);
    assertThat(gateway.count("PUT")).isOne();
    assertThat(gateway.count("PATCH")).isOne();
    assertThat(gateway.jobs.all().getLast().parts.get("stores/a.csv").text()).isEqualTo(CSV);
  }

  private long count(String end) {
    return List.copyOf(gateway.calls).stream().filter(call -> call.endsWith(end)).count();
  }

  private static void signal(Outcome.Running running, String name) throws Exception {
    String pid = String.valueOf(running.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  private Outcome.Running submit(String... options) throws IOException {
    List<String> command = new ArrayList<>(Installed.roastery(folder));
    command.addAll(
        List.of(
            "submit",
            folder.resolve("set").toString(),
            "--gateway=" + gateway.url(),
            "--query=" + folder.resolve("q.json")));
    command.addAll(List.of(options));
    return Outcome.start(folder, Map.of(), command);
  }
}
