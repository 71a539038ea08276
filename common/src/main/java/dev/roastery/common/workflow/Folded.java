package dev.roastery.common.workflow;

import com.fasterxml.jackson.databind.JsonNode;

/** The state of one execution after the facts so far. Immutable. */
public record Folded<S, F extends Fact>(Domain<S, F> domain, S state, long count) {

  /** The state and fact type of a workflow that has no facts. */
  private enum Nothing implements Fact {
    NONE
  }

  private static final Domain<Nothing, Nothing> NO_DOMAIN =
      new Domain<>() {
        @Override
        public Class<Nothing> states() {
          return Nothing.class;
        }

        @Override
        public Class<Nothing> facts() {
          return Nothing.class;
        }

        @Override
        public Nothing initial(ExecutionId id, String input) {
          return Nothing.NONE;
        }

        @Override
        public Nothing apply(Nothing state, Recorded<Nothing> fact) {
          throw new IllegalStateException("this workflow has no facts");
        }
      };

  static Domain<?, ?> noDomain() {
    return NO_DOMAIN;
  }

  public static <S, F extends Fact> Folded<S, F> initial(
      Domain<S, F> domain, ExecutionId id, String input) {
    return new Folded<>(domain, domain.initial(id, input), 0);
  }

  public Folded<S, F> with(JsonNode fact, long atMillis) {
    F typed = EventLines.typed(fact, domain.facts());
    S next = domain.apply(state, new Recorded<>(count + 1, atMillis, typed));
    return new Folded<>(domain, next, count + 1);
  }

  public boolean isBegun() {
    return domain.isBegun(state);
  }

  /** The state; {@code wanted} must be the domain of the workflow. */
  public <T> T as(Domain<T, ?> wanted) {
    if (!domain.equals(wanted)) {
      throw new IllegalArgumentException(
          "the execution has another domain than the caller asks for");
    }
    return wanted.states().cast(state);
  }
}
