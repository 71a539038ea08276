package dev.roastery.simulation.store;

/** What may go wrong at the object store or on the way to it; its probability is per call. */
public enum StoreFault {
  /** Per create: it is refused without effect (a 409 or 5xx), and its caller told Unknown. */
  CREATE_REFUSED,
  /** Per create: its caller is told Unknown, and it takes effect at any later time. */
  CREATE_LATE,
  /** Per create: it is decided at once, and its caller told Unknown. */
  CREATE_REPLY_LOST,
  /** Per put or delete: it takes effect at once, and again at any later time; or thrice. */
  CHANGE_REPEATED,
  /** Per create, put or delete before whose effect its caller dies: it takes effect later. */
  CHANGE_OUTLIVES_CALLER,
  /** Per call: the store is away for all, for this call and any number of calls after it. */
  AWAY,
  /** Per call: the store is away for this life of a node, for any number of its calls. */
  CUT_OFF,
  /** Per get of an object: its body fails at any byte. */
  BODY_BROKEN,
  /** Per list: it tells of an earlier moment; or of another one for each name. */
  LIST_STALE,
  /** Per list: it lacks any of the names. */
  LIST_LACKS_NAMES,
  /**
   * Per get of an object: it is absent. The port's contract excludes this: it is for campaigns
   * which show that nothing rests on it.
   */
  GET_STALE_ABSENT
}
