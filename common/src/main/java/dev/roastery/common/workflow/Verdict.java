package dev.roastery.common.workflow;

import java.util.List;

/**
 * What a {@link Command} decides.
 *
 * @param facts to be recorded, in this order; none when nothing is to change
 * @param reply for the caller, once the facts are safe
 */
public record Verdict<F extends Fact, R>(List<F> facts, R reply) {

  public Verdict {
    facts = List.copyOf(facts);
  }

  public static <F extends Fact, R> Verdict<F, R> nothing(R reply) {
    return new Verdict<>(List.of(), reply);
  }
}
