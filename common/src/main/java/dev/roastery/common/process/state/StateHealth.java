package dev.roastery.common.process.state;

import java.util.List;

/**
 * How the place of the state is.
 *
 * @param volume the space of the volume, if it is one
 * @param away why the store does not answer; empty while it does
 */
public record StateHealth(List<VolumeSpace> volume, String away) {

  public StateHealth {
    volume = List.copyOf(volume);
  }

  public boolean isAway() {
    return !away.isEmpty();
  }
}
