package dev.roastery.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.simulation.disk.ReferenceProtocol.Safeguard;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the disk and not the protocol: a missing safeguard has to be seen when the power is lost,
 * and must not be seen when processes are killed, for real disks are like that (FAULTS 1.1).
 */
class ReferenceProtocolTest {

  private static final int SEEDS = 2_000;
  private static final int FEW_SEEDS = 50;
  private static final int LIVES = 15;
  private static final Set<Safeguard> ALL = EnumSet.allOf(Safeguard.class);

  private enum Death {
    KILL,
    POWER_LOSS
  }

  @Test
  void theRightProtocolNeverForgets() {
    assertThat(firstFailure(ALL, Death.POWER_LOSS, SEEDS)).isEqualTo(SEEDS);
    assertThat(firstFailure(ALL, Death.KILL, SEEDS)).isEqualTo(SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void aMissingSafeguardIsSeenWithinFewPowerLosses(Safeguard missing) {
    assertThat(firstFailure(without(missing), Death.POWER_LOSS, SEEDS)).isLessThan(FEW_SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void aMissingSafeguardIsNeverSeenWithKillsAlone(Safeguard missing) {
    assertThat(firstFailure(without(missing), Death.KILL, SEEDS)).isEqualTo(SEEDS);
  }

  private static Set<Safeguard> without(Safeguard missing) {
    return EnumSet.complementOf(EnumSet.of(missing));
  }

  /** The first seed that shows a broken promise; {@code seeds} when none does. */
  private static int firstFailure(Set<Safeguard> safeguards, Death death, int seeds) {
    int seed = 0;
    while (seed < seeds && keepsItsPromise(safeguards, death, new SplittableRandom(seed))) {
      seed++;
    }
    return seed;
  }

  private static boolean keepsItsPromise(
      Set<Safeguard> safeguards, Death death, SplittableRandom random) {
    SimulatedDisk volume = new SimulatedDisk(random);
    int promised = 0;
    for (int life = 0; life < LIVES; life++) {
      Incarnation incarnation = new Incarnation("counter", new RandomCrash(random));
      ReferenceProtocol counter = new ReferenceProtocol(volume.mount(incarnation), safeguards);
      try {
        int recovered = counter.recover();
        if (recovered < promised) {
          return false;
        }
        promised = recovered;
        while (!incarnation.over()) {
          promised = counter.increment();
        }
      } catch (IOException damaged) {
        return false;
      } catch (SimulatedCrash _) {
        if (death == Death.POWER_LOSS) {
          volume.powerLoss(outcome(random));
        }
      }
    }
    return true;
  }

  /** Half of all power losses obey no simple rule. */
  private static PowerLoss outcome(SplittableRandom random) {
    PowerLoss[] outcomes = PowerLoss.values();
    return random.nextBoolean() ? PowerLoss.RANDOM : outcomes[random.nextInt(outcomes.length)];
  }

  /** Crashes before, after or within any effect, about every thirtieth. */
  private record RandomCrash(SplittableRandom random) implements EffectHook {

    @Override
    public void before(Effect effect, String target, long amount) {
      crash();
    }

    @Override
    public int cutsAppendAt(String target, int size) {
      return random.nextInt(60) == 0 ? random.nextInt(size) : size;
    }

    @Override
    public void after(Effect effect, String target, long amount) {
      crash();
    }

    private void crash() {
      if (random.nextInt(60) == 0) {
        throw new SimulatedCrash("here");
      }
    }
  }
}
