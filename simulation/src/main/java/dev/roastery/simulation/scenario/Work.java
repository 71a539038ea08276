package dev.roastery.simulation.scenario;

import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.wire.JobId;
import java.util.List;
import java.util.SortedMap;

/** One job of a schedule: what is sent for it, and what must come of it. */
public interface Work {

  JobId job();

  /** All partitions that take part. */
  List<PartitionName> partitions();

  /** All that the gateway sends, always the same, in the order in which it sends it. */
  List<Outbound> messages();

  /** The bytes of each result by its name, computed from the rows by another way than theirs. */
  SortedMap<String, byte[]> answers();
}
