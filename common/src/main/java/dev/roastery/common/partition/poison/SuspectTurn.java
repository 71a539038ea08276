package dev.roastery.common.partition.poison;

/**
 * Lets the partitions of a process do suspected work one after the other. If two did such work at a
 * time, the innocent one would be blamed for each crash that the other causes.
 */
public interface SuspectTurn {

  /** Waits until no other partition has the turn. */
  void take();

  /** The same partition returns it. */
  void giveBack();

  /** Of a process with one partition. */
  static SuspectTurn alone() {
    return new SuspectTurn() {
      @Override
      public void take() {}

      @Override
      public void giveBack() {}
    };
  }
}
