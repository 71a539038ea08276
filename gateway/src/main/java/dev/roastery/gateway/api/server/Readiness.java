package dev.roastery.gateway.api.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the gateway needs before it can work. */
@FunctionalInterface
public interface Readiness {

  /**
   * @param problem a sentence; null when all is well
   */
  record Check(String name, @Nullable String problem) {

    /** The name of the check whether the broker is connected. */
    public static final String BROKER = "broker";
  }

  List<Check> checks();
}
