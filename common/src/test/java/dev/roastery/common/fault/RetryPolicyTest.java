package dev.roastery.common.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(5, new Backoff(100, 3, 1_000), List.of(ArithmeticException.class));

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
    assertThatThrownBy(() -> new RetryPolicy(0, new Backoff(100, 2, 1_000), List.of()));
  }
}
