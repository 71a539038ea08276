package dev.roastery.joiner;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.group.KeyColumn;
import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.state.KeptBatches;
import dev.roastery.common.kernel.state.KeptStreams;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.SingleSender;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One job in one joiner: the queries that are its own, and the tables that these join. */
final class JoinerJob implements StageJob {

  private final JobTopology topology;
  private final JobPlan plan;
  private final List<BoundQuery> queries;
  private final KeptStreams kept;
  private JobSpace space = JobSpace.unlimited();

  JoinerJob(PartitionName me, JobTopology topology) {
    this.topology = topology;
    this.plan = topology.plan();
    this.queries = topology.queriesAt(me);
    this.kept = new KeptStreams(me, topology.job());
    for (BoundQuery query : queries) {
      kept.expectResult(query.name(), query.passed());
      for (BoundJoin join : query.joins()) {
        String table = join.table().name();
        kept.expect(
            JobTopology.referenceStream(table),
            plan.referenceColumns(table).stream().map(ColumnSpec::type).toList());
      }
    }
  }

  @Override
  public Share share() {
    return topology.plan().share();
  }

  @Override
  public List<Gate> gates() {
    return queries.stream().map(query -> new Gate(query.name(), inputs(query))).toList();
  }

  private static List<String> inputs(BoundQuery query) {
    Stream<String> tables = query.joins().stream().map(join -> join.table().name());
    return Stream.concat(Stream.of(query.name()), tables.map(JobTopology::referenceStream))
        .distinct()
        .toList();
  }

  @Override
  public void apply(Batch batch, Outputs out) {
    kept.add(batch);
  }

  @Override
  public void pass(Gate gate, Barrier inputs, Outputs out) {
    BoundQuery query = plan.query(gate.name());
    PartitionName next = topology.receiver(StageKind.JOINER, query);
    SingleSender sender = new SingleSender(topology.job(), query, next, out);
    KeptBatches passed = kept.stream(query.name());
    if (query.tail() != null) {
      runTail(query, query.tail(), TailRun.Groups.IN_MEMORY, sender, out);
      return;
    }
    if (passed.decodedBytes() > space.workBytes()) {
      new SpilledJoin(query, passed, rows -> result(query, rows), space).send(sender, out);
      return;
    }
    Rows result = result(query, passed.all());
    int[] order =
        switch (query.shape()) {
          case BoundQuery.Filter _ -> RowSort.sorted(result, query.order());
          case BoundQuery.Groups _ -> Selection.all(result.count()).rows(); // sorted before
        };
    sender.send(result, order);
  }

  private void runTail(
      BoundQuery query, Tail tail, TailRun.Groups groups, SingleSender sender, Outputs out) {
    KeptBatches passed = kept.stream(query.name());
    BatchStream batches = sender.stream(query.output().stream().map(ResultColumn::type).toList());
    TailRun run = new TailRun(query, tail, groups, space, batches::add);
    Runnable finish =
        () ->
            out.stepwise(() -> {
              if (run.step()) {
                return true;
              }
              batches.finish();
              sender.end();
              return false;
            });
    if (passed.decodedBytes() <= space.workBytes()) {
      run.add(joined(query, passed.all(), run.numbered()));
      finish.run();
      return;
    }
    Iterator<Rows> rows = passed.iterator();
    out.stepwise(() -> {
      if (run.isTooLarge()) {
        runTail(query, tail, TailRun.Groups.SORTED, sender, out); // from the first row on
        return false;
      }
      if (rows.hasNext()) {
        run.add(joined(query, passed.some(rows, space.workBytes() / 2), run.numbered()));
        return true;
      }
      finish.run();
      return false;
    });
  }

  /** The rows of the result that these become, in their order. */
  private Rows result(BoundQuery query, Rows passed) {
    Rows joined = joined(query, passed, Map.of());
    return Batches.rows(
        joined.count(), query.select().stream().map(joined.columns()::get).toList());
  }

  private Rows joined(BoundQuery query, Rows passed, Map<Integer, KeyColumn> numbered) {
    Rows joined = passed;
    for (BoundJoin join : query.joins()) {
      String table = join.table().name();
      Iterable<Rows> rows = kept.stream(JobTopology.referenceStream(table));
      joined = LookUp.joined(join, joined, plan.referenceColumns(table), rows, numbered);
    }
    return joined;
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
