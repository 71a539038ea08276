package dev.roastery.common.pipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How many partitions each stage of a pipeline has. All of a job's participants must agree on it.
 *
 * @param counts of every stage that is divided, and of no other
 */
public record Partitions(Pipeline pipeline, Map<StageKind, Integer> counts) {

  /** Of one stage. */
  public static final int COUNT_MAX = 1_024;

  public Partitions {
    counts = Map.copyOf(counts);
    if (!counts.keySet().equals(Set.copyOf(pipeline.divided()))) {
      throw new IllegalArgumentException(
          "the stages are " + pipeline.divided() + ", not " + counts.keySet());
    }
    counts.forEach(Partitions::check);
  }

  private static void check(StageKind stage, int count) {
    if (count < 1 || count > COUNT_MAX) {
      throw new IllegalArgumentException(
          count + " " + stage.title() + "s: 1 to " + COUNT_MAX + " are possible");
    }
  }

  public static Partitions of(Pipeline pipeline, ToIntFunction<StageKind> count) {
    return new Partitions(
        pipeline,
        pipeline.divided().stream().collect(Collectors.toMap(stage -> stage, count::applyAsInt)));
  }

  /** The standard numbers of partitions. */
  public static Partitions usual(Pipeline pipeline) {
    return of(pipeline, StageKind::usualPartitions);
  }

  public static Partitions oneEach(Pipeline pipeline) {
    return of(pipeline, _ -> 1);
  }

  /** One each of the standard pipeline. */
  public static Partitions oneEach() {
    return oneEach(Pipeline.STANDARD);
  }

  /**
   * For one process that computes all: a partition for each thread where all rows come by, one
   * where the few rows of a query are in one partition in any case.
   */
  public static Partitions inOneProcess(Pipeline pipeline, int threads) {
    return of(
        pipeline,
        stage ->
            switch (stage.division()) {
              case BY_BATCH, BY_KEY -> threads;
              case BY_QUERY, NONE -> 1;
            });
  }

  public Partitions with(StageKind stage, int count) {
    Map<StageKind, Integer> changed = new HashMap<>(counts);
    changed.put(stage, count);
    return new Partitions(pipeline, changed);
  }

  /** The same with other numbers for some stages, by name. */
  public Partitions with(Map<String, Integer> byName) {
    List<String> names = pipeline.divided().stream().map(StageKind::name).toList();
    for (String name : byName.keySet()) {
      if (!names.contains(name)) {
        int last = names.size() - 1;
        throw new IllegalArgumentException(
            "unknown stage %s; it is %s or %s"
                .formatted(name, String.join(", ", names.subList(0, last)), names.get(last)));
      }
    }
    return of(pipeline, stage -> byName.getOrDefault(stage.name(), of(stage)));
  }

  public int of(StageKind stage) {
    if (!stage.isDivided()) {
      return 1;
    }
    Integer count = counts.get(stage);
    if (count == null) {
      throw new IllegalArgumentException("this pipeline has no stage " + stage.name());
    }
    return count;
  }

  /** As the option {@code --partitions} takes it. */
  @Override
  public String toString() {
    return pipeline.divided().stream()
        .map(stage -> stage.name() + "=" + of(stage))
        .collect(Collectors.joining(","));
  }
}
