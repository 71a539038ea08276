package dev.roastery.common.journal.recovery;

import dev.roastery.common.journal.format.Ledger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What an older epoch holds.
 *
 * @param epoch 0 when there is none
 * @param end the position in the journal from which the next epoch continues
 * @param states the working state of the snapshot; none when there is no older epoch
 */
public record Recovered(
    long epoch,
    UUID volume,
    long end,
    Ledger ledger,
    List<byte[]> states,
    List<byte[]> chunks,
    List<RecoveryReport.Finding> findings) {

  public Recovered {
    states = List.copyOf(states);
    chunks = List.copyOf(chunks);
    findings = List.copyOf(findings);
  }

  public static Recovered nothing(UUID freshVolume) {
    return new Recovered(0, freshVolume, 0, new Ledger(), List.of(), List.of(), List.of());
  }

  public Optional<byte[]> state() {
    return states.stream().findFirst();
  }

  public long chunkBytes() {
    return chunks.stream().mapToLong(chunk -> chunk.length).sum();
  }

  public RecoveryReport report() {
    return new RecoveryReport(epoch, chunks.size(), chunkBytes(), findings);
  }
}
