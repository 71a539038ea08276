package dev.roastery.common.process.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.spill.MemoryBudget;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {

  private long cpuNanos = 1_000;
  private long nanos = 5_000;
  private long rows = 1_000_000; // what was handled before is not of now
  private long bytes = 1_000_000;

  @Test
  void processorTimeIsThatSinceTheLastTime() {
    ProcessFigures figures =
        new ProcessFigures(MemoryBudget.of(77), () -> cpuNanos, () -> nanos, null);
    cpuNanos += 420;
    nanos += 1_000;
    assertThat(figures.get().cpu()).isEqualTo(0.42);

    cpuNanos += 3_000;
    nanos += 2_000;
    assertThat(figures.get().cpu()).isEqualTo(1.5);
  }

  @Test
  void theRateIsThatOfRowsAndBytesFromOneTimeToTheNext() {
    WorkRate rate = new WorkRate(() -> rows, () -> bytes, nanos);
    ProcessFigures figures =
        new ProcessFigures(MemoryBudget.of(77), () -> cpuNanos, () -> nanos, rate);
    works(300, 9_000, 1_500);
    assertThat(figures.get())
        .returns(200L, Figures::rowsPerSecond)
        .returns(6_000L, Figures::bytesPerSecond);

    works(50, 70, 499);
    assertThat(figures.get().rowsPerSecond()).as("too soon to be known anew").isEqualTo(200);
    works(0, 0, 501);
    assertThat(figures.get())
        .as("nothing is left out")
        .returns(50L, Figures::rowsPerSecond)
        .returns(70L, Figures::bytesPerSecond);

    works(0, 0, 1_000);
    assertThat(figures.get().rowsPerSecond()).as("at rest").isZero();
  }

  private void works(long moreRows, long moreBytes, long millis) {
    rows += moreRows;
    bytes += moreBytes;
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void whatThisProcessTakesIsKnown() {
    Figures now = ProcessFigures.of(MemoryBudget.of(77)).get();

    assertThat(now.heapBytes()).isPositive().isLessThanOrEqualTo(now.heapMaxBytes());
    assertThat(now.budgetBytes()).isEqualTo(77);
    assertThat(now.budgetUsedBytes()).isZero();
    assertThat(now.rowsPerSecond()).as("nobody counts").isEqualTo(Figures.UNKNOWN);
  }

  @Test
  void aBudgetWithoutLimitIsNoNumber() {
    assertThat(ProcessFigures.of(MemoryBudget.unlimited()).get().budgetBytes())
        .isEqualTo(Figures.UNKNOWN);
  }
}
