package dev.roastery.simulation.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.simulation.disk.DiskFaults.Failure;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A part's upload, killed before and after every effect, by every kind of power loss, and with
 * every call to the disk failing once: the broker gets the same batches, and no offset is on record
 * before the broker has confirmed all before it.
 */
class UploadCrashTest {

  private static final String REJECTS = "parts/stores.0.rejects";

  private SortedMap<String, String> expected;
  private byte[] rejects;
  private int effects;

  /** Crashes before effect number {@code nth}, counted from 1; within it when it is an append. */
  private static final class CrashAt implements EffectHook {
    private final int nth;
    private final boolean within;
    private int count;

    CrashAt(int nth, boolean within) {
      this.nth = nth;
      this.within = within;
    }

    @Override
    public void before(Effect effect, String target, long amount) {
      count++;
      if (count == nth && !(within && effect == Effect.APPEND)) {
        throw new SimulatedCrash("before " + effect);
      }
    }

    @Override
    public int cutsAppendAt(String target, int size) {
      return count == nth && within ? size / 2 : size;
    }
  }

  @BeforeEach
  void unharmed() throws IOException {
    CrashAt counter = new CrashAt(0, false);
    SimulatedDisk volume = new SimulatedDisk(new SplittableRandom(1));
    Arrivals arrivals = new Arrivals();
    assertThat(lives(volume, counter, arrivals, 1)).isTrue();
    expected = arrivals.batches();
    rejects = volume.contents(REJECTS);
    effects = counter.count;
    assertThat(expected.size()).isGreaterThan(10);
    assertThat(rejects).isNotEmpty();
  }

  /** One life of the gateway; whether the part is all there at its end. */
  private static boolean lives(SimulatedDisk volume, EffectHook hook, Arrivals arrivals, long seed)
      throws IOException {
    Incarnation life = new Incarnation("gateway", hook);
    UploadedPart part = new UploadedPart(arrivals);
    try {
      PartLedger ledger = UploadedPart.open(volume.mount(life));
      part.requireConfirmed(ledger);
      part.send(ledger, life, new SplittableRandom(seed));
      ledger.close();
      return true;
    } catch (SimulatedCrash _) {
      life.end();
      return false;
    }
  }

  private void requireSame(SimulatedDisk volume, Arrivals arrivals) throws IOException {
    assertThat(arrivals.batches()).containsExactlyEntriesOf(expected);
    assertThat(volume.contents(REJECTS)).isEqualTo(rejects);
  }

  @Test
  void killedAtEveryEffectItEndsAsIfItHadNotBeen() throws IOException {
    for (int nth = 1; nth <= effects; nth++) {
      for (boolean within : new boolean[] {false, true}) {
        SimulatedDisk volume = new SimulatedDisk(new SplittableRandom(nth));
        Arrivals arrivals = new Arrivals();
        if (!lives(volume, new CrashAt(nth, within), arrivals, nth)) {
          assertThat(lives(volume, EffectHook.NONE, arrivals, nth)).isTrue();
        }
        requireSame(volume, arrivals);
      }
    }
  }

  @Test
  void afterEveryKindOfPowerLossAtEveryEffectTheSameBatchesCome() throws IOException {
    for (PowerLoss loss : PowerLoss.values()) {
      for (int nth = 1; nth <= effects; nth++) {
        SimulatedDisk volume = new SimulatedDisk(new SplittableRandom(nth));
        Arrivals arrivals = new Arrivals();
        if (!lives(volume, new CrashAt(nth, false), arrivals, nth)) {
          volume.powerLoss(loss);
          assertThat(lives(volume, EffectHook.NONE, arrivals, nth)).as("%s", loss).isTrue();
        }
        requireSame(volume, arrivals);
      }
    }
  }

  @Test
  void killedAgainAndAgainItStillEndsTheSame() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedDisk volume = new SimulatedDisk(random.split());
      Arrivals arrivals = new Arrivals();
      for (int life = 0; life < 20; life++) {
        lives(volume, new CrashAt(1 + random.nextInt(effects), true), arrivals, random.nextLong());
        if (random.nextInt(3) == 0) {
          volume.powerLoss(PowerLoss.RANDOM);
        }
      }
      assertThat(lives(volume, EffectHook.NONE, arrivals, seed)).isTrue();
      requireSame(volume, arrivals);
    }
  }

  /** The gateway lives on, and its client tries again: no batch is left out of the record. */
  @Test
  void afterAnyFailedCallToTheDiskTheSameBatchesCome() throws IOException {
    for (Failure failure : Failure.values()) {
      for (int nth = 1; nth <= effects; nth++) {
        SimulatedDisk volume = new SimulatedDisk(new SplittableRandom(nth));
        Arrivals arrivals = new Arrivals();
        Incarnation life = new Incarnation("gateway", EffectHook.NONE);
        Disk disk = volume.mount(life);
        UploadedPart part = new UploadedPart(arrivals);
        PartLedger ledger = UploadedPart.open(disk);
        volume.faults().failCall(nth, failure);
        for (int attempt = 0; !sent(part, ledger, life, nth + attempt); attempt++) {
          assertThat(attempt).as("failed call %d", nth).isLessThan(3);
        }
        requireSame(volume, arrivals);
      }
    }
  }

  private static boolean sent(UploadedPart part, PartLedger ledger, Incarnation life, long seed) {
    try {
      part.send(ledger, life, new SplittableRandom(seed));
      return true;
    } catch (UncheckedIOException _) {
      return false;
    }
  }
}
