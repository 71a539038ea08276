package dev.roastery.common.workflow;

import java.util.List;

/**
 * The decision of a {@link Command}.
 *
 * @param facts to record, in this order; empty to change nothing
 * @param reply returned to the caller once the facts are durable
 */
public record Verdict<F extends Fact, R>(List<F> facts, R reply) {

  public Verdict {
    facts = List.copyOf(facts);
  }

  public static <F extends Fact, R> Verdict<F, R> nothing(R reply) {
    return new Verdict<>(List.of(), reply);
  }
}
