package dev.roastery.gateway.jobs.service;

import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants computed.
 *
 * @param name a label for people
 * @param queries all built-in ones when empty
 * @param tablesJson a tables document in place of the built-in tables
 * @param maxBadRows how many rows may be skipped
 * @param approval whether a client must approve the job before it runs
 * @param webhook the receiver of a notification when the job has ended
 */
public record JobRequest(
    @Nullable String name,
    List<QueryChoice> queries,
    @Nullable String tablesJson,
    BadRows badRows,
    MaxBadRows maxBadRows,
    boolean approval,
    @Nullable URI webhook) {

  public JobRequest {
    queries = List.copyOf(queries);
  }

  /** With the standard limit of bad rows. */
  public JobRequest(
      @Nullable String name,
      List<QueryChoice> queries,
      @Nullable String tablesJson,
      BadRows badRows,
      boolean approval,
      @Nullable URI webhook) {
    this(name, queries, tablesJson, badRows, MaxBadRows.STANDARD, approval, webhook);
  }

  /** All built-in queries with default settings. */
  public static JobRequest standard() {
    return new JobRequest(null, List.of(), null, BadRows.REFUSE, false, null);
  }

  /** A query by name, or the document of one. */
  public sealed interface QueryChoice {
    record BuiltIn(String name) implements QueryChoice {}

    record Inline(String json) implements QueryChoice {}
  }
}
