package dev.roastery.common.kernel.group;

/**
 * Finds tuples of numbers that lie close together (months and items, halves and stores) with an
 * array instead of a hash. It caches the answers of {@link KeyTupleTable}, so tuples outside the
 * window cost speed, not correctness. The window is placed around the first tuples, and gives up
 * when most others are outside of it.
 */
final class DenseKeyCache {

  private static final int BITS = 16;
  private static final int TRIAL_ROWS = 1_024;

  private final int keys;
  private final int width;
  private final long[] lows;
  private final int[] places = new int[GroupIndex.BLOCK];

  /** Tuple + 1, or 0 where it is not known yet; empty before the first tuples. */
  private int[] tuples = new int[0];

  /** Rows since it was last judged, and those of them that were inside. */
  private int tried;

  private int hits;

  private State state = State.NOWHERE;

  private enum State {
    NOWHERE,
    PLACED,
    GIVEN_UP
  }

  DenseKeyCache(int keys) {
    this.keys = keys;
    this.width = BITS / keys;
    this.lows = new long[keys];
  }

  /** The numbers of {@code count} tuples. */
  void add(long[][] from, short[] nulls, int count, KeyTupleTable known, int[] out) {
    if (state == State.NOWHERE && count > 0) {
      open(from, nulls, count);
    }
    if (state == State.PLACED) {
      addByPlace(from, nulls, count, known, out);
    } else {
      known.addAll(from, nulls, count, out);
    }
  }

  private void addByPlace(long[][] from, short[] nulls, int count, KeyTupleTable known, int[] out) {
    place(from, nulls, count);
    int[] places = this.places;
    int[] tuples = this.tuples;
    int inside = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      if (place < 0) {
        out[i] = known.add(from, nulls, i);
      } else {
        if (tuples[place] == 0) {
          tuples[place] = known.add(from, nulls, i) + 1;
        }
        out[i] = tuples[place] - 1;
        inside++;
      }
    }
    judge(count, inside);
  }

  /** Small blocks are judged together. */
  private void judge(int count, int inside) {
    tried += count;
    hits += inside;
    if (tried >= TRIAL_ROWS) {
      if (hits < tried / 2) {
        state = State.GIVEN_UP;
        tuples = new int[0];
      }
      tried = 0;
      hits = 0;
    }
  }

  /** Works out where tuples are in the window; -1 outside. */
  private void place(long[][] from, short[] nulls, int count) {
    int[] places = this.places;
    int width = this.width;
    for (int i = 0; i < count; i++) {
      places[i] = nulls[i] == 0 ? 0 : -1;
    }
    for (int key = 0; key < keys; key++) {
      long[] values = from[key];
      long low = lows[key];
      for (int i = 0; i < count; i++) {
        long at = values[i] - low;
        boolean inside = at >>> width == 0 && places[i] >= 0;
        places[i] = inside ? (places[i] << width) | (int) at : -1;
      }
    }
  }

  private void open(long[][] from, short[] nulls, int count) {
    for (int key = 0; key < keys; key++) {
      long lowest = Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        lowest = nulls[i] == 0 ? Math.min(lowest, from[key][i]) : lowest;
      }
      lows[key] = lowest - (1L << width) / 4;
    }
    tuples = new int[1 << (width * keys)];
    state = State.PLACED;
  }
}
