package dev.roastery.simulation.store;

import java.util.SplittableRandom;

/** Where the workers of a schedule keep their state. */
public enum StateKind {
  /** On a volume that the nodes of a stage share. */
  VOLUME,

  /** In an object store that keeps its contract, at its worst. */
  STORE,

  /** In one that also says now and then that it does not have what it has. */
  HOSTILE_STORE;

  public boolean isStore() {
    return this != VOLUME;
  }

  public StoreFaults faults(SplittableRandom random) {
    return switch (this) {
      case VOLUME -> StoreFaults.NONE;
      case STORE -> StoreFaults.drawn(random);
      case HOSTILE_STORE -> StoreFaults.drawnHostile(random);
    };
  }
}
