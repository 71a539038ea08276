package dev.roastery.simulation;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.state.KeptStreams;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.SingleSender;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.pipeline.StageKind.Queries;
import dev.roastery.common.pipeline.StageKind.Tables;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import java.util.List;

/** A stage between joiner and collector that passes every result on as it came. */
record ToySixthStage(Pipeline pipeline, Runnable passed) implements Stage {

  static final StageKind KIND =
      new StageKind("toy", "toy", "toy", Queries.ALL, Division.BY_QUERY, Tables.NONE, 2);

  static final Pipeline PIPELINE = Pipeline.STANDARD.withAfter(StageKind.JOINER, KIND);

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new ToyJob(partition, JobTopology.of(job, plan, pipeline), passed);
  }

  private static final class ToyJob implements StageJob {

    private final JobTopology topology;
    private final Runnable passed;
    private final List<BoundQuery> queries;
    private final KeptStreams kept;

    ToyJob(PartitionName me, JobTopology topology, Runnable passed) {
      this.topology = topology;
      this.passed = passed;
      this.queries = topology.queriesAt(me);
      this.kept = new KeptStreams(me, topology.job());
      queries.forEach(query -> kept.expectResult(query.name(), query.output()));
    }

    @Override
    public List<Gate> gates() {
      return queries.stream().map(q -> new Gate(q.name(), List.of(q.name()))).toList();
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      kept.add(batch);
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      BoundQuery query = topology.plan().query(gate.name());
      Rows all = kept.stream(gate.name()).all();
      new SingleSender(topology.job(), query, topology.receiver(KIND, query), out)
          .send(all, Selection.all(all.count()).rows());
      passed.run();
    }

    @Override
    public byte[] save() {
      return kept.save();
    }

    @Override
    public void restore(byte[] saved) {
      kept.restore(saved);
    }
  }
}
