package dev.roastery.common.storage.object;

/** What a create has come to. */
public sealed interface Creation {

  /** This very call has made the object. */
  record Created() implements Creation {}

  /** The name was taken at the instant at which this call was decided: it has made nothing. */
  record ExistsAlready() implements Creation {}

  /**
   * The call may have made the object, may still make it at any time, or may not. It must be
   * repeated with the same bytes, or never be relied on.
   *
   * @param why what went wrong, for the log: without secrets
   */
  record Unknown(String why) implements Creation {}
}
