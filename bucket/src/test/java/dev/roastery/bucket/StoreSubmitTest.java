package dev.roastery.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.source.SourceRules;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway reads a job's parts from a real server, and delivers the job's results there. */
class StoreSubmitTest {

  private static final String CLIENT = "ann";

  @TempDir private Path folder;

  private static GatewaySettings settings(S3Bucket allowed, SourceRules.Opener stores) {
    return new GatewaySettings(
            Partitions.oneEach(),
            CsvLimits.DEFAULT.batchBytes(),
            4L << 20,
            64L << 30,
            10_000,
            100,
            100_000,
            Duration.ofHours(24),
            Duration.ofDays(7),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofSeconds(8),
            null,
            false,
            "")
        .allowing(new StoreRules(List.of(allowed), List.of(allowed), stores));
  }

  @Test
  void theResultsAreThoseOfARunOverTheSameFiles() throws Exception {
    Path set = folder.resolve("set");
    Cli.run("generate", "--out", set.toString(), "--transactions", "5000").isDone();
    Cli.run("run", set.toString(), "--out", folder.resolve("out").toString()).isDone();
    AtomicReference<Throwable> fatal = new AtomicReference<>();
    try (BucketServer server = BucketServer.start(folder.resolve("buckets"), 0);
        ObjectStore store = TestBuckets.client(server)) {
      TestSets.upload(store, set, "sets/");
      S3Bucket allowed =
          new S3Bucket(
              BucketServer.BUCKET, "some", server.endpoint(), "us-east-1", S3Bucket.Style.PATH);
      GatewaySettings settings = settings(allowed, TestBuckets::client);
      try (LocalCluster cluster =
          LocalCluster.start(folder.resolve("state"), settings, Clock.systemUTC(), fatal::set)) {
        Buckets buckets =
            new Buckets(
                "s3://roastery/some/prefix/sets", List.of(), "s3://roastery/some/prefix/results");
        JobRequest request = JobRequest.standard().with(buckets);
        UUID job = cluster.jobs().create(CLIENT, request, null).job().id();
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> cluster.jobs().job(CLIENT, job).state().isTerminal());

        JobView view = cluster.jobs().job(CLIENT, job);
        assertThat(view.state()).as(view.toString()).isEqualTo(JobState.COMPLETED);
        var delivered = TestSets.objects(store, "results/" + job + "/");
        assertThat(delivered.remove("_SUCCESS")).contains(view.results().getFirst().sha256());
        assertThat(delivered).isEqualTo(TestSets.files(folder.resolve("out")));
        assertThat(fatal.get()).isNull();
      }
    }
  }
}
