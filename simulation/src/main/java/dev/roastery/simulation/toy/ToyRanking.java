package dev.roastery.simulation.toy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The highest totals, ties broken by the key, ascending. */
final class ToyRanking {

  private static final Comparator<Map.Entry<Long, Long>> ORDER =
      Map.Entry.<Long, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

  private ToyRanking() {}

  static List<Map.Entry<Long, Long>> of(Map<Long, Long> totals) {
    List<Map.Entry<Long, Long>> ranked = new ArrayList<>(totals.entrySet());
    ranked.sort(ORDER);
    return ranked.subList(0, Math.min(ToyPlan.LIMIT, ranked.size()));
  }
}
