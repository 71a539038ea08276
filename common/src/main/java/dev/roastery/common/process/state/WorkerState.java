package dev.roastery.common.process.state;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.location.StoreOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** What a worker keeps where, so that another one can go on. */
public sealed interface WorkerState permits FolderState, ObjectState {

  Pattern STORE = Pattern.compile("[a-z][a-z0-9]*://.*");

  /** Whether this names an object store; else it is a folder. */
  static boolean isStore(String place) {
    return STORE.matcher(place).matches();
  }

  /**
   * @param place a folder, or the address of a store; what is wrong with that is an {@link
   *     IllegalArgumentException} that says so
   */
  static WorkerState open(String place, StoreOptions options, Map<String, String> environment) {
    if (isStore(place)) {
      StoreLocation location = options.location(place, environment);
      return ObjectState.open(location, environment);
    }
    return FolderState.open(Path.of(place), environment);
  }

  Disk disk();

  /** For people. */
  String where();

  /** The id that all nodes of a stage find here. */
  default UUID id(String process) {
    return VolumeId.of(disk(), process);
  }

  /** The partitions that a node is for, if new jobs have these. */
  Partitions served(Partitions asked);

  /** How often partitions have crashed their nodes. */
  DeathRecord deaths();

  /** What {@code ROASTERY_CRASH} asks for. */
  CrashPoints crashPoints();

  /**
   * This node's number among its peers; it affects only the balance.
   *
   * @param asked the number that an operator gave, or less than 0
   * @param names of the broker, which all nodes have in common
   */
  int number(String process, int asked, int nodes, ExclusiveNames names);

  /** How the place is now. */
  StateHealth health();

  /** Whether a partition that ended so starts again, in this process. */
  boolean restarts(Fatal fatal);

  /** When its partitions are released; nothing of it is used after that. */
  default void close() {}
}
