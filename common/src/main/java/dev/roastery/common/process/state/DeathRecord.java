package dev.roastery.common.process.state;

import dev.roastery.common.pipeline.PartitionName;
import java.io.IOException;
import java.util.List;

/** One line for each time that a partition has crashed a node, until it is forgotten. */
public interface DeathRecord {

  List<String> of(PartitionName partition) throws IOException;

  void add(PartitionName partition, String line) throws IOException;

  void forget(PartitionName partition) throws IOException;

  /** What to look at, and to delete, for people. */
  String where(PartitionName partition);
}
