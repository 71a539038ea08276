package dev.roastery.common.process.watch;

import com.sun.management.OperatingSystemMXBean;
import dev.roastery.common.spill.MemoryBudget;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The figures of this process, from one call to the next. */
public final class ProcessFigures implements Supplier<Figures> {

  private final MemoryBudget memory;
  private final LongSupplier cpuNanos;
  private final LongSupplier nanos;
  private final @Nullable WorkRate rate;
  private long cpuBefore;
  private long before;

  ProcessFigures(
      MemoryBudget memory, LongSupplier cpuNanos, LongSupplier nanos, @Nullable WorkRate rate) {
    this.memory = memory;
    this.cpuNanos = cpuNanos;
    this.nanos = nanos;
    this.rate = rate;
    this.cpuBefore = cpuNanos.getAsLong();
    this.before = nanos.getAsLong();
  }

  /** Without a rate. */
  public static ProcessFigures of(MemoryBudget memory) {
    return new ProcessFigures(memory, cpuNanos(), System::nanoTime, null);
  }

  /** Of a process whose stages were given so many rows and bytes so far. */
  public static ProcessFigures of(MemoryBudget memory, LongSupplier rows, LongSupplier bytes) {
    WorkRate rate = new WorkRate(rows, bytes, System.nanoTime());
    return new ProcessFigures(memory, cpuNanos(), System::nanoTime, rate);
  }

  private static LongSupplier cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)::getProcessCpuTime;
  }

  @Override
  public synchronized Figures get() {
    long cpu = cpuNanos.getAsLong();
    long now = nanos.getAsLong();
    double share = now > before ? (double) (cpu - cpuBefore) / (now - before) : 0;
    cpuBefore = cpu;
    before = now;
    Runtime heap = Runtime.getRuntime();
    Figures figures =
        new Figures(
            Math.round(share * 1_000) / 1e3,
            heap.totalMemory() - heap.freeMemory(),
            heap.maxMemory(),
            memory.bytesMax() == Long.MAX_VALUE ? Figures.UNKNOWN : memory.bytesMax(),
            memory.bytesHeld());
    return rate == null ? figures : rate.in(figures, now);
  }
}
