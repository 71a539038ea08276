package dev.roastery.simulation.effect;

/**
 * Sees every effect of one node, and crashes the node by throwing {@link SimulatedCrash}. The
 * target is a path or a queue's name, the amount the bytes of an append or publication or the tag
 * of an acknowledgement: nothing is built for the call, so that an untraced effect stays cheap.
 */
public interface EffectHook {

  /** Lets everything pass. */
  EffectHook NONE = new EffectHook() {};

  /** A crash thrown here comes before the effect: nothing of it happens. */
  default void before(Effect effect, String target, long amount) {}

  /**
   * How many bytes of an append are written before the node crashes in the middle of it; {@code
   * size} lets it live.
   */
  default int cutsAppendAt(String target, int size) {
    return size;
  }

  /**
   * A crash thrown here comes after the effect: the effect is complete, and its caller does not
   * learn of it.
   */
  default void after(Effect effect, String target, long amount) {}
}
