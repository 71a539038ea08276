package dev.roastery.common.workflow;

/**
 * A step throws it when the network is at fault, not the service behind it: there is no answer to
 * count. It is tried again after a fixed pause, as long as it takes.
 */
public final class Unreachable extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Unreachable(String what, Throwable cause) {
    super(what, cause);
  }

  public Unreachable(String what) {
    super(what);
  }
}
