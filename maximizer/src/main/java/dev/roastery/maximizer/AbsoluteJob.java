package dev.roastery.maximizer;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.compute.KeptStreams;
import dev.roastery.common.compute.Ranking;
import dev.roastery.common.compute.SoleSender;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outbox;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.wire.Message.Batch;
import dev.roastery.common.wire.Rows;
import java.util.List;

/**
 * One job in one absolute maximizer: the queries that are its own. No group comes from two shares,
 * so there is nothing to add up.
 */
final class AbsoluteJob implements StageJob {

  private final Routes routes;
  private final List<BoundQuery> queries;
  private final KeptStreams candidates;

  AbsoluteJob(PartitionName me, Routes routes) {
    this.routes = routes;
    this.queries =
        routes.plan().queries().stream()
            .filter(query -> query.shape() instanceof BoundQuery.Groups)
            .filter(query -> routes.absolute(query).equals(me))
            .toList();
    this.candidates = new KeptStreams(me, routes.job());
    queries.forEach(query -> candidates.expectResult(query.name(), query.passed()));
  }

  @Override
  public List<Gate> gates() {
    return queries.stream().map(q -> new Gate(q.name(), List.of(q.name()))).toList();
  }

  @Override
  public void apply(Batch batch, Outbox out) {
    candidates.add(batch);
  }

  @Override
  public void pass(Gate gate, Barrier inputs, Outbox out) {
    BoundQuery query = routes.plan().query(gate.name());
    Rows passed = candidates.stream(gate.name()).all();
    SoleSender sender = new SoleSender(routes.job(), query, routes.joiner(query), out);
    sender.send(passed, Ranking.kept(query, passed));
  }

  @Override
  public byte[] save() {
    return candidates.save();
  }

  @Override
  public void restore(byte[] saved) {
    candidates.restore(saved);
  }
}
