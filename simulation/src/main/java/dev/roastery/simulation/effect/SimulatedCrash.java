package dev.roastery.simulation.effect;

/**
 * The node is killed here. An error and not an exception, because no code of a node may survive it;
 * without a stack trace, because a schedule has dozens. Whatever the node still calls while this
 * unwinds it (in a {@code finally}, say) throws another one and has no effect.
 */
public final class SimulatedCrash extends Error {

  private static final long serialVersionUID = 1;

  public SimulatedCrash(String where) {
    super(where, null, false, false);
  }
}
