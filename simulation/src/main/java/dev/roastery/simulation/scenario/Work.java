package dev.roastery.simulation.scenario;

import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.PartName;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;

/** One job of a schedule: what its client asks and uploads, and what must come of it. */
public interface Work {

  /** A part, all of it. */
  record Upload(PartName part, byte[] csv) {}

  /** Without approval and without a receiver. */
  JobRequest request();

  List<Upload> uploads();

  /** The bytes of each result by its name, computed from the rows by another way than theirs. */
  SortedMap<String, byte[]> answers();

  /** The same request over other rows: what its client sends to the job's next attempt. */
  Work again(SplittableRandom random);

  /** Whether a stage refuses it: then it has no results. */
  default boolean fails() {
    return false;
  }
}
