package dev.roastery.common.partition.range;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Range;
import dev.roastery.common.share.Share;
import dev.roastery.common.share.Turns;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The ranges that one partition reads at the moment, and what has been read of them and not been
 * applied. One thread calls it; what the readers bring comes to that thread by {@code later}.
 */
public final class RangesInHand {

  /** So that one is fetched while another one is applied. */
  private static final int AT_ONCE = 2;

  private final RangeReading reader;
  private final Consumer<Runnable> later;
  private final Turns<JobId, Range> inLine = new Turns<>();
  private final Map<Range, RangeReading.Reading> readings = new HashMap<>();
  private final Deque<News> news = new ArrayDeque<>();

  /** What has come of a range. */
  public sealed interface News {

    Range range();

    record Read(Range range, Message.Batch batch) implements News {}

    record Failed(Range range, String reason) implements News {}
  }

  public RangesInHand(RangeReading reader, Consumer<Runnable> later) {
    this.reader = reader;
    this.later = later;
  }

  /** A range is to be read, when it is its job's turn. */
  public void add(Share share, Range range) {
    inLine.add(share, range.job(), range);
  }

  /** Lets go of what is not wanted any more, and begins what is, as far as there is room. */
  public void update(Predicate<Range> isWanted, Function<Range, String> plan) {
    List<Range> gone = readings.keySet().stream().filter(isWanted.negate()).toList();
    gone.forEach(this::close);
    while (readings.size() < AT_ONCE && !inLine.isEmpty()) {
      Range next = inLine.take(_ -> true).orElseThrow();
      if (isWanted.test(next) && !readings.containsKey(next)) {
        begin(next, plan.apply(next));
      }
    }
  }

  private void begin(Range range, String plan) {
    Arrivals arrivals = new Arrivals(range);
    readings.put(range, RangeReading.Reading.DONE);
    readings.put(range, reader.begin(plan, range, arrivals));
  }

  private void close(Range range) {
    news.removeIf(each -> each.range().equals(range));
    Optional.ofNullable(readings.remove(range)).ifPresent(RangeReading.Reading::close);
  }

  /** Whether there is nothing to read, and nothing that was read is left. */
  public boolean isIdle() {
    return readings.isEmpty() && inLine.isEmpty();
  }

  public boolean hasNews() {
    return !news.isEmpty();
  }

  /** What has come first; from now on another batch of its range may come. */
  public News next() {
    News next = news.remove();
    RangeReading.Reading reading = readings.get(next.range());
    if (reading != null) {
      reading.taken();
    }
    return next;
  }

  public void close() {
    List.copyOf(readings.keySet()).forEach(this::close);
  }

  /** Of one range that is in hand. */
  private final class Arrivals implements RangeReading.Sink {

    private final Range range;

    Arrivals(Range range) {
      this.range = range;
    }

    @Override
    public void batch(Message.Batch batch) {
      come(new News.Read(range, batch));
    }

    @Override
    public void failed(String reason) {
      come(new News.Failed(range, reason));
    }

    private void come(News of) {
      later.accept(() -> {
        if (readings.containsKey(range)) {
          news.add(of);
        }
      });
    }
  }
}
