package dev.roastery.common.workflow;

/**
 * Thrown by a step when the network failed, not the service behind it. The step is retried after a
 * fixed pause without limit, and no attempt is counted.
 */
public final class Unreachable extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Unreachable(String what, Throwable cause) {
    super(what, cause);
  }
}
