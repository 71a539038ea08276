package dev.roastery.gateway.cluster;

import dev.roastery.common.pipeline.PartitionName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds out that no message of a job is anywhere any more. The gateway has sent everything. From
 * then on it looks at one stage after the other: a partition has nothing left when its queue was
 * seen empty, and its owner has said after that that it has nothing in hand. What a stage sends is
 * confirmed before it is idle, and messages only go forward; so when the last stage is empty, no
 * partition will get anything more. A job that is not complete then never will be: its messages
 * were lost behind the broker's promises, by a purged queue, a policy, or a lost volume.
 *
 * <p>Heartbeats are late by seconds. The caller takes the answer only if nothing has moved for
 * minutes; and to fail a job is always safe.
 */
public final class LostMessages {

  /** What is asked of the cluster. */
  public interface Cluster {

    boolean isEmpty(PartitionName partition);

    /** Whether its owner has said after that time that it has nothing in hand. */
    boolean isIdleSince(PartitionName partition, Instant since);
  }

  private final Deque<Set<PartitionName>> stages = new ArrayDeque<>();

  /** When the queues of the stage that is being looked at were seen empty. */
  private final Map<PartitionName, Instant> empty = new HashMap<>();

  /**
   * @param partitions all of the job's, in the order of their stages
   */
  public LostMessages(Collection<PartitionName> partitions) {
    String stage = "";
    for (PartitionName each : partitions) {
      if (!each.stage().equals(stage)) {
        stages.add(new HashSet<>());
        stage = each.stage();
      }
      stages.getLast().add(each);
    }
  }

  /** Looks once more; returns whether nothing is under way. */
  public boolean look(Cluster cluster, Instant now) {
    if (stages.isEmpty()) {
      return true;
    }
    Set<PartitionName> stage = stages.getFirst();
    stage.removeIf(each -> hasNothing(each, cluster, now));
    if (stage.isEmpty()) {
      stages.removeFirst();
      empty.clear();
    }
    return stages.isEmpty();
  }

  private boolean hasNothing(PartitionName partition, Cluster cluster, Instant now) {
    Instant since = empty.get(partition);
    if (since == null && cluster.isEmpty(partition)) {
      empty.put(partition, now);
    }
    return since != null && cluster.isIdleSince(partition, since);
  }
}
