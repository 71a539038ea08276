package dev.roastery.simulation.effect;

import java.util.ArrayList;
import java.util.List;

/**
 * One life of a node, from its start to its crash. All its simulated ports share it and call it
 * around every effect, so that they die together: once it has ended, each of their calls throws
 * {@link SimulatedCrash} and changes nothing. A node that starts again is a new incarnation.
 */
public final class Incarnation {

  private final String node;
  private final EffectHook hook;
  private final List<Runnable> mourners = new ArrayList<>(2);
  private boolean over;

  public Incarnation(String node, EffectHook hook) {
    this.node = node;
    this.hook = hook;
  }

  public String node() {
    return node;
  }

  public boolean over() {
    return over;
  }

  /** Kills the node; it may be over already. */
  public void end() {
    if (!over) {
      over = true;
      mourners.forEach(Runnable::run);
    }
  }

  /** Registers a port to be notified when this incarnation ends. */
  public void whenOver(Runnable mourner) {
    mourners.add(mourner);
  }

  /** Begins an effect, unless the node is dead or dies now. */
  public void before(Effect effect, String target, long amount) {
    if (over) {
      throw new SimulatedCrash("a dead node goes on");
    }
    try {
      hook.before(effect, target, amount);
    } catch (SimulatedCrash crash) {
      end();
      throw crash;
    }
  }

  /** Ends an effect that has happened; the node may die of it. */
  public void after(Effect effect, String target, long amount) {
    try {
      hook.after(effect, target, amount);
    } catch (SimulatedCrash crash) {
      end();
      throw crash;
    }
  }

  /** How much of an append is written; when that is less than all, {@link #crash} has to follow. */
  public int cutsAppendAt(String target, int size) {
    return hook.cutsAppendAt(target, size);
  }

  /** Dies in the middle of an effect. */
  public SimulatedCrash crash(String where) {
    end();
    return new SimulatedCrash(where);
  }
}
