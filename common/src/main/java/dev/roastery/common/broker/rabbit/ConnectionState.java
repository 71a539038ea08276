package dev.roastery.common.broker.rabbit;

/** What a connection to the broker is doing now. The texts are for people. */
public sealed interface ConnectionState {

  /** Not connected: retrying until the broker is reachable. */
  record Waiting(String why) implements ConnectionState {
    @Override
    public String toString() {
      return "waiting for broker: " + why;
    }
  }

  record Open() implements ConnectionState {
    @Override
    public String toString() {
      return "connected";
    }
  }

  /** Connected, but the broker accepts nothing until its alarm (memory, disk) has ended. */
  record Blocked(String why) implements ConnectionState {
    @Override
    public String toString() {
      return "blocked by the broker's alarm: " + why;
    }
  }

  /** Over for good: closed by us, or refused by the broker. */
  record Ended(String why) implements ConnectionState {
    @Override
    public String toString() {
      return "ended: " + why;
    }
  }
}
