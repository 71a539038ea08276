package dev.roastery.embedded;

import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import java.util.ArrayList;
import java.util.List;

/** The partitions that a job needs, each a thread of this process. */
final class EmbeddedWorkers implements AutoCloseable {

  private final List<RestartingPartition> workers = new ArrayList<>();

  EmbeddedWorkers(List<PartitionName> partitions, Stages stages, ClusterPorts ports) {
    List<String> queues = new ArrayList<>(List.of(JobTopology.GATEWAY_QUEUE));
    for (PartitionName name : partitions) {
      queues.add(name.queue());
      queues.add(name.cardQueue());
      workers.add(new RestartingPartition(name, stages.named(name.stage()), ports));
    }
    ports.transport().declare(queues);
    workers.forEach(RestartingPartition::start);
  }

  /** Each worker finishes its current group and takes a last snapshot. */
  @Override
  public void close() {
    workers.forEach(RestartingPartition::close);
  }
}
