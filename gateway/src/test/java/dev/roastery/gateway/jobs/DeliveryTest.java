package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import dev.roastery.input.source.SourceRules;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of a job are in its client's bucket before the job is completed. */
class DeliveryTest {

  private static final S3Bucket ALLOWED =
      new S3Bucket(
          "shop", "reports", URI.create("http://127.0.0.1:1"), "us-east-1", S3Bucket.Style.PATH);

  private static final JobRequest REQUEST =
      new JobRequest(
              null,
              List.of(new QueryChoice.BuiltIn("tpv-by-store")),
              null,
              BadRows.SKIP,
              MaxBadRows.UNLIMITED,
              false,
              null)
          .with(new Buckets(null, List.of(), "s3://shop/reports/daily"));

  @TempDir private Path folder;

  /** By the prefix of the bucket that was opened. */
  private final Map<String, MemoryStore> stores = new ConcurrentHashMap<>();

  private GatewaySettings writing(SourceRules.Opener opener) {
    return Door.settings(10_000).allowing(new StoreRules(List.of(), List.of(ALLOWED), opener));
  }

  private MemoryStore store(S3Bucket bucket) {
    return stores.computeIfAbsent(bucket.prefix(), _ -> new MemoryStore());
  }

  private static void send(Door door, UUID job) throws IOException {
    door.put(job, "stores/s.csv", "store_id,store_name\n1,Uno\n2,Due\n".getBytes(UTF_8));
    door.put(
        job,
        "transactions/t.csv",
        """
        store_id,final_amount,created_at
        1,2.50,2024-03-01 12:00:00
        2,much,2024-03-01 12:00:00
        """
            .getBytes(UTF_8));
    door.jobs().seal(Door.CLIENT, job);
  }

  @Test
  void allResultsAndThenTheirDigestsAreInTheBucket() throws Exception {
    try (Door door = new Door(folder.resolve("state"), writing(this::store))) {
      UUID job = door.create(REQUEST);
      send(door, job);
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(stores).containsOnlyKeys("reports/daily/" + job);
      MemoryStore store = stores.get("reports/daily/" + job);
      assertThat(store.list(""))
          .extracting(ListedObject::name)
          .extracting(ObjectName::text)
          .containsExactly("_SUCCESS", "rejected-rows.csv", "tpv-by-store.csv");
      byte[] csv = store.get(new ObjectName("tpv-by-store.csv")).orElseThrow();
      assertThat(new String(csv, UTF_8)).isEqualTo(door.results(job).get("tpv-by-store"));
      JobView.ResultView result = door.view(job).results().getFirst();
      assertThat(new String(store.get(new ObjectName("_SUCCESS")).orElseThrow(), UTF_8))
          .contains("\"job\" : \"" + job + "\"")
          .contains("\"object\" : \"tpv-by-store.csv\"")
          .contains("\"sha256\" : \"" + result.sha256() + "\"");
      assertThat(Sha256.hex(csv)).isEqualTo(result.sha256());
      assertThat(door.jobs().events(Door.CLIENT, job, 0))
          .extracting(each -> each.kind())
          .containsSubsequence("notifying", "delivered", "completed");
    }
  }

  @Test
  void aStoreInTroubleIsTriedAgain() throws Exception {
    AtomicInteger puts = new AtomicInteger();
    try (Door door =
        new Door(
            folder.resolve("state"),
            writing(bucket ->
                new MemoryStore() {
                  @Override
                  public void put(ObjectName name, Content content) {
                    if (puts.incrementAndGet() == 2) {
                      throw new UncheckedIOException(new IOException("in trouble"));
                    }
                    store(bucket).put(name, content);
                  }
                }))) {
      UUID job = door.create(REQUEST);
      send(door, job);
      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(puts.get()).isEqualTo(5);
      assertThat(stores.get("reports/daily/" + job).list("")).hasSize(3);
    }
  }

  @Test
  void onlyWhatTheOperatorAllowsIsWritten() {
    try (Door door = new Door(folder.resolve("state"), writing(this::store))) {
      for (String other : List.of("s3://shop/exports", "s3://shop/reports2", "file:///tmp")) {
        assertThatThrownBy(() -> door.create(REQUEST.with(new Buckets(null, List.of(), other))))
            .as(other)
            .isInstanceOf(Refusal.class);
      }
      assertThatThrownBy(
              () -> door.create(REQUEST.with(new Buckets("s3://shop/reports", List.of(), null))))
          .hasMessageContaining("reads no buckets");
    }
  }
}
