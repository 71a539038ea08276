package dev.roastery.simulation.process;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.partition.Gate;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.simulation.toy.SumStage;
import java.util.List;

/** A stage with a bug that ends the process: a batch with a row of one key does. */
record PoisonedStage(Stage stage, long key) implements Stage {

  static final int EXIT_CODE = 99;

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new PoisonedJob(stage.open(partition, job, plan), key);
  }

  private record PoisonedJob(StageJob job, long key) implements StageJob {

    @Override
    public void apply(Batch batch, Outputs out) {
      if (SumStage.keys(batch).contains(key)) {
        Voice.say("poisoned by " + batch.id());
        Runtime.getRuntime().halt(EXIT_CODE);
      }
      job.apply(batch, out);
    }

    @Override
    public List<Gate> gates() {
      return job.gates();
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      job.pass(gate, inputs, out);
    }

    @Override
    public byte[] save() {
      return job.save();
    }

    @Override
    public void restore(byte[] saved) {
      job.restore(saved);
    }
  }
}
