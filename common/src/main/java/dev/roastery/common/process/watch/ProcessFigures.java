package dev.roastery.common.process.watch;

import com.sun.management.OperatingSystemMXBean;
import dev.roastery.common.spill.MemoryBudget;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The figures of this process, from one call to the next. */
public final class ProcessFigures implements Supplier<Figures> {

  private final MemoryBudget memory;
  private final LongSupplier cpuNanos;
  private final LongSupplier nanos;
  private long cpuBefore;
  private long before;

  ProcessFigures(MemoryBudget memory, LongSupplier cpuNanos, LongSupplier nanos) {
    this.memory = memory;
    this.cpuNanos = cpuNanos;
    this.nanos = nanos;
    this.cpuBefore = cpuNanos.getAsLong();
    this.before = nanos.getAsLong();
  }

  public static ProcessFigures of(MemoryBudget memory) {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new ProcessFigures(memory, process::getProcessCpuTime, System::nanoTime);
  }

  @Override
  public synchronized Figures get() {
    long cpu = cpuNanos.getAsLong();
    long now = nanos.getAsLong();
    double share = now > before ? (double) (cpu - cpuBefore) / (now - before) : 0;
    cpuBefore = cpu;
    before = now;
    Runtime heap = Runtime.getRuntime();
    return new Figures(
        Math.round(share * 1_000) / 1e3,
        heap.totalMemory() - heap.freeMemory(),
        heap.maxMemory(),
        memory.bytesMax() == Long.MAX_VALUE ? Figures.UNKNOWN : memory.bytesMax(),
        memory.bytesHeld());
  }
}
