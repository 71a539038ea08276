package dev.roastery.simulation.scenario;

import dev.roastery.common.partition.Stage;
import dev.roastery.common.wire.JobId;
import dev.roastery.simulation.effect.Incarnation;
import java.util.List;
import java.util.SplittableRandom;

/** What runs in a schedule: stages with their partitions, and the jobs that are given to them. */
public interface SimulatedTopology {

  /** Where results come that are messages. */
  String CLIENT_QUEUE = "client";

  /** Where partitions say that a job failed, or that it is gone. */
  String GATEWAY_QUEUE = "gateway";

  /** A stage's name, and how many partitions it has. */
  record Place(String stage, int partitions) {}

  List<Place> places();

  /** How many times as long as the toy's its schedules have to be, to get as far among faults. */
  default int length() {
    return 1;
  }

  /** The stage of that name in one life of a node. */
  Stage stage(String name, Incarnation life, ExpectedResults results);

  /** A job of few rows, with its answers. */
  Work work(JobId job, SplittableRandom random);

  /** Mostly 1, so that a schedule stays short. */
  static int few(SplittableRandom random, int max) {
    return random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(max);
  }
}
