package dev.roastery.common.durable;

import java.io.IOException;

/** The volume is full, or its quota is used up. */
public final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1;

  public NoSpaceException(String what) {
    super(what);
  }

  public NoSpaceException(String what, Throwable cause) {
    super(what, cause);
  }
}
