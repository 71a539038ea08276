package dev.roastery.gateway.collect;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.compute.KeptBatches;
import dev.roastery.common.compute.KeptStreams;
import dev.roastery.common.compute.RowSort;
import dev.roastery.common.compute.Selection;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outbox;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Rows;
import java.util.List;

/** Keeps the rows of each result until all are in, then writes it. */
public final class CollectorStage implements Stage {

  private final ResultSink sink;

  public CollectorStage(ResultSink sink) {
    this.sink = sink;
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Results(partition, Routes.of(job, plan), sink);
  }

  private static final class Results implements StageJob {

    private final Routes routes;
    private final ResultSink sink;
    private final KeptStreams kept;

    Results(PartitionName me, Routes routes, ResultSink sink) {
      this.routes = routes;
      this.sink = sink;
      this.kept = new KeptStreams(me, routes.job());
      for (BoundQuery query : routes.plan().queries()) {
        kept.expectResult(query.name(), query.output());
      }
    }

    @Override
    public List<Gate> gates() {
      return routes.plan().queries().stream()
          .map(query -> new Gate(query.name(), List.of(query.name())))
          .toList();
    }

    @Override
    public void apply(Batch batch, Outbox out) {
      kept.add(batch);
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outbox out) {
      BoundQuery query = routes.plan().query(gate.name());
      KeptBatches batches = kept.stream(gate.name());
      ResultWriter writer = new ResultWriter(query, sink.open(routes.job(), gate.name()));
      switch (query.shape()) {
        case BoundQuery.Filter _ -> {
          Rows all = batches.all();
          writer.rows(all, RowSort.sorted(all, query.order()));
        }
        case BoundQuery.Groups _ -> // come sorted, from one sender
            batches.forEach(rows -> writer.rows(rows, Selection.all(rows.count()).rows()));
      }
      writer.finish();
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
