package dev.roastery.gateway.jobs.upload;

import dev.roastery.input.BadRows;
import java.util.List;

/**
 * How an upload is read.
 *
 * @param routes in the order that the part's ledger knows them by
 * @param rejectedMax how many rows of the part are skipped at most
 */
public record PartTerms(List<PartRoute> routes, BadRows badRows, long rejectedMax, Piece piece) {

  public PartTerms {
    routes = List.copyOf(routes);
  }
}
