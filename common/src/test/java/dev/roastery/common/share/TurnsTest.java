package dev.roastery.common.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final Share ANN = Share.of("ann");
  private static final Share BOB = Share.of("bob");

  /** Items are named after their clients. */
  private final Turns<String, String> turns = new Turns<>();

  private void waits(Share share, String job, int items) {
    for (int item = 0; item < items; item++) {
      turns.add(share, job, job);
    }
  }

  private String next() {
    return turns.take(_ -> true).orElseThrow();
  }

  private List<String> next(int count) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(next());
    }
    return taken;
  }

  @Test
  void aClientWithAHundredJobsHasTheShareOfOneWithOneJob() {
    for (int job = 0; job < 100; job++) {
      waits(ANN, "ann " + job, 3);
    }
    waits(BOB, "bob", 20);

    List<String> taken = next(40);

    for (int turn = 0; turn < 40; turn += 2) {
      assertThat(taken.subList(turn, turn + 2)).containsExactlyInAnyOrder("ann " + turn / 2, "bob");
    }
  }

  @Test
  void theJobsOfAClientTakeTurnsHoweverMuchOneOfThemWaitsWith() {
    waits(ANN, "large", 5);
    waits(ANN, "small", 2);
    assertThat(next(7))
        .containsExactly("large", "small", "large", "small", "large", "large", "large");
    assertThat(turns.isEmpty()).isTrue();
  }

  @Test
  void jobsOfNoKnownClientAreClientsOfTheirOwn() {
    waits(Share.OF_A_JOB, "one", 3);
    waits(Share.OF_A_JOB, "other", 3);
    waits(ANN, "ann 1", 3);
    waits(ANN, "ann 2", 3);
    assertThat(next(6)).containsExactly("one", "other", "ann 1", "one", "other", "ann 2");
  }

  @Test
  void threeToOneIsServedWithinOneTurnOfEachAtEveryMoment() {
    waits(new Share("ann", 3), "ann", 3_000);
    waits(BOB, "bob", 1_000);
    Map<String, Integer> had = new TreeMap<>(Map.of("ann", 0, "bob", 0));
    for (int turn = 0; turn < 3_900; turn++) {
      had.merge(next(), 1, Integer::sum);
      assertThat(had.get("ann")).isBetween(3 * had.get("bob") - 3, 3 * had.get("bob") + 3);
    }
  }

  @Test
  void anyWeightsAreKeptToWhileAllWait() {
    Random random = new Random(7);
    Map<String, Integer> weights = new TreeMap<>();
    for (int client = 0; client < 8; client++) {
      weights.put("c" + client, 1 + random.nextInt(Share.WEIGHT_MAX));
    }
    Map<String, Integer> had = new TreeMap<>();
    weights.forEach((client, weight) -> {
      had.put(client, 0);
      for (int job = 0; job <= random.nextInt(5); job++) {
        turns.add(new Share(client, weight), client + job, client);
      }
    });
    for (int turn = 0; turn < 5_000; turn++) {
      String client = next();
      had.merge(client, 1, Integer::sum);
      turns.add(
          new Share(client, weights.get(client)), client + "again" + random.nextInt(3), client);
      weights.forEach((one, ofOne) ->
          weights.forEach((other, ofOther) -> {
            double apart = (double) had.get(one) / ofOne - (double) had.get(other) / ofOther;
            assertThat(apart).isLessThanOrEqualTo(1.0 / ofOne + 1.0 / ofOther + 1e-3);
          }));
    }
  }

  @Test
  void aClientThatWasAwayIsNextAndHasSavedNothingUp() {
    waits(ANN, "ann", 200);
    waits(BOB, "bob", 1);
    next(100);
    waits(BOB, "bob", 10);
    assertThat(next(6)).containsExactly("bob", "ann", "bob", "ann", "bob", "ann");
  }

  @Test
  void aClientThatComesBackAtOnceWaitsForTheOthersAsIfItHadStayed() {
    waits(ANN, "ann", 10);
    waits(BOB, "bob", 1);
    List<String> taken = new ArrayList<>();
    for (int turn = 0; turn < 8; turn++) {
      String item = next();
      taken.add(item);
      if (item.equals("bob")) {
        waits(BOB, "bob", 1);
      }
    }
    assertThat(taken).containsExactly("ann", "bob", "ann", "bob", "ann", "bob", "ann", "bob");
  }

  @Test
  void whatMayNotGoIsPassedOverAndSavesNothingUp() {
    waits(ANN, "large", 10);
    waits(ANN, "small", 1);
    waits(BOB, "bob", 60);
    Predicate<String> notLarge = item -> !item.equals("large");
    assertThat(turns.take(notLarge)).hasValue("small");
    for (int turn = 0; turn < 50; turn++) {
      assertThat(turns.take(notLarge)).hasValue("bob");
    }
    assertThat(next(6)).containsExactlyInAnyOrder("large", "bob", "large", "bob", "large", "bob");
    assertThat(turns.take(_ -> false)).isEmpty();
  }

  @Test
  void whatIsTakenOutHasNoTurn() {
    waits(ANN, "ann", 2);
    waits(BOB, "bob", 1);
    turns.remove(BOB, "bob", "bob");
    turns.remove(BOB, "bob", "bob");
    turns.remove(ANN, "ann", "never there");
    assertThat(next(2)).containsExactly("ann", "ann");
    assertThat(turns.isEmpty()).isTrue();
    assertThat(turns.take(_ -> true)).isEmpty();
  }

  @Test
  void aWeightIsFromOneToAHundred() {
    assertThatThrownBy(() -> new Share("ann", 0)).hasMessage("a weight of 0: 1 to 100");
    assertThatThrownBy(() -> new Share("ann", 101)).hasMessage("a weight of 101: 1 to 100");
  }
}
