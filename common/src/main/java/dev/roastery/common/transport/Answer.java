package dev.roastery.common.transport;

/** What the broker says about messages in flight, handed from the reader of the socket. */
sealed interface Answer {

  /** Whether a tag stands for one message, or also for all before it. */
  enum Reach {
    ONE,
    ALL_UP_TO;

    static Reach of(boolean multiple) {
      return multiple ? ALL_UP_TO : ONE;
    }
  }

  record Confirmed(Flight flight, long tag, Reach reach) implements Answer {}

  record Refused(Flight flight, long tag, Reach reach) implements Answer {}

  record Returned(Flight flight, long number) implements Answer {}

  /** The state of the link has changed. */
  record Changed() implements Answer {}
}
