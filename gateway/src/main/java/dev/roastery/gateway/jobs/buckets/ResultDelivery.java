package dev.roastery.gateway.jobs.buckets;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.s3.S3Bucket;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.ResultStore;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.service.StoreRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Puts a job's results into a bucket:
 *
 * <pre>
 *   ADDRESS/JOB/QUERY.csv            each result, as the gateway has it
 *   ADDRESS/JOB/rejected-rows.csv    the rows that were skipped, if any
 *   ADDRESS/JOB/_SUCCESS             the list of the results with their digests: the last one
 * </pre>
 *
 * <p>Nobody else writes below the job's id, and the bytes are the same each time: so these are
 * plain puts, and an attempt that is repeated, also by a gateway that was killed in the middle of
 * one, changes nothing. Who finds {@code _SUCCESS} finds all.
 */
public final class ResultDelivery implements JobMachine.Carrier, AutoCloseable {

  private static final String REJECTS = "rejected-rows.csv";
  private static final String LAST = "_SUCCESS";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How many jobs' results are on their way at once. */
  private static final int AT_ONCE = 2;

  private final StoreRules rules;
  private final Path state;
  private final Function<UUID, String> rejects;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_ONCE, Thread.ofPlatform().daemon().name("delivery-", 0).factory());

  /**
   * @param state the gateway's folder
   * @param rejects the path there of the file of a job's skipped rows
   */
  public ResultDelivery(StoreRules rules, Path state, Function<UUID, String> rejects) {
    this.rules = rules;
    this.state = state;
    this.rejects = rejects;
  }

  @Override
  public CompletableFuture<Optional<String>> deliver(JobFacts job) {
    return CompletableFuture.supplyAsync(() -> trouble(job), threads);
  }

  private Optional<String> trouble(JobFacts job) {
    try {
      S3Bucket bucket = rules.target(Objects.requireNonNull(job.record().buckets().deliverTo()));
      try (ObjectStore store = rules.stores().open(below(bucket, job.record().id()))) {
        put(job, store);
      }
      return Optional.empty();
    } catch (Refusal refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return Optional.of("the gateway cannot read its volume now");
    }
  }

  private static S3Bucket below(S3Bucket bucket, UUID job) {
    String prefix = bucket.prefix().isEmpty() ? job.toString() : bucket.prefix() + "/" + job;
    return new S3Bucket(
        bucket.bucket(), prefix, bucket.endpoint(), bucket.region(), bucket.style());
  }

  private void put(JobFacts job, ObjectStore store) throws IOException {
    UUID id = job.record().id();
    for (String query : job.results().keySet()) {
      store.put(new ObjectName(object(query)), file(ResultStore.path(id, query)));
    }
    if (job.uploads().complete().values().stream().anyMatch(table -> table.rejected() > 0)) {
      store.put(new ObjectName(REJECTS), file(rejects.apply(id)));
    }
    store.put(new ObjectName(LAST), Content.of(list(job).getBytes(UTF_8)));
  }

  private Content file(String path) throws IOException {
    return Content.of(state.resolve(path));
  }

  private static String object(String query) {
    return query + ".csv";
  }

  private static String list(JobFacts job) {
    ObjectNode list = JSON.createObjectNode();
    list.put("job", job.record().id().toString());
    ArrayNode results = list.putArray("results");
    for (Map.Entry<String, ResultDigest> result : job.results().entrySet()) {
      ResultDigest digest = result.getValue();
      results
          .addObject()
          .put("query", result.getKey())
          .put("object", object(result.getKey()))
          .put("sha256", digest.sha256())
          .put("rows", digest.rows())
          .put("bytes", digest.bytes());
    }
    return list.toPrettyString() + "\n";
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
