package dev.roastery.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.chaos.FaultOptions.Durations;
import dev.roastery.cli.chaos.FaultOptions.Filter;
import dev.roastery.cli.chaos.FaultOptions.Rhythm;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plan of faults is what was wished for, and nothing but its seed decides the rest. */
class FaultPlanTest {

  private static final List<String> NODES =
      List.of("aggregator-1", "aggregator-2", "gateway", "joiner-1", "joiner-2", "maximizer-1");
  private static final List<String> PARTS =
      Stream.concat(NODES.stream(), Stream.of("store")).toList();
  private static final Durations DURATIONS = new Durations(1_000, 2_500, 20_000);
  private static final long SEEDS = 200;

  @Test
  void theSameSeedGivesTheSamePlan() {
    FaultOptions faultOptions = faultOptions(30, Rhythm.EXPONENTIAL, List.of(), List.of());
    assertThat(FaultPlan.draw(7, faultOptions, NODES))
        .isEqualTo(FaultPlan.draw(7, faultOptions, NODES))
        .isNotEqualTo(FaultPlan.draw(8, faultOptions, NODES));
  }

  @Test
  void everyKindHasItsTurnBeforeAnyComesAgain() {
    int kinds = FaultKind.values().length;
    everyPlan(
        faultOptions(2 * kinds, Rhythm.PERIODIC, List.of(), List.of()),
        plan -> {
          assertThat(kinds(plan.subList(0, kinds))).isEqualTo(EnumSet.allOf(FaultKind.class));
          assertThat(kinds(plan.subList(kinds, 2 * kinds)))
              .isEqualTo(EnumSet.allOf(FaultKind.class));
        });
  }

  @Test
  void nobodyIsHitWhileAnEarlierFaultStillHoldsIt() {
    everyPlan(
        faultOptions(40, Rhythm.EXPONENTIAL, List.of(), List.of("power")),
        plan -> {
          for (Fault fault : plan) {
            assertThat(plan)
                .filteredOn(earlier -> plan.indexOf(earlier) < plan.indexOf(fault))
                .filteredOn(earlier -> earlier.victim().equals(fault.victim()))
                .allSatisfy(earlier ->
                    assertThat(earlier.endMillis()).isLessThanOrEqualTo(fault.atMillis()));
          }
        });
  }

  @Test
  void ofEachStageSomebodyIsNotDead() {
    everyPlan(
        faultOptions(40, Rhythm.PERIODIC, List.of("kill"), List.of()),
        plan -> {
          for (Fault fault : plan) {
            Set<String> dead =
                plan.stream()
                    .filter(other ->
                        other.atMillis() <= fault.atMillis()
                            && other.endMillis() > fault.atMillis())
                    .map(Fault::victim)
                    .collect(Collectors.toSet());
            assertThat(dead)
                .doesNotContainSequence("aggregator-1", "aggregator-2")
                .doesNotContain("maximizer-1");
            assertThat(dead.containsAll(List.of("aggregator-1", "aggregator-2"))).isFalse();
            assertThat(dead.containsAll(List.of("joiner-1", "joiner-2"))).isFalse();
          }
        });
  }

  @Test
  void faultsComeInOrderAndAsOftenAsAsked() {
    List<Fault> periodic =
        FaultPlan.draw(1, faultOptions(9, Rhythm.PERIODIC, List.of("reset"), List.of()), NODES);
    assertThat(periodic)
        .extracting(Fault::atMillis)
        .containsExactly(1000L, 2000L, 3000L, 4000L, 5000L, 6000L, 7000L, 8000L, 9000L);
    List<Fault> many =
        FaultPlan.draw(
            1, faultOptions(1000, Rhythm.EXPONENTIAL, List.of("reset"), List.of()), NODES);
    assertThat(many)
        .isSortedAccordingTo((one, two) -> Long.compare(one.atMillis(), two.atMillis()));
    assertThat(many.getLast().atMillis()).isBetween(900_000L, 1_100_000L);
  }

  @Test
  void onlyAndExceptChooseKindsAndNodesByName() {
    assertThat(chosen(List.of("kill", "pause", "joiner"), List.of("joiner-2")))
        .isEqualTo(
            Map.of(
                FaultKind.KILL, List.of("joiner-1"),
                FaultKind.PAUSE, List.of("joiner-1")));
    assertThat(chosen(List.of("broker"), List.of()).keySet())
        .containsExactly(FaultKind.BROKER_RESTART, FaultKind.BROKER_KILL, FaultKind.BROKER_PAUSE);
    assertThat(chosen(List.of(), List.of("power", "gateway")))
        .doesNotContainKeys(FaultKind.POWER, FaultKind.GATEWAY_KILL)
        .containsEntry(
            FaultKind.RESET,
            List.of("aggregator-1", "aggregator-2", "joiner-1", "joiner-2", "maximizer-1"));
    assertThat(
            FaultOptions.unknown(NODES, new Filter(List.of("kill", "joiner-3"), List.of("baker"))))
        .containsExactly("joiner-3", "baker");
  }

  @Test
  void onlyWhereThereIsAStoreItCanBeHitAndByNothingElse() {
    assertThat(FaultOptions.choose(PARTS, new Filter(List.of("store"), List.of())))
        .isEqualTo(
            Map.of(
                FaultKind.STORE_PAUSE, List.of("store"),
                FaultKind.STORE_RESTART, List.of("store"),
                FaultKind.STORE_SLOW, List.of("store")));
    Filter pause = new Filter(List.of("store-pause"), List.of());
    assertThat(FaultOptions.unknown(PARTS, pause)).isEmpty();
    assertThat(FaultOptions.choose(NODES, pause)).isEmpty();
    assertThat(FaultOptions.unknown(NODES, pause)).containsExactly("store-pause");
  }

  private static Map<FaultKind, List<String>> chosen(List<String> only, List<String> except) {
    return FaultOptions.choose(PARTS, new Filter(only, except));
  }

  private static FaultOptions faultOptions(
      int count, Rhythm rhythm, List<String> only, List<String> except) {
    return new FaultOptions(chosen(only, except), count, rhythm, DURATIONS);
  }

  private static void everyPlan(
      FaultOptions faultOptions, java.util.function.Consumer<List<Fault>> claim) {
    LongStream.range(0, SEEDS)
        .forEach(seed -> {
          List<Fault> plan = FaultPlan.draw(seed, faultOptions, NODES);
          assertThat(plan).as("seed %d", seed).hasSize(faultOptions.count());
          claim.accept(plan);
        });
  }

  private static Set<FaultKind> kinds(List<Fault> faults) {
    return EnumSet.copyOf(
        Arrays.asList(faults.stream().map(Fault::kind).toArray(FaultKind[]::new)));
  }
}
