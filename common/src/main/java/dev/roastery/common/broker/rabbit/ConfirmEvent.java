package dev.roastery.common.broker.rabbit;

/** What the broker says about messages in flight, handed from the reader of the socket. */
sealed interface ConfirmEvent {

  /** Whether a tag stands for one message, or also for all before it. */
  enum Reach {
    ONE,
    ALL_UP_TO;

    static Reach of(boolean multiple) {
      return multiple ? ALL_UP_TO : ONE;
    }
  }

  record Confirmed(InFlight flight, long tag, Reach reach) implements ConfirmEvent {}

  record Refused(InFlight flight, long tag, Reach reach) implements ConfirmEvent {}

  record Returned(InFlight flight, long number) implements ConfirmEvent {}

  /** The state of the link has changed. */
  record Changed() implements ConfirmEvent {}
}
