package dev.roastery.common.durable;

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
record Recovered(
    long epoch,
    UUID volume,
    long end,
    Ledger ledger,
    List<byte[]> states,
    List<byte[]> chunks,
    List<RecoveryReport.Finding> findings) {

  Recovered {
    states = List.copyOf(states);
    chunks = List.copyOf(chunks);
    findings = List.copyOf(findings);
  }

  static Recovered nothing(UUID freshVolume) {
    return new Recovered(0, freshVolume, 0, new Ledger(), List.of(), List.of(), List.of());
  }

  Optional<byte[]> state() {
    return states.stream().findFirst();
  }

  long chunkBytes() {
    return chunks.stream().mapToLong(chunk -> chunk.length).sum();
  }

  RecoveryReport report() {
    return new RecoveryReport(epoch, chunks.size(), chunkBytes(), findings);
  }
}
