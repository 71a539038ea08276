package dev.roastery.simulation.disk;

import static dev.roastery.simulation.disk.ADisk.bytes;
import static dev.roastery.simulation.disk.ADisk.durableFile;
import static dev.roastery.simulation.disk.ADisk.mounted;
import static dev.roastery.simulation.disk.ADisk.seeded;
import static dev.roastery.simulation.disk.ADisk.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.disk.ADisk.CrashAt;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashAtEffectTest {

  private static final List<Effect> EFFECTS =
      List.of(
          Effect.CREATE_DIRECTORY,
          Effect.CREATE_FILE,
          Effect.APPEND,
          Effect.FORCE,
          Effect.CLOSE_FILE,
          Effect.LINK,
          Effect.RENAME,
          Effect.SYNC_DIRECTORY,
          Effect.LIST,
          Effect.READ,
          Effect.DELETE);

  private static void everyKindOfEffect(Disk disk) throws IOException {
    disk.createDirectory("a");
    try (Disk.File file = disk.create("a/tmp")) {
      file.append(bytes("x"));
      file.force();
    }
    disk.link("a/tmp", "other");
    disk.rename("a/tmp", "a/f");
    disk.syncDirectory("a");
    disk.list("a");
    disk.read("a/f");
    disk.delete("a/f");
  }

  @Test
  void everyCallIsAnEffectWithItsTarget() throws IOException {
    List<Effect> seen = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    EffectHook recorder =
        new EffectHook() {
          @Override
          public void after(Effect effect, String target, long amount) {
            seen.add(effect);
            targets.add(target + " " + amount);
          }
        };

    everyKindOfEffect(mounted(seeded(1), recorder));

    assertThat(seen).isEqualTo(EFFECTS);
    assertThat(targets)
        .containsExactly(
            "a 0", "a/tmp 0", "a/tmp 1", "a/tmp 0", "a/tmp 0", "other 0", "a/f 0", "a 0", "a 0",
            "a/f 1", "a/f 0");
  }

  @Test
  void aCrashBeforeAnEffectHappensAsIfAfterTheOneBefore() throws IOException {
    for (int n = 1; n < EFFECTS.size(); n++) {
      assertThat(stateAfter(CrashAt.before(n + 1)))
          .as("effect %d", n)
          .isEqualTo(stateAfter(CrashAt.after(n)));
    }
    assertThat(stateAfter(CrashAt.after(1))).isNotEqualTo(stateAfter(CrashAt.before(1)));
    assertThat(stateAfter(CrashAt.after(7))).isEqualTo("[a, other] [a/f, other] x x");
  }

  private static String stateAfter(EffectHook crash) throws IOException {
    SimulatedDisk volume = seeded(1);
    Disk disk = mounted(volume, crash);
    assertThatThrownBy(() -> everyKindOfEffect(disk)).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> disk.create("b")).isInstanceOf(SimulatedCrash.class);
    StringBuilder state = new StringBuilder();
    state.append(mounted(volume).list("")).append(' ').append(volume.files());
    for (String path : volume.files()) {
      state.append(' ').append(text(volume, path));
    }
    return state.toString();
  }

  @Test
  void aCrashWithinAnAppendLeavesTheChosenPrefix() throws IOException {
    for (int cut = 0; cut < 3; cut++) {
      SimulatedDisk volume = seeded(1);
      int bytes = cut;
      EffectHook cutting =
          new EffectHook() {
            @Override
            public int cutsAppendAt(String target, int size) {
              return bytes;
            }
          };
      Disk.File file = mounted(volume, cutting).create("f");

      assertThatThrownBy(() -> file.append(bytes("abc"))).isInstanceOf(SimulatedCrash.class);
      assertThatThrownBy(() -> file.append(bytes("d"))).isInstanceOf(SimulatedCrash.class);

      assertThat(text(volume, "f")).isEqualTo("abc".substring(0, cut));
    }
  }

  @Test
  void nothingThatADyingNodeDoesInFinallyHasEffect() throws IOException {
    SimulatedDisk volume = seeded(1);
    durableFile(mounted(volume), "f", "x");
    Disk disk = mounted(volume, CrashAt.before(1));

    assertThatThrownBy(
            () -> {
              try {
                disk.list("");
              } finally {
                disk.delete("f");
              }
            })
        .isInstanceOf(SimulatedCrash.class);

    assertThat(volume.files()).containsExactly("f");
  }
}
