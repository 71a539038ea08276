package dev.roastery.common.process.state;

import dev.roastery.common.broker.ExclusiveNames;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A volume that the nodes of a stage share. */
public record FolderState(Path folder, FileDisk disk, String crashAsked) implements WorkerState {

  static FolderState open(Path folder, Map<String, String> environment) {
    return new FolderState(folder, volume(folder), environment.getOrDefault("ROASTERY_CRASH", ""));
  }

  /** The folder of a volume, created if it does not exist. */
  public static FileDisk volume(Path folder) {
    try {
      Files.createDirectories(folder);
      return new FileDisk(folder);
    } catch (IOException e) {
      throw new Fatal(
          FatalReason.DISK_UNWRITABLE,
          "the volume " + folder + " cannot be created: " + IoReason.of(e),
          e);
    }
  }

  @Override
  public String where() {
    return folder.toAbsolutePath().toString();
  }

  @Override
  public Partitions served(Partitions asked) {
    return ServedPartitions.of(disk, asked);
  }

  @Override
  public DeathRecord deaths() {
    return new FolderDeaths(folder);
  }

  /** With its marker on the volume. */
  @Override
  public CrashPoints crashPoints() {
    return CrashPoints.fromEnvironment(crashAsked, folder.resolve("crashed"));
  }

  /** By a lock on the volume. */
  @Override
  public int number(String process, int asked, int nodes, ExclusiveNames names) {
    return NodeNumber.take(asked, nodes, node -> NodeLocks.take(folder, process, node));
  }

  @Override
  public StateHealth health() {
    return new StateHealth(List.of(VolumeSpace.of(folder)), "");
  }

  /** An owner that is followed was away for long, and is better off with a new start. */
  @Override
  public boolean restarts(Fatal fatal) {
    return false;
  }
}
