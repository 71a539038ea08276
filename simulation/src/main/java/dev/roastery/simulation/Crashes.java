package dev.roastery.simulation;

import dev.roastery.simulation.disk.PowerLoss;
import org.jspecify.annotations.Nullable;

/** Where exactly some node crashes, for schedules that are not left to chance. */
interface Crashes {

  /** Leaves crashes to the parameters' chances. */
  Crashes BY_CHANCE = new Crashes() {};

  /** Called before each effect of a node, with the name of the node's incarnation. */
  default boolean before(String life) {
    return false;
  }

  /** Asked after each effect of a node. */
  default boolean after(String life) {
    return false;
  }

  /** What becomes of the node's volume when it has crashed; null leaves it alone. */
  default @Nullable PowerLoss powerLoss() {
    return null;
  }
}
