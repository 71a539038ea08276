package dev.roastery.input;

/** What becomes of a row that cannot be read. */
public enum BadRows {
  /** The whole job is refused with it. */
  REFUSE,
  /** The row is left out, and reported. */
  SKIP
}
