package dev.roastery.simulation.toy;

import dev.roastery.common.partition.JobFailure;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.simulation.scenario.SimulatedTopology;
import java.util.ArrayList;
import java.util.List;

/** How many partitions each stage has: all that a toy job's plan says. */
public record ToyPlan(int sums, int tops, int joins) {

  public static final PartitionName COLLECTOR = new PartitionName("collector", 0);
  public static final String CLIENT_QUEUE = SimulatedTopology.CLIENT_QUEUE;
  public static final String GATEWAY_QUEUE = SimulatedTopology.GATEWAY_QUEUE;

  /** The stream of facts, that of names, and those between the stages. */
  public static final String SALES = "sales";

  static final String NAMES = "names";
  static final String TOTALS = "totals";
  static final String CANDIDATES = "candidates";
  static final String BIG = "big";
  static final String WINNERS = "winners";
  static final String RESULT = "result";

  /** Amounts from here on pass the filter, the three highest totals the ranking. */
  static final long BIG_FROM = 50;

  static final int LIMIT = 3;

  public String text() {
    return sums + " " + tops + " " + joins;
  }

  public static ToyPlan parse(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 3) {
      throw new JobFailure("no toy plan: '" + text + "'");
    }
    return new ToyPlan(
        Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  public List<PartitionName> partitions() {
    List<PartitionName> all = new ArrayList<>();
    all.addAll(PartitionName.ofStage("sum", sums));
    all.addAll(PartitionName.ofStage("top", tops));
    all.addAll(PartitionName.ofStage("join", joins));
    all.add(COLLECTOR);
    return all;
  }

  /** All queues that there are, in any job. */
  public List<String> queues() {
    List<String> queues = new ArrayList<>(List.of(CLIENT_QUEUE, GATEWAY_QUEUE));
    for (PartitionName partition : partitions()) {
      queues.add(partition.queue());
      queues.add(partition.cardQueue());
    }
    return queues;
  }

  /** The partition that has a key's total. */
  String topQueue(long key) {
    return new PartitionName("top", (int) Math.floorMod(key * 31, (long) tops)).queue();
  }
}
