package dev.roastery.common.process.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.spill.MemoryBudget;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {

  private long cpuNanos = 1_000;
  private long nanos = 5_000;

  @Test
  void processorTimeIsThatSinceTheLastTime() {
    ProcessFigures figures = new ProcessFigures(MemoryBudget.of(77), () -> cpuNanos, () -> nanos);
    cpuNanos += 420;
    nanos += 1_000;
    assertThat(figures.get().cpu()).isEqualTo(0.42);

    cpuNanos += 3_000;
    nanos += 2_000;
    assertThat(figures.get().cpu()).isEqualTo(1.5);
  }

  @Test
  void whatThisProcessTakesIsKnown() {
    Figures now = ProcessFigures.of(MemoryBudget.of(77)).get();

    assertThat(now.heapBytes()).isPositive().isLessThanOrEqualTo(now.heapMaxBytes());
    assertThat(now.budgetBytes()).isEqualTo(77);
    assertThat(now.budgetUsedBytes()).isZero();
  }

  @Test
  void aBudgetWithoutLimitIsNoNumber() {
    assertThat(ProcessFigures.of(MemoryBudget.unlimited()).get().budgetBytes())
        .isEqualTo(Figures.UNKNOWN);
  }
}
