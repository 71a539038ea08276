package dev.roastery.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(5, 100, 3, 1_000, List.of(ArithmeticException.class));

  @Test
  void pausesGrowByTheCoefficientUpToTheCap() {
    assertThat(List.of(1, 2, 3, 4, 5))
        .extracting(POLICY::pauseMillis)
        .containsExactly(100L, 300L, 900L, 1_000L, 1_000L);
    assertThat(POLICY.pauseMillis(100_000)).isEqualTo(1_000);
  }

  @Test
  void itTriesAsOftenAsItSaysAndFinalErrorsOnce() {
    assertThat(POLICY.again(4, new IllegalStateException())).isTrue();
    assertThat(POLICY.again(5, new IllegalStateException())).isFalse();
    assertThat(POLICY.again(1, new ArithmeticException())).isFalse();
  }

  @Test
  void asSubclassOfAFinalErrorIsFinalToo() {
    assertThat(RetryPolicy.defaults().again(1, new NumberFormatException())).isFalse();
  }

  @Test
  void aPolicyThatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new RetryPolicy(0, 100, 2, 1_000, List.of()));
    assertThatThrownBy(() -> new RetryPolicy(1, -1, 2, 1_000, List.of()));
    assertThatThrownBy(() -> new RetryPolicy(1, 100, 0.5, 1_000, List.of()));
    assertThatThrownBy(() -> new RetryPolicy(1, 100, 2, 99, List.of()));
  }
}
