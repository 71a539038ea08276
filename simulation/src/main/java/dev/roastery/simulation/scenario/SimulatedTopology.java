package dev.roastery.simulation.scenario;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.gateway.collect.ResultSink;
import java.util.SplittableRandom;

/** What runs in a schedule: stages with their partitions, and the jobs that are given to them. */
public interface SimulatedTopology {

  /** Where results come that are messages: of toys among real processes. */
  String CLIENT_QUEUE = "client";

  /** Where partitions say that a job failed, or that it is gone. */
  String GATEWAY_QUEUE = "gateway";

  /** How many partitions each stage has. The gateway runs the stages that are its own. */
  Partitions partitions();

  /** How many times as long as the toy's its schedules have to be, to get as far among faults. */
  default int length() {
    return 1;
  }

  /**
   * The code of a stage in one life of a node.
   *
   * @param results where results go, for the stage that makes them
   */
  Stage stage(String name, ResultSink results);

  /** How much of a part is a batch: so little that most parts have several. */
  int batchBytes();

  /** A job of few rows, with its answers. */
  Work work(SplittableRandom random);

  /** Mostly 1, so that a schedule stays short. */
  static int few(SplittableRandom random, int max) {
    return random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(max);
  }
}
