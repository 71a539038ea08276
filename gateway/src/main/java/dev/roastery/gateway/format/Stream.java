package dev.roastery.gateway.format;

/** How many results a stream has. */
public enum Stream {
  ONE_RESULT,
  SEVERAL_RESULTS;

  public static Stream of(int results) {
    return results > 1 ? SEVERAL_RESULTS : ONE_RESULT;
  }
}
