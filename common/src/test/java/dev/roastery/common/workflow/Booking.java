package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The booking of a journey: a flight, a hotel, the money. Its world outside is one that does a
 * thing once for each key, and counts how often it was asked.
 */
public final class Booking {

  /** What a call to the world does instead of succeeding. */
  interface Mood {
    /** Returns to let the call succeed; its result, if any, is the step's. */
    Outcome instead(StepContext context) throws Exception;
  }

  private final Map<String, Mood> moods = new TreeMap<>();
  private final List<String> calls = new ArrayList<>();
  private final Map<String, String> effects = new TreeMap<>(); // by key
  private final List<String> order = new ArrayList<>();

  /** From here on the named call behaves so. */
  Booking when(String call, Mood mood) {
    moods.put(call, mood);
    return this;
  }

  /** The named call throws at its first times. */
  Booking failing(String call, int times) {
    int[] left = {times};
    return when(
        call,
        _ -> {
          if (left[0]-- > 0) {
            throw new IllegalStateException("the service is down");
          }
          return null;
        });
  }

  public Workflow workflow() {
    return Workflow.named("booking")
        .node(step("reserve_flight").compensatedBy(step("cancel_flight")))
        .node(step("reserve_hotel").compensatedBy(step("cancel_hotel")))
        .node(step("charge").compensatedBy(step("refund")))
        .edge("reserve_flight", "reserve_hotel")
        .edge("reserve_hotel", When.error("full"), "NO_ROOM")
        .edge("reserve_hotel", "charge")
        .edge("charge", "BOOKED")
        .success("BOOKED")
        .failure("COMPENSATED")
        .failure("NO_ROOM")
        .cancelled("CANCELLED")
        .build();
  }

  private WorkflowNode step(String call) {
    WorkflowNode node = named(call, context -> call(call, context)).retrying(Retry.standard());
    return call.equals("charge")
        ? node.compensatedWhen(result -> result.orElse(null) instanceof Outcome.Completed)
        : node;
  }

  private Outcome call(String call, StepContext context) throws Exception {
    calls.add(call);
    Mood mood = moods.get(call);
    Outcome instead = mood == null ? null : mood.instead(context);
    if (instead != null) {
      return instead;
    }
    if (effects.put(context.key(), call) == null) {
      order.add(call);
    }
    return Outcome.completed(call + " of " + context.input());
  }

  /** Every call made, with its repetitions. */
  List<String> calls() {
    return calls;
  }

  /** What has happened in the world, in its order; each thing once for its key. */
  List<String> effects() {
    return order;
  }

  /** No thing has happened under two keys. */
  boolean eachEffectHasOneKey() {
    return new TreeSet<>(effects.values()).size() == effects.size();
  }
}
