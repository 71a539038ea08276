package dev.roastery.common.pipeline;

import dev.roastery.common.pipeline.StageKind.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stages in the order in which a query's rows pass them; a query leaves out those that it does
 * not pass. The first stage gets the fact tables.
 *
 * <pre>
 *   gateway ─▶ aggregator[p] ─▶ maximizer[p] ─▶ absolute[p] ─▶ joiner[p] ─▶ collector
 *      └────────────────── reference tables ─────────────────────▲
 * </pre>
 */
public record Pipeline(List<StageKind> stages) {

  /** The process that clients talk to. It runs stages, too, but is no worker. */
  public static final String GATEWAY = "gateway";

  public static final Pipeline STANDARD =
      new Pipeline(
          List.of(
              StageKind.AGGREGATOR,
              StageKind.MAXIMIZER,
              StageKind.ABSOLUTE,
              StageKind.JOINER,
              StageKind.COLLECTOR));

  /** {@link Partitions#usual} of the standard one as text, for annotations. */
  public static final String STANDARD_PARTITIONS = "aggregator=2,maximizer=2,absolute=2,joiner=2";

  public Pipeline {
    stages = List.copyOf(stages);
    Set<String> names = new HashSet<>();
    for (StageKind stage : stages) {
      boolean isFirst = stage.equals(stages.getFirst());
      if (!names.add(stage.name())) {
        throw new IllegalArgumentException("two stages are called " + stage.name());
      }
      if (isFirst != (stage.tables() == Tables.FACTS)) {
        throw new IllegalArgumentException(
            "fact tables go to the first stage and to no other: " + stage.name());
      }
    }
    if (stages.size() < 2) {
      throw new IllegalArgumentException("a pipeline has a first and a last stage");
    }
  }

  /** The same with one stage more, right after {@code before}. */
  public Pipeline withAfter(StageKind before, StageKind added) {
    List<StageKind> all = new ArrayList<>(stages);
    all.add(stages.indexOf(stage(before.name())) + 1, added);
    return new Pipeline(all);
  }

  public StageKind first() {
    return stages.getFirst();
  }

  public StageKind stage(String name) {
    StageKind found = find(name);
    if (found == null) {
      throw new IllegalArgumentException("no stage " + name);
    }
    return found;
  }

  private @Nullable StageKind find(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst().orElse(null);
  }

  /** The stages whose partitions can be chosen. */
  public List<StageKind> divided() {
    return stages.stream().filter(StageKind::isDivided).toList();
  }

  /** The kinds of processes that are workers. */
  public List<String> workers() {
    return stages.stream()
        .map(StageKind::process)
        .filter(process -> !process.equals(GATEWAY))
        .distinct()
        .toList();
  }

  /** The stages that a process of that kind runs. */
  public List<StageKind> runBy(String process) {
    return stages.stream().filter(stage -> stage.process().equals(process)).toList();
  }

  /** What runs a stage of that name; one that this program does not know runs itself. */
  public String processOf(String stage) {
    StageKind found = find(stage);
    return found == null ? stage : found.process();
  }
}
