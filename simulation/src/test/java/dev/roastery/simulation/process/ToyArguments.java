package dev.roastery.simulation.process;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.fault.Backoff;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.simulation.toy.ToyPlan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a worker is started with. Tests make its limits small with system properties, so that a
 * small job passes every place in the code.
 *
 * @param poison the key whose rows kill the process, or less than any key
 */
record ToyArguments(String amqp, String volume, Set<String> stages, ToyPlan plan, long poison) {

  private static final Set<String> NAMES =
      Set.of("--amqp", "--volume", "--stages", "--plan", "--poison");

  static ToyArguments parse(String[] words) {
    Map<String, String> given = new TreeMap<>(Map.of("--poison", "-1"));
    for (int i = 0; i < words.length; i += 2) {
      if (!NAMES.contains(words[i]) || i + 1 == words.length) {
        throw new IllegalArgumentException(
            "'" + words[i] + "' is not one of " + NAMES + " with a value after it");
      }
      given.put(words[i], words[i + 1]);
    }
    return new ToyArguments(
        required(given, "--amqp"),
        required(given, "--volume"),
        Set.of(required(given, "--stages").split(",", -1)),
        ToyPlan.parse(required(given, "--plan")),
        Long.parseLong(required(given, "--poison")));
  }

  private static String required(Map<String, String> given, String name) {
    String value = given.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  List<PartitionName> partitions() {
    return plan.partitions().stream().filter(each -> stages.contains(each.stage())).toList();
  }

  RabbitSettings rabbit() {
    return rabbit(
        amqp,
        "toy-" + ProcessHandle.current().pid(),
        Integer.getInteger("toy.heartbeatSeconds", 5),
        Long.getLong("toy.retryLongestMillis", 10_000));
  }

  static RabbitSettings rabbit(
      String uri, String name, int heartbeatSeconds, long longestWaitMillis) {
    RabbitSettings usual = RabbitSettings.of(uri, name);
    return new RabbitSettings(
        uri,
        name,
        usual.unconfirmedMessagesMax(),
        usual.unconfirmedBytesMax(),
        heartbeatSeconds,
        usual.confirmLimitMillis(),
        Backoff.doubling(usual.backoff().firstMillis(), longestWaitMillis),
        usual.seed());
  }

  PartitionSettings settings() {
    PartitionSettings usual = PartitionSettings.defaults();
    PersistenceSettings persistence = PersistenceSettings.standard();
    return new PartitionSettings(
        Integer.getInteger("toy.groupMax", usual.groupMax()),
        Integer.getInteger("toy.prefetch", usual.prefetch()),
        usual.stalledAfterMillis(),
        Long.getLong("toy.deedRenewalMillis", usual.deedRenewalMillis()),
        usual.retry(),
        usual.poisonDeaths(),
        new PersistenceSettings(
            Integer.getInteger("toy.commitIntervalChunks", persistence.commitIntervalChunks()),
            persistence.smallSnapshotBytes(),
            Long.getLong("toy.segmentBytes", persistence.segmentBytes())));
  }
}
