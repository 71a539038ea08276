package dev.roastery.gateway.jobs.service;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt of a job took: when each of its parts and stages was at work, what that cost,
 * what it waited for and what it survived. Times of partitions are by the clocks of their nodes.
 *
 * @param sealed when its client had sent all; null if it has not
 * @param started when all was with the workers
 * @param finished when it ended, in whatever way
 * @param rows of its complete parts, as are {@code bytes}
 * @param parts at most {@link #PARTS_MAX} of them
 */
public record JobProfile(
    UUID id,
    int attempt,
    JobState state,
    Instant created,
    @Nullable Instant sealed,
    @Nullable Instant started,
    @Nullable Instant finished,
    long elapsedMillis,
    long rows,
    long bytes,
    int partsTotal,
    List<PartTime> parts,
    List<StageTime> stages,
    List<Wait> waits,
    List<Takeover> takeovers) {

  public static final int PARTS_MAX = 1_000;

  public JobProfile {
    parts = List.copyOf(parts);
    stages = List.copyOf(stages);
    waits = List.copyOf(waits);
    takeovers = List.copyOf(takeovers);
  }

  /** A part, from its first byte to the broker's last confirmation. */
  public record PartTime(
      String table,
      String name,
      Instant started,
      @Nullable Instant finished,
      long rows,
      long bytes,
      long batches) {}

  /**
   * What those partitions of a stage took whose owners have said it; nothing is known as long as
   * none has.
   */
  public record StageTime(
      String stage,
      @Nullable Instant first,
      @Nullable Instant last,
      @Nullable Long batches,
      @Nullable Long rows,
      @Nullable Long bytes,
      @Nullable Long cpuMillis,
      List<PartitionTime> partitions) {
    public StageTime {
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * What a partition took: what was done again after a crash counts again. All of it is null if no
   * owner has said anything, which does not mean that there was no work.
   *
   * @param owner its last owner, as {@code kind@host:pid}
   */
  public record PartitionTime(
      String partition,
      @Nullable String owner,
      @Nullable Instant first,
      @Nullable Instant last,
      @Nullable Long batches,
      @Nullable Long rows,
      @Nullable Long bytes,
      @Nullable Long cpuMillis) {}

  /**
   * Something that the job waited for.
   *
   * @param stage where, if that is known
   * @param to null while it still waits
   */
  public record Wait(@Nullable String stage, String what, Instant from, @Nullable Instant to) {}

  /**
   * A partition got another owner, and was at work again after so many milliseconds.
   *
   * @param from its owner before
   * @param millis null if the gateway was away meanwhile: it is told when the gateway was back
   */
  public record Takeover(
      Instant at, String partition, String from, String to, @Nullable Long millis) {}
}
