package dev.roastery.common.partition.range;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.Message.Range;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ranges of one job that have come, and of which a batch is missing. */
public final class PendingRanges {

  private static final Comparator<BatchId> ORDER =
      Comparator.comparing(BatchId::stream)
          .thenComparingInt(BatchId::sender)
          .thenComparingLong(BatchId::seq);

  private final ProcessedIds processed;
  private final SortedMap<BatchId, Range> ranges = new TreeMap<>(ORDER);

  public PendingRanges(ProcessedIds processed) {
    this.processed = processed;
  }

  /** Takes a range in; an answer is a broken promise of the sender's, in words. */
  public @Nullable String add(Range range) {
    Range before = ranges.get(range.first());
    if (before != null) {
      return before.equals(range)
          ? null
          : "range " + range.first() + " arrived twice, with changes";
    }
    if (!isComplete(range)) {
      ranges.put(range.first(), range);
    }
    return null;
  }

  /** Whether taking it in would change nothing. */
  public boolean knows(Range range) {
    return range.equals(ranges.get(range.first())) || isComplete(range);
  }

  /** A batch has been counted, which perhaps is the last one of its range. */
  public void counted(BatchId batch) {
    SortedMap<BatchId, Range> before =
        ranges.headMap(new BatchId(batch.job(), batch.stream(), batch.sender(), batch.seq() + 1));
    if (!before.isEmpty() && isComplete(before.lastEntry().getValue())) {
      ranges.remove(before.lastKey());
    }
  }

  private boolean isComplete(Range range) {
    for (int number = 0; number < range.batches(); number++) {
      if (!processed.contains(range.batch(number))) {
        return false;
      }
    }
    return true;
  }

  public boolean has(Range range) {
    return range.equals(ranges.get(range.first()));
  }

  /** In the order in which they are to be read. */
  public Collection<Range> all() {
    return ranges.values();
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }
}
