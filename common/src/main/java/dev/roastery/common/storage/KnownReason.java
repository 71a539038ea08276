package dev.roastery.common.storage;

import dev.roastery.common.fault.FatalReason;

/** What a failure of storage means for its process, whichever call met it. */
public interface KnownReason {

  FatalReason reason();
}
