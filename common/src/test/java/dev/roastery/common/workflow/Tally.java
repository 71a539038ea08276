package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;

/** A domain of tests: things are added, until it is enough. */
final class Tally implements Domain<Tally.Sum, Tally.Change> {

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Added.class, name = "added"),
    @JsonSubTypes.Type(value = Enough.class, name = "enough"),
    @JsonSubTypes.Type(value = Seen.class, name = "seen")
  })
  sealed interface Change extends Fact {}

  record Added(int number) implements Change {}

  record Enough() implements Change {}

  /** The step has looked. */
  record Seen(int total) implements Change {}

  record Sum(int total, boolean enough, List<Integer> seen) {
    Sum {
      seen = List.copyOf(seen);
    }
  }

  @Override
  public Class<Sum> states() {
    return Sum.class;
  }

  @Override
  public Class<Change> facts() {
    return Change.class;
  }

  @Override
  public Sum initial(ExecutionId id, String input) {
    return new Sum(Integer.parseInt(input), false, List.of());
  }

  @Override
  public Sum apply(Sum sum, Recorded<Change> fact) {
    return switch (fact.fact()) {
      case Added(int number) -> new Sum(sum.total() + number, sum.enough(), sum.seen());
      case Enough _ -> new Sum(sum.total(), true, sum.seen());
      case Seen(int total) -> {
        List<Integer> seen = new ArrayList<>(sum.seen());
        seen.add(total);
        yield new Sum(sum.total(), sum.enough(), seen);
      }
    };
  }

  /** Adds a number, and replies with the sum; a negative one is refused. */
  static Command<Sum, Change, Integer> add(int number) {
    return (sum, _) -> {
      if (number < 0) {
        throw new IllegalArgumentException("not " + number);
      }
      return new Verdict<>(List.of(new Added(number)), sum.total() + number);
    };
  }

  static Command<Sum, Change, Boolean> enough() {
    return (_, _) -> new Verdict<>(List.of(new Enough()), true);
  }

  /** Looks at the sum whenever it changes, and is done when it is enough. */
  static Workflow adding(Tally tally) {
    return Workflow.named("adding")
        .folding(tally)
        .node(
            WorkflowNode.named(
                "add",
                _ ->
                    Outcome.deciding(
                        tally,
                        (sum, _) ->
                            sum.enough()
                                ? Outcome.completed().recording(new Seen(sum.total()))
                                : Outcome.await("added", "enough"))))
        .edge("add", "DONE")
        .success("DONE")
        .failure("FAILED")
        .build();
  }
}
