package dev.roastery.simulation.scenario;

/** What must never happen has happened: a wrong result, none at all, a ghost, a broken promise. */
public final class Divergence extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Divergence(String what) {
    super(what);
  }

  public Divergence(String what, Throwable cause) {
    super(what, cause);
  }
}
