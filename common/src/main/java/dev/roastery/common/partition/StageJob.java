package dev.roastery.common.partition;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpilledFile;
import java.util.List;

/**
 * The working state of one job in one partition. Its outputs are a function of the set of batches
 * it was given (invariant 1): one output per input with an id derived from the input's, or outputs
 * at a gate with rows in a total order, cut by a fixed rule, numbered from 0.
 */
public interface StageJob {

  /** The gates of this job here, always the same; none means that the job has no work here. */
  List<Gate> gates();

  /** Adds a batch that has not been added before. */
  void apply(Batch batch, Outputs out);

  /** All of the gate's streams are complete. May be called again after a crash: same outputs. */
  void pass(Gate gate, Barrier inputs, Outputs out);

  /** Whose the job is: what it shares with other jobs, it shares by client. */
  default Share share() {
    return Share.OF_A_JOB;
  }

  /** What this job has of memory and spilled files; called once, before anything else. */
  default void use(JobSpace space) {}

  /** The memory that the state takes, as far as it can be spilled. */
  default long memoryBytes() {
    return 0;
  }

  /** Moves state from memory to files. What goes out later is the same. */
  default void spill() {}

  /** The spilled files that {@link #save} refers to. */
  default List<SpilledFile> spilled() {
    return List.of();
  }

  /** All that {@link #restore} needs to give back this state. */
  byte[] save();

  /** Makes a new instance what another one was when it was saved. */
  void restore(byte[] saved);

  /** The job has ended here, or the partition is given up: closes what is open. */
  default void close() {}
}
