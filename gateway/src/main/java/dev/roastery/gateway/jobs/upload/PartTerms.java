package dev.roastery.gateway.jobs.upload;

import dev.roastery.input.BadRows;
import java.util.List;

/**
 * The parameters of reading an upload.
 *
 * @param routes in the order that the part's ledger refers to
 * @param rejectedMax the maximum number of skipped rows of the part
 */
public record PartTerms(List<PartRoute> routes, BadRows badRows, long rejectedMax, Piece piece) {

  public PartTerms {
    routes = List.copyOf(routes);
  }
}
