package dev.roastery.common.query.language;

import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.pipeline.Partitions;

/** How much a document may ask for. Far beyond use, far below harm; listed in docs/queries.md. */
public final class Limits {

  /** Of a document that a person wrote: tables, or a query. */
  public static final int DOCUMENT_BYTES_MAX = 1 << 20;

  /** Of a job's plan, which holds many of them, and travels in one message. */
  public static final int PLAN_BYTES_MAX = MessageCodec.PLAN_BYTES_MAX;

  public static final int TABLES_MAX = 256;
  public static final int COLUMNS_MAX = 1_024;
  public static final int CONDITIONS_MAX = 64;
  public static final int VALUES_MAX = 1_000;
  public static final int VALUE_LENGTH_MAX = 1_024;
  public static final int GROUP_KEYS_MAX = 4;

  /** Of a SELECT, and of what its first stages group by for it. */
  public static final int SELECT_KEYS_MAX = 16;

  public static final int MEASURES_MAX = 32;
  public static final int JOINS_MAX = 8;
  public static final int TAKES_MAX = 64;
  public static final int SELECT_MAX = 256;
  public static final int RANK_MAX = Integer.MAX_VALUE;
  public static final int QUERIES_MAX = 64;
  public static final int PARTITIONS_MAX = Partitions.COUNT_MAX;

  private Limits() {}
}
