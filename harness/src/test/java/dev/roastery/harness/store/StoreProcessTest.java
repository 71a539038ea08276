package dev.roastery.harness.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store in a process of its own, which keeps its objects when it dies. */
class StoreProcessTest {

  private static final ObjectName NAME = new ObjectName("aggregator-0/first");

  @TempDir private Path folder;

  @Test
  void objectsSurviveTheKillOfTheirServer() throws Exception {
    List<String> java =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"));
    try (StoreProcess server = new StoreProcess(folder, java);
        ObjectStore store = client(server)) {
      server.start();
      awaitServing(store);
      assertThat(store.create(NAME, Content.of("one".getBytes(UTF_8))))
          .isEqualTo(new Creation.Created());
      server.kill();
      assertThat(server.isRunning()).isFalse();
      server.start();
      awaitServing(store);

      assertThat(store.create(NAME, Content.of("two".getBytes(UTF_8))))
          .isEqualTo(new Creation.ExistsAlready());
      Got.Found found = (Got.Found) store.get(NAME, ByteRange.WHOLE, ETag.ANY);
      assertThat(found.body().readAllBytes()).isEqualTo("one".getBytes(UTF_8));
      assertThat(store.list("")).extracting(ListedObject::name).containsExactly(NAME);
      assertThat(server.objects().resolve("state/aggregator-0/first")).hasContent("one");
    }
  }

  private static void awaitServing(ObjectStore store) {
    await().atMost(1, TimeUnit.MINUTES).ignoreExceptions().until(() -> store.list("").size() < 9);
  }

  private static ObjectStore client(StoreProcess server) throws Exception {
    String url =
        "s3://chaos/state?style=path&region=chaos&endpoint=http://127.0.0.1:" + server.port();
    return StoreLocation.of(url, _ -> Optional.empty())
        .open(Map.of("AWS_ACCESS_KEY_ID", "any", "AWS_SECRET_ACCESS_KEY", "any"));
  }
}
