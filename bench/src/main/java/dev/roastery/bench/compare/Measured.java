package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * One process from its start to its end, and those that serve it meanwhile.
 *
 * @param wallMillis what a user waits
 * @param cpuMillis of all threads, in the programs and in the kernel
 * @param ownMillis what the process says of itself, or as much as {@code wallMillis}
 * @param peakBytes the most memory that it had at once, as of some milliseconds before its end, and
 *     the most that each servant ever had
 */
record Measured(long wallMillis, long cpuMillis, long ownMillis, long peakBytes) {

  /** The kernel's unit of CPU time. */
  private static final int TICK_MILLIS = 10;

  private static final int LOOK_MILLIS = 5;

  static Measured of(List<String> command, List<ProcessHandle> servants)
      throws IOException, InterruptedException {
    long cpu = childrenCpuMillis() + cpuMillis(servants);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    long peak = 0;
    do {
      peak = Math.max(peak, peakBytes(process.pid()));
    } while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    long wall = (System.nanoTime() - start) / 1_000_000;
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.exitValue() != 0) {
      throw new IllegalStateException(command + " ended with " + process.exitValue());
    }
    long own = said.isEmpty() ? wall : Long.parseLong(said);
    for (ProcessHandle servant : servants) {
      peak += peakBytes(servant.pid());
    }
    return new Measured(wall, childrenCpuMillis() + cpuMillis(servants) - cpu, own, peak);
  }

  /** The middle one of several rounds, the upper one of two. */
  static <T> long median(List<T> rounds, ToLongFunction<T> value) {
    long[] sorted = rounds.stream().mapToLong(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Of all processes that this one has started and that have ended. */
  private static long childrenCpuMillis() throws IOException {
    return ticks("self", 13) * TICK_MILLIS;
  }

  /** Without those that have ended: RabbitMQ starts some for moments. */
  static long cpuMillis(List<ProcessHandle> servants) throws IOException {
    long ticks = 0;
    for (ProcessHandle servant : servants) {
      if (servant.isAlive()) {
        ticks += ticks(Long.toString(servant.pid()), 11);
      }
    }
    return ticks * TICK_MILLIS;
  }

  /** The sum of two neighbouring fields: in the program, and in the kernel for it. */
  private static long ticks(String process, int first) throws IOException {
    String stat = Files.readString(Path.of("/proc", process, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]);
  }

  /** 0 when the process has already ended. */
  static long peakBytes(long pid) {
    List<String> status;
    try {
      status = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
    } catch (IOException ended) {
      return 0; // there is no such file, or, when it ends just now, no such process
    }
    return status.stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElse(0);
  }
}
