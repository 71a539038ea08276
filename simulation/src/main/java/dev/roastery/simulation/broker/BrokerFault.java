package dev.roastery.simulation.broker;

/** What may go wrong at the broker or on the way; its probability is per event, or per step. */
public enum BrokerFault {
  /** Per publication: it reaches its queue at any later time, and so do those behind it. */
  PUBLICATION_LATE,
  /** Per arrival: another publication of the same publisher to the same queue is first. */
  PUBLICATION_OVERTAKES,
  /** Per arrival: the broker refuses it (a negative confirm), and the transport sends it again. */
  PUBLICATION_REFUSED,
  /** Per arrival: a copy arrives once more at any later time; twice and thrice by chance again. */
  MESSAGE_DUPLICATED,
  /** Per arrival: the publisher learns at any later time that its message is safe. */
  CONFIRM_LATE,
  /** Per session that ends: what it has not acknowledged returns in any order. */
  RETURN_SHUFFLED,
  /** Per session that ends: what it has not acknowledged returns behind newer messages. */
  RETURN_TO_TAIL,
  /** Per loss of a session or connection: its user learns of it at any later time. */
  LOSS_NOTICED_LATE,
  /** Per step: some transport's connection for publishing is gone. */
  PUBLISHING_CUT,
  /** Per step: all sessions of some transport are gone. */
  SESSIONS_CUT,
  /** Per step: the broker crashes and restarts. */
  RESTART,
  /** Per step: the broker takes no publications and confirms none, for any time. */
  ALARM,
  /** Per step: a message that waits in a queue is lost for ever (FAULTS M08). */
  MESSAGE_LOST
}
