package dev.roastery.gateway.jobs.service;

import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.input.BadRows;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as its client sees it.
 *
 * @param attempt counted from 1; a retry begins the next one
 * @param reason why it failed, was cancelled or expired
 * @param tables the tables that its queries need
 * @param rejected how many rows were skipped
 */
public record JobView(
    UUID id,
    int attempt,
    String client,
    @Nullable String name,
    JobState state,
    @Nullable String reason,
    Instant created,
    Instant updated,
    @Nullable Instant expires,
    List<String> queries,
    List<String> tables,
    BadRows badRows,
    List<PartView> parts,
    long rejected,
    Progress progress,
    List<ResultView> results) {

  public JobView {
    queries = List.copyOf(queries);
    tables = List.copyOf(tables);
    parts = List.copyOf(parts);
    results = List.copyOf(results);
  }

  /** A part; {@code offset} is the number of its bytes that are safe. */
  public record PartView(
      String table,
      String name,
      int number,
      long offset,
      boolean complete,
      long batches,
      long rejected,
      long rows) {}

  /** The progress that the nodes report, for people: no decision depends on it. */
  public record Progress(int percent, List<StageProgress> stages) {
    public Progress {
      stages = List.copyOf(stages);
    }
  }

  /** A stored result, with the SHA-256 of its CSV. */
  public record ResultView(
      String query, List<ResultColumn> columns, String sha256, long rows, long bytes) {
    public ResultView {
      columns = List.copyOf(columns);
    }
  }
}
