package dev.roastery.common.query.bound;

import dev.roastery.common.query.language.Query.Direction;
import java.util.List;

/**
 * Keep the first {@code limit} groups of each partition. Columns count in {@link
 * BoundQuery#passed}; {@link BoundQuery#order} is the order in which they are the first.
 */
public record BoundRank(List<Integer> partitionBy, int orderBy, Direction direction, int limit) {

  public BoundRank {
    partitionBy = List.copyOf(partitionBy);
  }
}
