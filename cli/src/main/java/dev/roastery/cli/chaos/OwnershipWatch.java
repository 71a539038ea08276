package dev.roastery.cli.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.chaos.target.ChaosTarget;
import dev.roastery.cli.client.GatewayClient;
import dev.roastery.cli.client.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the cluster is whole: each partition is owned by a living node, according to a report of
 * that node since it was last hit. Earlier reports that the gateway remembers do not count.
 */
final class OwnershipWatch implements AutoCloseable {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  /** What was on its way to the gateway when the node was harmed. */
  private static final Duration UNDER_WAY = Duration.ofMillis(100);

  private final ChaosTarget target;
  private final SortedSet<String> partitions;
  private final Map<String, Instant> soundSince = new TreeMap<>();
  private final GatewayClient gateway;

  OwnershipWatch(ChaosTarget target, @Nullable String token) {
    this.target = target;
    this.gateway =
        new GatewayClient(
            target.gateway(), token, new RetryBudget(ANSWER_MAX, new SplittableRandom(0), _ -> {}));
    this.partitions = partitions(target.partitions());
    target.nodes().forEach(this::sound);
  }

  /** The partitions of the stages, and the gateway's own. */
  static SortedSet<String> partitions(String counts) {
    SortedSet<String> all = new TreeSet<>();
    all.add("collector-0");
    for (String each : counts.split(",", -1)) {
      String[] parts = each.split("=", 2);
      for (int number = 0; number < Integer.parseInt(parts[1].strip()); number++) {
        all.add(parts[0].strip() + "-" + number);
      }
    }
    return all;
  }

  /** The node is harmed; what it owned has to be owned by others until it is sound. */
  void harmed(String node) {
    soundSince.remove(node);
  }

  /** The node has begun to live now; what it said before does not count. */
  void sound(String node) {
    soundSince.put(node, Instant.now().plus(UNDER_WAY));
  }

  boolean isSound(String node) {
    return soundSince.containsKey(node);
  }

  boolean isWhole() throws InterruptedException {
    return missing().isEmpty();
  }

  /** Whether it is well known that others own all that is owned: a fault to it breaks nothing. */
  boolean ownsNothing(String node) throws InterruptedException {
    return missing("").isEmpty() && missing(node).isEmpty();
  }

  /** The partitions without a living owner; all of them while the gateway does not answer. */
  SortedSet<String> missing() throws InterruptedException {
    return missing("");
  }

  private SortedSet<String> missing(String without) throws InterruptedException {
    SortedSet<String> missing = new TreeSet<>(partitions);
    // Without an answer, the gateway is unreachable or paused.
    gateway
        .glance("/v1/workers", ANSWER_MAX)
        .ifPresent(answer ->
            answer
                .json()
                .path("workers")
                .forEach(worker -> {
                  if (isSound(worker, without)) {
                    worker
                        .path("owns")
                        .forEach(owns -> missing.remove(owns.path("partition").asText("")));
                  }
                }));
    return missing;
  }

  private boolean isSound(JsonNode worker, String without) {
    String node = target.nodeOf(worker);
    if (node == null || node.equals(without)) {
      return false;
    }
    Instant since = soundSince.get(node);
    return since != null
        && worker.path("state").asText("").equals("alive")
        && Instant.parse(worker.path("seen").asText("")).isAfter(since);
  }

  @Override
  public void close() {
    gateway.close();
  }
}
