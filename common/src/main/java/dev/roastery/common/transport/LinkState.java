package dev.roastery.common.transport;

/** What a connection to the broker is doing now. The texts are for people. */
public sealed interface LinkState {

  /** Not connected: trying again until the broker is there. */
  record Waiting(String why) implements LinkState {
    @Override
    public String toString() {
      return "waiting for broker: " + why;
    }
  }

  record Open() implements LinkState {
    @Override
    public String toString() {
      return "connected";
    }
  }

  /** Connected, but the broker takes nothing until its alarm (memory, disk) is over. */
  record Blocked(String why) implements LinkState {
    @Override
    public String toString() {
      return "held up by the broker's alarm: " + why;
    }
  }

  /** Over for good: closed by us, or refused by the broker. */
  record Ended(String why) implements LinkState {
    @Override
    public String toString() {
      return "ended: " + why;
    }
  }
}
