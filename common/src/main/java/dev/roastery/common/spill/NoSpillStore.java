package dev.roastery.common.spill;

/** The store of those who have memory without limit. */
final class NoSpillStore implements SpillStore {

  private static IllegalStateException nothingHere() {
    return new IllegalStateException("no file can be spilled, or was");
  }

  @Override
  public Growing create() {
    throw nothingHere();
  }

  @Override
  public Piece read(SpilledFile file, long offset) {
    throw nothingHere();
  }

  @Override
  public long start(SpilledFile file) {
    throw nothingHere();
  }

  @Override
  public void release(SpilledFile file) {
    throw nothingHere();
  }
}
