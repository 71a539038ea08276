package dev.roastery.gateway.jobs.service;

import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in a request, for a program that shows it at its place.
 *
 * @param document {@code request}, {@code tables} or {@code queries[0]}; line and column are those
 *     in it, or, of a query in SQL, in the text of its SQL
 * @param query the name of the query; null if it has none, or the mistake is not in a query
 * @param pointer to the place in the document (RFC 6901)
 */
public record RequestProblem(
    String document, @Nullable String query, int line, int column, String pointer, String message) {

  public static RequestProblem of(@Nullable String query, Problem problem) {
    Place place = problem.place();
    return new RequestProblem(
        problem.document(),
        query,
        place.line(),
        place.column(),
        place.pointer(),
        problem.message());
  }

  /** As a line for people. */
  String sentence() {
    Place place = new Place(line, column, pointer, 0, 0);
    return new Problem(document, place, message).toString();
  }
}
