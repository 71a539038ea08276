package dev.roastery.common.process.watch;

/**
 * What a process takes of its machine; {@link #UNKNOWN} where nobody says.
 *
 * @param cpu processors used since the last time: 0.42 is not half of one
 * @param heapMaxBytes what the heap may grow to
 * @param budgetBytes memory for the working states of jobs; unknown if there is no limit
 * @param rowsPerSecond how many rows its stages were given since the last time
 * @param bytesPerSecond the same, in bytes as they travel
 */
public record Figures(
    double cpu,
    long heapBytes,
    long heapMaxBytes,
    long budgetBytes,
    long budgetUsedBytes,
    long rowsPerSecond,
    long bytesPerSecond) {

  public static final long UNKNOWN = -1;

  /** Of a node of an earlier version. */
  public static final Figures NONE =
      new Figures(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

  private static final double CPU_MAX = 100_000;
  private static final long BYTES_MAX = 1L << 50;

  /** What cannot be true, as forged figures may be, is brought to the nearest that can. */
  public Figures {
    cpu = Double.isNaN(cpu) ? UNKNOWN : Math.clamp(cpu, UNKNOWN, CPU_MAX);
    heapBytes = Math.clamp(heapBytes, UNKNOWN, BYTES_MAX);
    heapMaxBytes = Math.clamp(heapMaxBytes, UNKNOWN, BYTES_MAX);
    budgetBytes = Math.clamp(budgetBytes, UNKNOWN, BYTES_MAX);
    budgetUsedBytes = Math.clamp(budgetUsedBytes, UNKNOWN, BYTES_MAX);
    rowsPerSecond = Math.clamp(rowsPerSecond, UNKNOWN, BYTES_MAX);
    bytesPerSecond = Math.clamp(bytesPerSecond, UNKNOWN, BYTES_MAX);
  }

  /** Of a process of which nobody measures how fast it is. */
  public Figures(
      double cpu, long heapBytes, long heapMaxBytes, long budgetBytes, long budgetUsedBytes) {
    this(cpu, heapBytes, heapMaxBytes, budgetBytes, budgetUsedBytes, UNKNOWN, UNKNOWN);
  }

  /** The same at that speed. */
  public Figures at(long rows, long bytes) {
    return new Figures(cpu, heapBytes, heapMaxBytes, budgetBytes, budgetUsedBytes, rows, bytes);
  }
}
