package dev.roastery.common.journal.succession;

/** What the broker knows of a partition's last owner, as its next one begins. */
public sealed interface LastDeed {

  /** Nothing: the partition is new, or the broker is. */
  record None() implements LastDeed {}

  /** The epoch that counted when the deed was written, or one before it. */
  record Of(long epoch) implements LastDeed {}

  /** The same, and an operator has accepted that what it speaks of is lost. */
  record Lost(long epoch) implements LastDeed {}
}
