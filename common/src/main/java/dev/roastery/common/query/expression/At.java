package dev.roastery.common.query.expression;

import dev.roastery.common.query.document.Place;
import org.jspecify.annotations.Nullable;

/** Where a part of an expression stands. All are equal, so that expressions compare by meaning. */
public record At(Place place) {

  public static final At NOWHERE = new At(Place.NOWHERE);

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof At;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
