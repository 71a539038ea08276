package dev.roastery.common.journal.recovery;

import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.FailStop;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What an older epoch holds.
 *
 * @param epoch 0 when there is none
 * @param end the position in the journal from which the next epoch continues
 * @param states the working state of the snapshot; none when there is no older epoch
 * @param spilled the files that this state refers to
 * @param chunks may be read from disk one by one, as they are asked for
 */
public record Recovered(
    long epoch,
    UUID volume,
    long end,
    Ledger ledger,
    List<byte[]> states,
    List<SpilledFile> spilled,
    List<byte[]> chunks,
    long chunkBytes,
    List<RecoveryReport.Finding> findings) {

  public Recovered {
    states = List.copyOf(states);
    spilled = List.copyOf(spilled);
    findings = List.copyOf(findings);
  }

  public static Recovered nothing(UUID freshVolume) {
    return new Recovered(
        0, freshVolume, 0, new Ledger(), List.of(), List.of(), List.of(), 0, List.of());
  }

  /** What is read of it later, is read for this owner: it may find that it is one no more. */
  public void readBy(FailStop owner) {
    if (chunks instanceof BufferedChunks buffered) {
      buffered.readBy(owner);
    }
  }

  public Optional<byte[]> state() {
    return states.stream().findFirst();
  }

  public RecoveryReport report() {
    return new RecoveryReport(epoch, chunks.size(), chunkBytes, findings);
  }
}
