package dev.roastery.gateway.process;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.NodeLog;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows whether this gateway owns the collector: one that does not must leave the jobs alone. */
final class CollectorLog extends NodeLog {

  private static final Logger log = LoggerFactory.getLogger(CollectorLog.class);

  /** Long enough for the broker to notice that a killed gateway is gone. */
  private static final long PATIENCE_MILLIS = 2_000;

  private final Runnable whenBrokerLost;
  private final Set<PartitionName> missing; // Guarded by this, as is the next.
  private boolean ended;

  /**
   * @param whenBrokerLost called for each partition whose messages the broker has lost
   */
  CollectorLog(Collection<PartitionName> partitions, Runnable whenBrokerLost) {
    this.missing = new TreeSet<>(partitions);
    this.whenBrokerLost = whenBrokerLost;
  }

  @Override
  public void lostBrokerAccepted(PartitionName partition) {
    super.lostBrokerAccepted(partition);
    whenBrokerLost.run();
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    super.owned(partition, epoch);
    synchronized (this) {
      missing.remove(partition);
      notifyAll();
    }
  }

  @Override
  public void released(PartitionName partition, String reason) {
    super.released(partition, reason);
    synchronized (this) {
      missing.add(partition);
    }
  }

  /** The process ends, so this gateway will not own the collector. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  synchronized boolean isOwner() {
    return missing.isEmpty();
  }

  /** Returns when the collector is this gateway's, or the process ends. */
  synchronized void awaitOwner() {
    boolean said = false;
    try {
      while (!missing.isEmpty() && !ended) {
        wait(PATIENCE_MILLIS);
        if (!missing.isEmpty() && !ended && !said) {
          said = true;
          log.warn(
              "this gateway waits for {}: another gateway owns it, or the broker has not noticed"
                  + " yet that its last owner has ended",
              missing.iterator().next());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the collector", e);
    }
  }
}
