package dev.roastery.common.journal.recovery;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.Origin;
import java.util.List;

/** The journal of an epoch that has ended, whose every byte is known to be durable. */
public record Journal(List<byte[]> chunks, long bytes) {

  /** Reads it between two positions into the ledger; the chunks are read as they are asked for. */
  public static Journal read(EpochFiles files, Origin origin, Ledger ledger, long from, long end)
      throws DamagedException {
    if (from == end) {
      return new Journal(List.of(), 0);
    }
    JournalReader reader = new JournalReader(files, origin, ledger, end);
    reader.readFrom(from);
    return new Journal(reader.chunks(), reader.chunks().bytes());
  }
}
