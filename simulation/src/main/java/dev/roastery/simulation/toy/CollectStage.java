package dev.roastery.simulation.toy;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Sha256;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.collect.ResultSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts a job's results together: the winners, then all big sales in order. */
public final class CollectStage implements Stage {

  /** Where the result goes: a message to a client, or a file of the gateway. */
  private interface Destination {
    void put(JobId job, byte[] result, Outputs out);
  }

  private final Destination destination;

  private CollectStage(Destination destination) {
    this.destination = destination;
  }

  public static CollectStage toClient() {
    return new CollectStage(
        (_, result, out) -> out.batch(ToyPlan.CLIENT_QUEUE, ToyPlan.RESULT, result));
  }

  public static CollectStage into(ResultSink sink) {
    return new CollectStage((job, bytes, _) -> {
      ResultSink.Result result = sink.open(job, ToyPlan.RESULT);
      result.append(ByteBuffer.wrap(bytes));
      result.stored(new ResultDigest(Sha256.hex(bytes), bytes.length / 16, bytes.length));
    });
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new Results(job, destination);
  }

  private static final class Results implements StageJob {
    private static final Comparator<BatchId> ORDER =
        Comparator.comparing(BatchId::stream)
            .reversed()
            .thenComparingInt(BatchId::sender)
            .thenComparingLong(BatchId::seq);

    private final JobId job;
    private final Destination destination;
    private final TreeMap<BatchId, byte[]> batches = new TreeMap<>(ORDER);

    Results(JobId job, Destination destination) {
      this.job = job;
      this.destination = destination;
    }

    @Override
    public List<Gate> gates() {
      return List.of(new Gate("result", List.of(ToyPlan.WINNERS, ToyPlan.BIG)));
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      batches.put(batch.id(), batch.rows());
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      List<long[]> big = new ArrayList<>();
      batches.forEach((id, rows) -> {
        if (id.stream().equals(ToyPlan.BIG)) {
          Pairs.decode(rows, (key, amount) -> big.add(new long[] {key, amount}));
        } else {
          all.writeBytes(rows);
        }
      });
      big.sort(Pairs.ORDER);
      all.writeBytes(Pairs.encode(big, big.size()));
      destination.put(job, all.toByteArray(), out);
    }

    @Override
    public byte[] save() {
      return DataBytes.bytes(out -> {
        for (Map.Entry<BatchId, byte[]> batch : batches.entrySet()) {
          out.writeUTF(batch.getKey().stream());
          out.writeInt(batch.getKey().sender());
          out.writeLong(batch.getKey().seq());
          out.writeInt(batch.getValue().length);
          out.write(batch.getValue());
        }
      });
    }

    @Override
    public void restore(byte[] saved) {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved))) {
        while (in.available() > 0) {
          BatchId id = new BatchId(job, in.readUTF(), in.readInt(), in.readLong());
          batches.put(id, in.readNBytes(in.readInt()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
