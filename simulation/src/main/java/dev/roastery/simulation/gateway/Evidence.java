package dev.roastery.simulation.gateway;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.simulation.scenario.Divergence;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What has happened, whatever a gateway remembers of it: which batches the broker has confirmed to
 * it, and which partitions have answered that a job is gone. It outlives all processes.
 */
public final class Evidence {

  private static final byte[] NO_ROWS = {};

  private final Set<String> confirmed = new HashSet<>();
  private final Map<JobId, Set<String>> gone = new HashMap<>();

  /** The same transport, whose confirmed batches are noted. */
  Transport noting(Transport transport) {
    return new Noting(transport);
  }

  private final class Noting implements Transport {
    private final Transport transport;

    Noting(Transport transport) {
      this.transport = transport;
    }

    @Override
    public void declare(Collection<String> queues) {
      transport.declare(queues);
    }

    @Override
    public void publish(String queue, Parcel parcel, Runnable whenConfirmed) {
      transport.publish(
          queue,
          parcel,
          () -> {
            confirmed.add(key(queue, parcel.id()));
            whenConfirmed.run();
          });
    }

    @Override
    public void whenShort(String queue, Runnable then) {
      transport.whenShort(queue, then);
    }

    @Override
    public Session open(SessionListener listener) {
      return transport.open(listener);
    }

    @Override
    public void close() {
      transport.close();
    }
  }

  private static String key(String queue, String id) {
    return queue + " " + id;
  }

  /** What a gateway says it need not be sent again, the broker must have. */
  void requireConfirmed(JobFacts job, PartName part, int number, long batches) {
    JobTopology routes = job.routes();
    for (long batch = 0; batch < batches; batch++) {
      if (routes.plan().facts().contains(part.table())) {
        BatchId id = new BatchId(routes.job(), part.table(), number, routes.seq(batch));
        require(id, List.of(routes.factReceiver(number, batch)));
      }
      if (routes.plan().references().contains(part.table())) {
        String stream = JobTopology.referenceStream(part.table());
        require(
            new BatchId(routes.job(), stream, number, batch),
            routes.referenceReceivers(part.table()));
      }
    }
  }

  private void require(BatchId batch, List<PartitionName> receivers) {
    String id = MessageCodec.idOf(new Message.Batch(batch, NO_ROWS));
    for (PartitionName receiver : receivers) {
      if (!confirmed.contains(key(receiver.queue(), id))) {
        throw new Divergence(
            "batch " + id + " is on record as safe, and the broker has not confirmed it");
      }
    }
  }

  void heard(Message message) {
    if (message instanceof Message.Gone answer) {
      gone.computeIfAbsent(answer.job(), _ -> new TreeSet<>()).add(answer.partition());
    }
  }

  /** The partitions that have answered that they have nothing of this attempt. */
  public Set<String> gone(JobId job) {
    return gone.getOrDefault(job, Set.of());
  }
}
