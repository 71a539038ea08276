package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.ColumnSpec;
import dev.roastery.common.wire.BatchId;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.RowsCodec;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job over some sales: what the gateway sends of them, and the oracle's answers. */
public record SalesWork(JobTopology topology, Sales sales) implements Work {

  @Override
  public JobId job() {
    return topology.job();
  }

  @Override
  public List<PartitionName> partitions() {
    return topology.all();
  }

  @Override
  public SortedMap<String, byte[]> answers() {
    SalesOracle oracle = new SalesOracle(sales);
    SortedMap<String, byte[]> answers = new TreeMap<>();
    for (BoundQuery query : topology.plan().queries()) {
      answers.put(query.name(), oracle.answer(query.name()).getBytes(UTF_8));
    }
    return answers;
  }

  @Override
  public List<Outbound> messages() {
    List<Outbound> messages = new ArrayList<>();
    Message opening = new Message.Job(job(), topology.plan().toJson());
    topology.all().forEach(to -> messages.add(new Outbound(to.queue(), opening)));
    topology.plan().references().forEach(table -> reference(table, messages));
    topology.plan().facts().forEach(table -> fact(table, messages));
    return messages;
  }

  private void fact(String table, List<Outbound> messages) {
    List<ColumnSpec> columns = topology.plan().factColumns(table);
    var parts = sales.table(table).parts();
    for (int part = 0; part < parts.size(); part++) {
      int batches = parts.get(part).size();
      for (int batch = 0; batch < batches; batch++) {
        BatchId id = new BatchId(job(), table, part, topology.seq(batch));
        PartitionName to = topology.factReceiver(part, batch);
        messages.add(new Outbound(to.queue(), batch(id, parts.get(part).get(batch), columns)));
      }
      for (PartitionName to : topology.factReceivers()) {
        long count = topology.batchesTo(to.number(), part, batches);
        Message end = new Message.End(job(), table, part, parts.size(), count);
        messages.add(new Outbound(to.queue(), end));
      }
    }
  }

  private void reference(String table, List<Outbound> messages) {
    List<ColumnSpec> columns = topology.plan().referenceColumns(table);
    String stream = JobTopology.referenceStream(table);
    var parts = sales.table(table).parts();
    for (PartitionName to : topology.referenceReceivers(table)) {
      for (int part = 0; part < parts.size(); part++) {
        int batches = parts.get(part).size();
        for (int batch = 0; batch < batches; batch++) {
          BatchId id = new BatchId(job(), stream, part, batch);
          Message message = batch(id, parts.get(part).get(batch), columns);
          messages.add(new Outbound(to.queue(), message));
        }
        Message end = new Message.End(job(), stream, part, parts.size(), batches);
        messages.add(new Outbound(to.queue(), end));
      }
    }
  }

  private static Message batch(
      BatchId id, List<Map<String, Object>> rows, List<ColumnSpec> columns) {
    return new Message.Batch(id, RowsCodec.encode(SalesTable.encoded(rows, columns)));
  }
}
