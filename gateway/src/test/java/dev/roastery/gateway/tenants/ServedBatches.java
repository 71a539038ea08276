package dev.roastery.gateway.tenants;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The batches that the stages of a process are given, in the order in which they are. */
final class ServedBatches {

  private final List<Served> served = new CopyOnWriteArrayList<>();

  /** Holds that partition up at its next batch. */
  private volatile @Nullable Closed closed;

  private record Closed(String partition, CountDownLatch latch) {}

  private record Served(String partition, JobId job) {}

  /** The stage, with every batch noted down. */
  Stage by(PartitionName partition, Stage stage) {
    return (name, job, plan) -> new Noted(partition.toString(), stage.open(name, job, plan));
  }

  /** The jobs whose batches that partition was given. */
  List<JobId> at(String partition) {
    return served.stream()
        .filter(each -> each.partition().equals(partition))
        .map(Served::job)
        .toList();
  }

  void close(String partition) {
    closed = new Closed(partition, new CountDownLatch(1));
  }

  void open() {
    Closed held = closed;
    if (held != null) {
      held.latch().countDown();
    }
  }

  private final class Noted implements StageJob {
    private final String partition;
    private final StageJob work;

    Noted(String partition, StageJob work) {
      this.partition = partition;
      this.work = work;
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      Closed held = closed;
      if (held != null && partition.equals(held.partition())) {
        await(held.latch());
      }
      served.add(new Served(partition, batch.job()));
      work.apply(batch, out);
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      work.pass(gate, inputs, out);
    }

    @Override
    public Share share() {
      return work.share();
    }

    @Override
    public List<Gate> gates() {
      return work.gates();
    }

    @Override
    public void use(JobSpace space) {
      work.use(space);
    }

    @Override
    public long memoryBytes() {
      return work.memoryBytes();
    }

    @Override
    public void spill() {
      work.spill();
    }

    @Override
    public List<SpilledFile> spilled() {
      return work.spilled();
    }

    @Override
    public byte[] save() {
      return work.save();
    }

    @Override
    public void restore(byte[] saved) {
      work.restore(saved);
    }
  }
}
