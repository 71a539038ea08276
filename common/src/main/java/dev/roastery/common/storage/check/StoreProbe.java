package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.StoreException;

/** One sentence of the contract, tried out. */
interface StoreProbe {

  /** What is shown if it passes. */
  String claim();

  /** Tries it; {@link UnfitStore} says how the store has broken it. */
  void run(TestGround ground) throws StoreException;
}
