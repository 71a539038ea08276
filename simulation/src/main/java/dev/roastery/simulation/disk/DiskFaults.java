package dev.roastery.simulation.disk;

import dev.roastery.common.storage.NoSpaceException;
import dev.roastery.simulation.effect.Effect;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong on a volume while the power is on. Each fault is asked for exactly and happens
 * once, except where it says otherwise; {@link #injected} proves that it did.
 */
public final class DiskFaults {

  /** How much of a call has happened when it throws. */
  public enum Failure {
    /** Nothing. */
    BEFORE,
    /** Of an append a part, of anything else all. */
    PARTIAL
  }

  private static final int NEVER = Integer.MAX_VALUE;

  private int callsUntilFailure = NEVER;
  private Failure failure = Failure.BEFORE;
  private int forcesUntilFailure = NEVER;
  private long bytesMax = Long.MAX_VALUE;
  private long injected;

  /** The n-th call from now, counted from 1, throws. */
  public void failCall(int nth, Failure failure) {
    callsUntilFailure = nth;
    this.failure = failure;
  }

  /**
   * The n-th force from now, counted from 1, throws; later ones return and change nothing of it.
   */
  public void failForce(int nth) {
    forcesUntilFailure = nth;
  }

  /** The volume holds this many bytes until that is changed. */
  public void limitSpace(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** How many calls failed by the wish of a test. */
  public long injected() {
    return injected;
  }

  /** Counts a call; null when it works. */
  @Nullable Failure next(Effect effect) {
    boolean forceFails =
        effect == Effect.FORCE && forcesUntilFailure != NEVER && --forcesUntilFailure == 0;
    boolean callFails = callsUntilFailure != NEVER && --callsUntilFailure == 0;
    if (callFails) {
      callsUntilFailure = NEVER;
      injected++;
      return failure;
    }
    if (forceFails) {
      injected++;
      return Failure.BEFORE;
    }
    return null;
  }

  boolean spaceLimited() {
    return bytesMax != Long.MAX_VALUE;
  }

  /** How many of {@code size} further bytes fit on the volume. */
  int fitting(int size, long bytesUsed) {
    int fitting = (int) Math.min(size, Math.max(0, bytesMax - bytesUsed));
    injected += fitting < size ? 1 : 0;
    return fitting;
  }

  static IOException ioError(Effect effect, String path) {
    return new IOException(path + ": Input/output error (injected into " + effect + ")");
  }

  static IOException noSpace(String path) {
    return new NoSpaceException(path + ": No space left on device");
  }
}
