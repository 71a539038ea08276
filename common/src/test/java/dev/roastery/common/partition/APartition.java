package dev.roastery.common.partition;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A partition's state machine without anything around it, and all that it has ever sent. */
final class APartition {

  final TallyStage stage = new TallyStage();
  final ProcessedIds processed = new ProcessedIds();

  /** What is on record as confirmed, with jobs that are over forgotten. */
  final Map<JobId, Set<String>> acknowledged = new TreeMap<>();

  private final Set<String> everSent = new TreeSet<>();
  private final String gatewayQueue;
  private Partition partition;

  APartition() {
    this(Samples.GATEWAY);
  }

  APartition(String gatewayQueue) {
    this.gatewayQueue = gatewayQueue;
    partition = fresh();
  }

  private Partition fresh() {
    Partition.SendLog log =
        new Partition.SendLog() {
          @Override
          public boolean acknowledged(JobId job, String key) {
            return acknowledged.getOrDefault(job, Set.of()).contains(key);
          }

          @Override
          public void forget(JobId job) {
            acknowledged.remove(job);
          }
        };
    return new Partition(Samples.NAME, stage, gatewayQueue, processed, log);
  }

  Partition partition() {
    return partition;
  }

  /** Takes a message in as the loop does; what is sent because of it comes back, as text. */
  List<String> take(Message... messages) {
    List<String> sent = new ArrayList<>();
    for (Message message : messages) {
      List<PendingSend> now = new ArrayList<>(partition.apply(message));
      now.addAll(partition.passGates(message.job()));
      sent.addAll(texts(now));
    }
    everSent.addAll(sent);
    return sent;
  }

  /** Goes on as another instance that was given this one's snapshot. */
  List<String> restore() {
    byte[] saved = partition.save();
    partition = fresh();
    List<String> again = texts(partition.restore(saved));
    everSent.addAll(again);
    return again;
  }

  /** The broker has confirmed the send of this key, and that is put on record. */
  void confirm(JobId job, String key) {
    if (partition.awaits(job, key)) {
      acknowledged.computeIfAbsent(job, _ -> new TreeSet<>()).add(key);
      partition.acknowledged(job, key);
    }
  }

  /** Everything that was ever sent, once each, sorted. */
  Set<String> everSent() {
    return everSent;
  }

  Set<JobId> openJobs() {
    return partition.waits().keySet();
  }

  static List<String> texts(List<PendingSend> sends) {
    return sends.stream().flatMap(send -> send.drain().stream()).map(Samples::text).toList();
  }
}
