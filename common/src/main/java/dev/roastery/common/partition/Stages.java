package dev.roastery.common.partition;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The code of a pipeline's stages, or of those that one process runs. */
public record Stages(Map<StageKind, Stage> byKind) {

  public Stages {
    byKind = Map.copyOf(byKind);
  }

  public static Stages of(StageKind kind, Stage code) {
    return new Stages(Map.of(kind, code));
  }

  public Stages with(StageKind kind, Stage code) {
    Map<StageKind, Stage> all = new HashMap<>(byKind);
    all.put(kind, code);
    return new Stages(all);
  }

  /** What computes in the partitions of the stage of that name. */
  public Stage named(String stage) {
    return byKind.entrySet().stream()
        .filter(each -> each.getKey().name().equals(stage))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no stage " + stage));
  }

  /** All partitions of these stages, each with what computes in it. */
  public SortedMap<PartitionName, Stage> in(Partitions partitions) {
    SortedMap<PartitionName, Stage> all = new TreeMap<>();
    byKind.forEach((kind, code) ->
        PartitionName.ofStage(kind, partitions.of(kind))
            .forEach(partition -> all.put(partition, code)));
    return all;
  }
}
