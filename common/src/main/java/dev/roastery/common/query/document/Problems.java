package dev.roastery.common.query.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one document, so that its author sees all of it at once. */
public final class Problems {

  /** Enough to work with; a document of noise must not become a report of a hundred megabytes. */
  static final int PROBLEMS_MAX = 100;

  private static final Comparator<Problem> ORDER =
      Comparator.<Problem>comparingInt(problem -> problem.place().line())
          .thenComparingInt(problem -> problem.place().column());

  private final String document;
  private final List<Problem> found = new ArrayList<>();

  public Problems(String document) {
    this.document = document;
  }

  public void add(Place place, String message) {
    if (found.size() < PROBLEMS_MAX) {
      found.add(new Problem(document, place, message));
    }
  }

  public int count() {
    return found.size();
  }

  public boolean none() {
    return found.isEmpty();
  }

  /** In the order of the document. */
  public List<Problem> all() {
    return found.stream().sorted(ORDER).toList();
  }
}
