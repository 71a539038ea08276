package dev.roastery.simulation.disk;

import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Short words for tests of the disk. */
final class ADisk {

  private ADisk() {}

  static SimulatedDisk seeded(long seed) {
    return new SimulatedDisk(new SplittableRandom(seed));
  }

  static Disk mounted(SimulatedDisk volume) {
    return volume.mount(new Incarnation("a node", EffectHook.NONE));
  }

  static Disk mounted(SimulatedDisk volume, EffectHook hook) {
    return volume.mount(new Incarnation("a node", hook));
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(SimulatedDisk volume, String path) throws IOException {
    return new String(volume.contents(path), StandardCharsets.ISO_8859_1);
  }

  /** A file whose name and contents are safe. */
  static Disk.File durableFile(Disk disk, String path, String contents) throws IOException {
    Disk.File file = disk.create(path);
    file.append(bytes(contents));
    file.force();
    disk.syncDirectory(path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "");
    return file;
  }

  /** Crashes right before or right after the n-th effect, counted from 1. */
  record CrashAt(int[] effects, int nth, boolean before) implements EffectHook {

    static CrashAt before(int nth) {
      return new CrashAt(new int[1], nth, true);
    }

    static CrashAt after(int nth) {
      return new CrashAt(new int[1], nth, false);
    }

    @Override
    public void before(Effect effect, String target, long amount) {
      effects[0]++;
      if (before && effects[0] == nth) {
        throw new SimulatedCrash("before " + effect);
      }
    }

    @Override
    public void after(Effect effect, String target, long amount) {
      if (!before && effects[0] == nth) {
        throw new SimulatedCrash("after " + effect);
      }
    }
  }
}
