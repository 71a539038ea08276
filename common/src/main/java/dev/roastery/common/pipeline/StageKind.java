package dev.roastery.common.pipeline;

import java.util.Locale;

/**
 * The fixed properties of a stage, without its code.
 *
 * @param name name of its partitions, queues and folders: {@code maximizer-0}
 * @param title its name for people
 * @param process the kind of process that runs it, which is also the command that starts one
 * @param queries which queries' rows pass it
 * @param division how its work is divided among its partitions
 * @param tables which tables the gateway sends to it
 * @param usualPartitions the default number of its partitions
 */
public record StageKind(
    String name,
    String title,
    String process,
    Queries queries,
    Division division,
    Tables tables,
    int usualPartitions) {

  /** Which queries' rows pass a stage. */
  public enum Queries {
    ALL,

    /** Those that group rows. */
    GROUPED,

    /** Those that group rows or look names up. */
    GROUPED_OR_JOINED
  }

  /** Which partition of a stage gets what. */
  public enum Division {
    /** The batches of a part, in turn. */
    BY_BATCH,

    /** Groups, by a hash of their key. */
    BY_KEY,

    /** All of a query is in one partition, chosen by a hash of job and query. */
    BY_QUERY,

    /** There is one partition only. Plans and options do not mention it. */
    NONE
  }

  /** Which tables of a job a stage gets from the gateway. */
  public enum Tables {
    /** Those whose rows are counted: each batch goes to one partition. */
    FACTS,

    /** Those that are looked up: each goes whole to the partitions that need it. */
    REFERENCES,
    NONE
  }

  /** Filters rows, and adds them up by group. */
  public static final StageKind AGGREGATOR =
      new StageKind(
          "aggregator",
          "aggregator",
          "aggregator",
          Queries.ALL,
          Division.BY_BATCH,
          Tables.FACTS,
          2);

  /** Adds up its share of the groups, and ranks within that share. */
  public static final StageKind MAXIMIZER =
      new StageKind(
          "maximizer",
          "partial maximizer",
          "maximizer",
          Queries.GROUPED,
          Division.BY_KEY,
          Tables.NONE,
          2);

  /** Ranks the candidates of all shares. */
  public static final StageKind ABSOLUTE =
      new StageKind(
          "absolute",
          "absolute maximizer",
          "maximizer",
          Queries.GROUPED,
          Division.BY_QUERY,
          Tables.NONE,
          2);

  /** Looks names up in reference tables. */
  public static final StageKind JOINER =
      new StageKind(
          "joiner",
          "joiner",
          "joiner",
          Queries.GROUPED_OR_JOINED,
          Division.BY_QUERY,
          Tables.REFERENCES,
          2);

  /** Writes the results. */
  public static final StageKind COLLECTOR =
      new StageKind(
          "collector", "collector", Pipeline.GATEWAY, Queries.ALL, Division.NONE, Tables.NONE, 1);

  public StageKind {
    boolean isPossible = division == Division.NONE ? usualPartitions == 1 : usualPartitions > 0;
    if (!isPossible) {
      throw new IllegalArgumentException(
          "stage " + name + " cannot have " + usualPartitions + " partitions");
    }
  }

  /** Whether the number of its partitions can be chosen. */
  public boolean isDivided() {
    return division != Division.NONE;
  }

  /** Its field in the plan document: {@code partialMaximizers}. */
  public String planField() {
    StringBuilder field = new StringBuilder();
    for (String word : (title + "s").split(" ", -1)) {
      field.append(
          field.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return field.toString();
  }
}
