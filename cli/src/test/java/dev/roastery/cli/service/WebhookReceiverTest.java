package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.Leash;
import dev.roastery.harness.LoopbackPort;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiver in docs/webhooks.md verifies a notification of a real gateway (SAFE-18). */
class WebhookReceiverTest {

  private static final String KEY = "whsec_c2l4dGVlbiBzZWNyZXQgYnl0ZXMh";

  @TempDir private Path folder;

  @Test
  void theDocumentedReceiverVerifiesANotificationAndRefusesAForgedOne() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed");
    List<String> blocks =
        Repository.all("(?s)```python\\n(.*?)```", Repository.read("docs/webhooks.md"));
    Path program = Files.writeString(folder.resolve("receiver.py"), blocks.getFirst());
    Path key = Files.writeString(folder.resolve("key"), KEY + "\n");
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2_000, 24, 3), set, Progress.UNWATCHED).write(2);
    int port = LoopbackPort.free();
    String address = "http://127.0.0.1:" + port + "/";
    Outcome.Running receiver =
        Outcome.start(
            folder,
            Map.of(
                "PATH", System.getenv("PATH"),
                "HOME", System.getProperty("user.home"),
                "PORT", Integer.toString(port),
                "WEBHOOK_KEY", KEY),
            List.of("python3", program.toString()));

    try (Leash _ = Leash.killing(receiver.process());
        Service service =
            Service.dev(
                folder,
                "--webhook-key-file=" + key,
                "--private-webhooks",
                "--public-url=https://roastery.example.org/")) {
      await().atMost(Service.LIMIT).until(() -> forged(service, address) == 401);
      Outcome submitted =
          service
              .submit(set, "--query=tpv-by-store", "--watch", "--quiet", "--webhook=" + address)
              .await(Service.LIMIT);

      assertThat(submitted.code()).as(submitted.err()).isZero();
      String job = service.newest().id();
      assertThat(Files.readString(receiver.out()))
          .as(Files.readString(receiver.err()))
          .isEqualTo(
              job
                  + " COMPLETED https://roastery.example.org/v1/jobs/"
                  + job
                  + "/results/tpv-by-store\n");
    } finally {
      receiver.process().destroyForcibly().waitFor();
    }
  }

  private static boolean hasPython() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
  }

  /** 0 while nobody listens. */
  private static int forged(Service service, String address) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .header("webhook-id", "job_1")
            .header("webhook-timestamp", Long.toString(System.currentTimeMillis() / 1000))
            .header("webhook-signature", "v1,AAAA")
            .POST(BodyPublishers.ofString("{}"));
    try {
      return service.call(request).statusCode();
    } catch (IOException _) {
      return 0;
    }
  }
}
