package dev.roastery.common.partition.host;

import dev.roastery.common.partition.poison.SuspectTurn;
import java.util.concurrent.locks.ReentrantLock;

/** The turn of the partitions of one host, each of which has a thread. */
final class SuspectLock implements SuspectTurn {

  private final ReentrantLock lock = new ReentrantLock();

  @Override
  public void take() {
    lock.lock();
  }

  @Override
  public void giveBack() {
    lock.unlock();
  }
}
