package dev.roastery.gateway.jobs.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list: what costs the same for a job of one part and of thousands.
 *
 * @param attempt counted from 1; a retry begins the next one
 * @param reason why it failed, was cancelled or expired
 * @param sealed when its client had sent all parts
 * @param started when the partitions had all of it
 * @param rows of its parts that are safe, with those that were skipped
 * @param bytes of its parts that are in
 * @param expectedBytes what its client means to send; null if it did not say
 * @param rejected how many rows were skipped
 */
public record JobOutline(
    UUID id,
    int attempt,
    String client,
    @Nullable String name,
    JobState state,
    @Nullable String reason,
    Instant created,
    Instant updated,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant sealed,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant started,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant finished,
    @Nullable Instant expires,
    List<String> queries,
    long rows,
    long bytes,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Long expectedBytes,
    long rejected,
    int percent,
    int partsTotal,
    int partsComplete) {

  public JobOutline {
    queries = List.copyOf(queries);
  }
}
