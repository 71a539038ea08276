package dev.roastery.simulation.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Decides, for one power loss, what becomes of every unsynced name and write. */
final class Aftermath {

  private static final int[] SECTORS = {16, 64, 512};

  private final PowerLoss outcome;
  private final SplittableRandom random;

  /** How much of what is left to chance is kept: drawn once, so that extremes are not rare. */
  private final double luck;

  Aftermath(PowerLoss outcome, SplittableRandom random) {
    this.outcome = outcome;
    this.random = random;
    this.luck = random.nextDouble();
  }

  List<NameChange> kept(List<NameChange> changes) {
    return switch (outcome) {
      case ALL_KEPT, LAST_WRITE_TORN, SECTORS_TRASHED, DATA_DROPPED_DIRECTORY_KEPT -> changes;
      case ALL_DROPPED, DIRECTORY_DROPPED_DATA_KEPT -> List.of();
      case PREFIX_KEPT -> changes.subList(0, random.nextInt(changes.size() + 1));
      case RANDOM -> {
        List<NameChange> kept = new ArrayList<>(changes);
        kept.removeIf(_ -> random.nextDouble() >= luck);
        yield kept;
      }
    };
  }

  void settle(FileInode file) {
    boolean sizeKept = false;
    if (file.writes() > 0) {
      switch (outcome) {
        case ALL_KEPT, DIRECTORY_DROPPED_DATA_KEPT -> {}
        case ALL_DROPPED, DATA_DROPPED_DIRECTORY_KEPT -> tear(file, file.writeStart(0));
        case PREFIX_KEPT -> tear(file, random.nextInt(file.writeStart(0), file.length() + 1));
        case LAST_WRITE_TORN -> tearLast(file);
        case SECTORS_TRASHED -> trash(file, file.writeStart(0), file.length());
        case RANDOM -> {
          settleEachWrite(file);
          sizeKept = random.nextInt(4) == 0;
        }
      }
    }
    file.reboot(sizeKept);
  }

  private static void tear(FileInode file, int from) {
    file.doom(from, file.length());
  }

  private void tearLast(FileInode file) {
    tear(file, random.nextInt(file.writeStart(file.writes() - 1), file.length()));
  }

  private void settleEachWrite(FileInode file) {
    for (int write = 0; write < file.writes(); write++) {
      int start = file.writeStart(write);
      int end = file.writeEnd(write);
      if (random.nextDouble() >= luck) {
        switch (random.nextInt(3)) {
          case 0 -> file.doom(start, end);
          case 1 -> file.doom(random.nextInt(start, end), end);
          default -> trash(file, start, end);
        }
      }
    }
  }

  /** At least one of the sectors is trashed; bytes before {@code from} are never touched. */
  private void trash(FileInode file, int from, int to) {
    int sector = SECTORS[random.nextInt(SECTORS.length)];
    int first = from / sector;
    int certain = random.nextInt(first, (to - 1) / sector + 1);
    for (int i = first; i * sector < to; i++) {
      if (i == certain || random.nextDouble() >= luck) {
        file.trash(Math.max(from, i * sector), Math.min(to, (i + 1) * sector), random);
      }
    }
  }
}
