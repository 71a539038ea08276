package dev.roastery.gateway.collect;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.kernel.state.KeptBatches;
import dev.roastery.common.kernel.state.KeptStreams;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Keeps the rows of each result until all are in, then writes it. */
public final class CollectorStage implements Stage {

  private final ResultSink sink;
  private final Pipeline pipeline;

  public CollectorStage(ResultSink sink) {
    this(sink, Pipeline.STANDARD);
  }

  public CollectorStage(ResultSink sink, Pipeline pipeline) {
    this.sink = sink;
    this.pipeline = pipeline;
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Results(partition, JobTopology.of(job, plan, pipeline), sink);
  }

  private static final class Results implements StageJob {

    private final JobTopology topology;
    private final ResultSink sink;
    private final KeptStreams kept;
    private final Set<ResultWriter> open = new LinkedHashSet<>();
    private JobSpace space = JobSpace.unlimited();

    Results(PartitionName me, JobTopology topology, ResultSink sink) {
      this.topology = topology;
      this.sink = sink;
      this.kept = new KeptStreams(me, topology.job());
      for (BoundQuery query : topology.queriesAt(me)) {
        kept.expectResult(query.name(), query.output());
      }
    }

    @Override
    public Share share() {
      return topology.plan().share();
    }

    @Override
    public List<Gate> gates() {
      return topology.plan().queries().stream()
          .map(query -> new Gate(query.name(), List.of(query.name())))
          .toList();
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      kept.add(batch);
    }

    /** In steps, so that the results of other jobs need not wait for a large one. */
    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      BoundQuery query = topology.plan().query(gate.name());
      KeptBatches batches = kept.stream(gate.name());
      ResultWriter writer = new ResultWriter(query, sink.open(topology.job(), gate.name()));
      open.add(writer);
      switch (query.shape()) {
        case BoundQuery.Filter _ when batches.decodedBytes() > space.workBytes() -> {
          RowSorter sorter = RowSorter.ofAll(batches.types(), query.order(), space);
          each(batches.iterator(), sorter::add, out, () -> writeSorted(sorter, writer, out));
        }
        case BoundQuery.Filter _ -> {
          Rows all = batches.all();
          writer.rows(all, RowSort.sorted(all, query.order()));
          finish(writer);
        }
        case BoundQuery.Groups _ -> // come sorted, from one sender
            each(batches.iterator(), rows -> write(rows, writer), out, () -> finish(writer));
      }
    }

    private void writeSorted(RowSorter sorter, ResultWriter writer, Outputs out) {
      each(
          sorter.sorted(),
          rows -> write(rows, writer),
          out,
          () -> {
            sorter.close();
            finish(writer);
          });
    }

    /** Handles some rows at each step, and then does what comes at the end. */
    private static void each(
        Iterator<Rows> rows, Consumer<Rows> handle, Outputs out, Runnable end) {
      out.stepwise(() -> {
        if (rows.hasNext()) {
          handle.accept(rows.next());
          return true;
        }
        end.run();
        return false;
      });
    }

    private static void write(Rows rows, ResultWriter writer) {
      writer.rows(rows, Selection.all(rows.count()).rows());
    }

    private void finish(ResultWriter writer) {
      writer.finish();
      open.remove(writer);
    }

    @Override
    public void close() {
      open.forEach(ResultWriter::abandon);
      open.clear();
    }

    @Override
    public void use(JobSpace space) {
      this.space = space;
      kept.use(space);
    }

    @Override
    public long memoryBytes() {
      return kept.bytes();
    }

    @Override
    public void spill() {
      kept.spill();
    }

    @Override
    public List<SpilledFile> spilled() {
      return kept.files();
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
