package dev.roastery.common.kernel.run;

import dev.roastery.common.spill.JobSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The runs of one sort. Many of one tier are merged into one of the next, so that there are never
 * too many to be read at the same time. New rows pay for a bounded part of a merge, as they come,
 * or the next run pays what they have not: no step is long, and other jobs are served between two.
 */
final class RunTiers {

  /** As many of one tier are merged into one of the next: a merge holds a block of each run. */
  static final int FAN_IN = 32;

  /** For each new row so many are merged: a merge ends before the next is due. */
  private static final int MERGED_PER_ROW = 2;

  private final Merger merger;
  private final List<Run> runs = new ArrayList<>();
  private final SortedMap<Integer, Merge> merges = new TreeMap<>();

  /** How many rows of each merge have not been paid yet. */
  private long due;

  /** How runs are merged. */
  interface Merger {

    /**
     * What, each time that it is asked, writes some of the merged rows, until there are no more.
     */
    BooleanSupplier into(Run.Writer writer, List<Run> some, JobSpace space);
  }

  private record Merge(List<Run> from, Run.Writer writer, BooleanSupplier step) {}

  RunTiers(Merger merger) {
    this.merger = merger;
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** All that there is, each row in one of them. */
  List<Run> runs() {
    return runs;
  }

  /** A run for which nothing is merged now: it was there before, or is the last. */
  void restore(Run run) {
    runs.add(run);
  }

  void add(Run run, JobSpace space) {
    advance(due, space);
    runs.add(run);
    begin(space);
    due = MERGED_PER_ROW * run.rows();
  }

  /** There are so many new rows, which are not in a run yet. */
  void pay(long rows, JobSpace space) {
    advance(Math.min(due, MERGED_PER_ROW * rows), space);
  }

  private void advance(long rows, JobSpace space) {
    if (rows > 0) {
      due -= rows;
      List<Run> merged = new ArrayList<>();
      merges.values().forEach(merge -> advance(merge, rows, merged, space));
      merges.values().removeIf(merge -> !runs.containsAll(merge.from()));
      runs.addAll(merged);
    }
  }

  private void advance(Merge merge, long rows, List<Run> merged, JobSpace space) {
    long until = merge.writer().rows() + rows;
    while (merge.writer().rows() < until) {
      if (!merge.step().getAsBoolean()) {
        merged.add(merge.writer().finish());
        runs.removeAll(merge.from());
        merge.from().forEach(run -> space.release(run.file()));
        return;
      }
    }
  }

  /** At most one merge of each tier is under way. */
  private void begin(JobSpace space) {
    int highest = runs.stream().mapToInt(Run::tier).max().orElse(0);
    for (int tier = 0; tier <= highest; tier++) {
      List<Run> some = ofTier(tier);
      if (!merges.containsKey(tier) && some.size() >= FAN_IN) {
        Run.Writer writer = new Run.Writer(space, tier + 1);
        merges.put(tier, new Merge(some, writer, merger.into(writer, some, space)));
      }
    }
  }

  private List<Run> ofTier(int tier) {
    return runs.stream().filter(run -> run.tier() == tier).toList();
  }

  /** Merges that are under way are not wanted any more. */
  void settle() {
    merges.values().forEach(merge -> merge.writer().discard());
    merges.clear();
    due = 0;
  }
}
