package dev.roastery.gateway.jobs.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.gateway.cluster.StageProgress;
import dev.roastery.input.BadRows;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as its client sees it.
 *
 * @param tables the tables that its queries need
 * @param parts none if they were not asked for
 */
public record JobView(
    @JsonUnwrapped JobOutline outline,
    List<String> tables,
    BadRows badRows,
    List<PartView> parts,
    Progress progress,
    List<ResultView> results) {

  public JobView {
    tables = List.copyOf(tables);
    parts = List.copyOf(parts);
    results = List.copyOf(results);
  }

  public UUID id() {
    return outline.id();
  }

  public int attempt() {
    return outline.attempt();
  }

  public JobState state() {
    return outline.state();
  }

  public @Nullable String reason() {
    return outline.reason();
  }

  public long rejected() {
    return outline.rejected();
  }

  /**
   * A part.
   *
   * @param offset how many of its bytes are safe, so that an upload can be resumed there
   * @param bytes how many have come; of a part that can only be sent as a whole more than that
   */
  public record PartView(
      String table,
      String name,
      int number,
      long offset,
      boolean complete,
      long batches,
      long rejected,
      long rows,
      long bytes) {}

  /**
   * Some parts, in the order in which they were started.
   *
   * @param next the place after which the next ones are; null if there are none
   */
  public record PartPage(
      List<PartView> parts, @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Integer next) {
    public PartPage {
      parts = List.copyOf(parts);
    }
  }

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
