package dev.roastery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTest {

  private static final String NAME = "numbers are small";

  @Test
  void everyRunSeesTheSameCases() {
    assertThat(drawn(100, null)).hasSize(100).doesNotHaveDuplicates().isEqualTo(drawn(100, null));
  }

  @Test
  void propertiesOfOtherNamesSeeOtherCases() {
    List<Long> others = new ArrayList<>();
    Property.check("others", 100, random -> others.add(random.nextLong()), getClass(), null);

    assertThat(others).doesNotContainAnyElementsOf(drawn(100, null));
  }

  @Test
  void aGivenSeedRunsItsCaseAlone() {
    assertThat(drawn(100, 42L)).hasSize(1).isEqualTo(drawn(1, 42L));
  }

  @Test
  void theFirstFailureEndsItAndNamesTheCommandThatRepeatsIt() {
    List<Integer> seen = new ArrayList<>();
    Property.Claim claim =
        random -> {
          seen.add(random.nextInt(100));
          assertThat(seen.getLast()).isLessThan(90);
        };

    Throwable failure = catchThrowable(() -> Property.check(NAME, 1000, claim, getClass(), null));

    assertThat(seen).hasSizeLessThan(1000);
    assertThat(failure).isInstanceOf(AssertionError.class).hasMessageContaining(NAME);
    int culprit = seen.getLast();
    long seed = seedIn(failure.getMessage());
    assertThat(failure.getMessage())
        .contains(
            "./gradlew :testkit:test --tests dev.roastery.testkit.PropertyTest"
                + " -Droastery.property.seed="
                + seed);
    assertThat(catchThrowable(() -> Property.check(NAME, 1000, claim, getClass(), seed)))
        .isInstanceOf(AssertionError.class);
    assertThat(seen.getLast()).isEqualTo(culprit);
  }

  @Test
  void whatAClaimThrowsIsTheCauseWhateverItIs() {
    Exception thrown = new Exception("no");

    Throwable failure =
        catchThrowable(() ->
            Property.check(
                NAME,
                1,
                random -> {
                  throw thrown;
                }));

    assertThat(failure).isInstanceOf(AssertionError.class).hasCause(thrown);
  }

  private List<Long> drawn(int cases, Long onlySeed) {
    List<Long> drawn = new ArrayList<>();
    Property.check(NAME, cases, random -> drawn.add(random.nextLong()), getClass(), onlySeed);
    return drawn;
  }

  private static long seedIn(String message) {
    return Long.parseLong(message.replaceAll("(?s).*case of seed (-?\\d+).*", "$1"));
  }
}
