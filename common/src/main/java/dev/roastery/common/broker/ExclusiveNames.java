package dev.roastery.common.broker;

/**
 * Names that a process has for as long as it is connected to the broker, and nobody else meanwhile.
 * After a lost connection, two may have the same name without knowing it: nothing may depend on it
 * but how well work is balanced.
 */
public interface ExclusiveNames {

  /** Waits until the broker is reachable; false if the name is taken, be it by this process. */
  boolean take(String name);
}
