package dev.roastery.gateway.embedded;

import dev.roastery.aggregator.AggregatorStage;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.joiner.JoinerStage;
import dev.roastery.maximizer.AbsoluteStage;
import dev.roastery.maximizer.MaximizerStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The partitions that a job needs, each a thread of this process. */
final class Cluster implements AutoCloseable {

  private final List<Worker> workers = new ArrayList<>();

  Cluster(List<PartitionName> partitions, ClusterPorts ports, ResultSink sink) {
    Map<String, Stage> stages =
        Map.of(
            Routes.AGGREGATOR, new AggregatorStage(),
            Routes.MAXIMIZER, new MaximizerStage(),
            Routes.ABSOLUTE, new AbsoluteStage(),
            Routes.JOINER, new JoinerStage(),
            Routes.COLLECTOR, new CollectorStage(sink));
    List<String> queues = new ArrayList<>(List.of(Routes.GATEWAY_QUEUE));
    for (PartitionName name : partitions) {
      queues.add(name.queue());
      queues.add(name.cardQueue());
      Stage stage = stages.get(name.stage());
      if (stage == null) {
        throw new IllegalArgumentException("no stage " + name.stage());
      }
      workers.add(new Worker(name, stage, ports));
    }
    ports.transport().declare(queues);
    workers.forEach(Worker::start);
  }

  /** Each worker finishes its current group and takes a last snapshot. */
  @Override
  public void close() {
    workers.forEach(Worker::close);
  }
}
