package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.FileStore;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.Buckets;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.StoreRules;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import dev.roastery.input.source.SourceRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * A gateway with all its workers, whose job is read from one bucket and delivered to another, in a
 * process that may be told to die. Started again, it goes on by itself.
 */
final class BucketProcess {

  private BucketProcess() {}

  /** Arguments: the state's folder, the folder of the buckets. */
  public static void main(String[] arguments) throws IOException {
    Path state = Path.of(arguments[0]);
    Path buckets = Path.of(arguments[1]);
    SourceRules.Opener opener =
        bucket -> new FileStore(buckets.resolve(bucket.bucket()).resolve(bucket.prefix()));
    StoreRules rules = new StoreRules(List.of(bucket("in")), List.of(bucket("out")), opener);
    JobRequest request =
        new JobRequest(
                null,
                List.of(new QueryChoice.BuiltIn("tpv-by-store")),
                null,
                BadRows.SKIP,
                MaxBadRows.UNLIMITED,
                false,
                null)
            .with(
                new Buckets(
                    "s3://in/sales", List.of(), "s3://out/" + state.getParent().getFileName()));
    try (Door door = new Door(state, Door.settings(1_000).allowing(rules))) {
      UUID job = door.jobs().create(Door.CLIENT, request, "the-key").job().id();
      door.finished(job);
      door.awaitForgotten(job);
      String prefix = state.getParent().getFileName() + "/" + job;
      try (ObjectStore delivered = opener.open(bucket("out", prefix))) {
        report(door, job, delivered, state.resolveSibling("report"));
      }
    }
    System.exit(0);
  }

  private static S3Bucket bucket(String name) {
    return bucket(name, "");
  }

  private static S3Bucket bucket(String name, String prefix) {
    return new S3Bucket(
        name, prefix, URI.create("http://127.0.0.1:1"), "us-east-1", S3Bucket.Style.PATH);
  }

  /** Everything that must be the same, whoever died; whose partitions moved depends on that. */
  private static void report(Door door, UUID job, ObjectStore delivered, Path file)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(door.view(job).state()).append('\n');
    door.jobs().events(Door.CLIENT, job, 0).stream()
        .map(JobEvent::kind)
        .filter(kind -> !kind.equals("partition_moved"))
        .forEach(kind -> text.append(kind).append('\n'));
    text.append(door.results(job)).append('\n');
    for (ListedObject each : delivered.list("")) {
      String bytes = new String(delivered.get(each.name()).orElseThrow(), UTF_8);
      text.append(each.name()).append('\n').append(bytes.replace(job.toString(), "JOB"));
    }
    Files.writeString(file, text);
  }
}
