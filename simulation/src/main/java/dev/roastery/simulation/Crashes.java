package dev.roastery.simulation;

/** Where exactly some node crashes, for schedules that are not left to chance. */
interface Crashes {

  /** Leaves crashes to the swarm's chances. */
  Crashes BY_CHANCE = new Crashes() {};

  /** Asked before each effect of a node. */
  default boolean before() {
    return false;
  }

  /** Asked after each effect of a node. */
  default boolean after() {
    return false;
  }
}
