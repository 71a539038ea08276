package dev.roastery.common.workflow.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.workflow.Arrival;
import dev.roastery.common.workflow.Booking;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Event.CancelRequested;
import dev.roastery.common.workflow.Event.ExecutionCompleted;
import dev.roastery.common.workflow.Event.ExecutionFailed;
import dev.roastery.common.workflow.Event.ExecutionStarted;
import dev.roastery.common.workflow.Event.NodeCompleted;
import dev.roastery.common.workflow.Event.NodeFailed;
import dev.roastery.common.workflow.Event.NodeStarted;
import dev.roastery.common.workflow.Event.NodeWaiting;
import dev.roastery.common.workflow.Event.NodeWoken;
import dev.roastery.common.workflow.Event.Reason;
import dev.roastery.common.workflow.Event.SignalReceived;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.log.ExecutionState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of {@link Decision}, row by row: the strategy at a start is this one function. */
class DecisionTest {

  private static final long NOW = 100_000;
  private static final Event STARTED = new ExecutionStarted("booking", "");
  private static final Event FLIGHT = new NodeStarted("reserve_flight", 1);
  private static final Event FLOWN =
      new NodeCompleted("reserve_flight", Outcome.completed("flight 7"));
  private static final Event WAITING =
      new NodeWaiting("reserve_flight", NOW + 5, List.of("approve", "refuse"));

  private static Stream<Arguments> table() {
    return Stream.of(
        row("continue", List.of(STARTED), append(FLIGHT)),
        row(
            "it died in the step",
            List.of(STARTED, FLIGHT),
            append(failed(Reason.CRASHED, "the process died", 1, NOW + 1_000))),
        row(
            "it died in the last attempt",
            List.of(STARTED, new NodeStarted("reserve_flight", 5)),
            append(failed(Reason.MAX_RETRIES, "CRASHED: the process died", 5, Event.NEVER))),
        row(
            "retry with delay",
            List.of(STARTED, FLIGHT, failed(Reason.EXCEPTION, "", 1, NOW + 1)),
            new Decision.Sleep(NOW + 1)),
        row(
            "the delay is over",
            List.of(STARTED, FLIGHT, failed(Reason.EXCEPTION, "", 1, NOW)),
            append(new NodeStarted("reserve_flight", 2))),
        row(
            "being cut off is no attempt",
            List.of(STARTED, FLIGHT, failed(Reason.UNREACHABLE, "", 1, NOW)),
            append(FLIGHT)),
        row(
            "mark failed",
            List.of(STARTED, FLIGHT, failed(Reason.MAX_RETRIES, "gone", 1, Event.NEVER)),
            append(new ExecutionFailed("COMPENSATED", "reserve_flight: gone"))),
        row("wait for a timer", List.of(STARTED, FLIGHT, WAITING), new Decision.Sleep(NOW + 5)),
        row(
            "the timer is overdue",
            List.of(STARTED, FLIGHT, new NodeWaiting("reserve_flight", NOW, List.of())),
            append(new NodeWoken("reserve_flight", new Arrival.Elapsed()))),
        row(
            "wait for approval",
            List.of(
                STARTED,
                FLIGHT,
                new NodeWaiting("reserve_flight", Outcome.FOREVER, List.of("approve"))),
            new Decision.Sleep(Outcome.FOREVER)),
        row(
            "approved, before anyone waited",
            List.of(STARTED, new SignalReceived("approve", "Bo"), FLIGHT, WAITING),
            append(new NodeWoken("reserve_flight", new Arrival.Signal(2, "approve", "Bo")))),
        row(
            "a signal that nobody waits for",
            List.of(STARTED, FLIGHT, WAITING, new SignalReceived("other", "")),
            new Decision.Sleep(NOW + 5)),
        row(
            "woken",
            List.of(STARTED, FLIGHT, WAITING, new NodeWoken("reserve_flight", elapsed())),
            append(FLIGHT)),
        row("on to the next", List.of(STARTED, FLIGHT, FLOWN), append(hotel())),
        row(
            "cancelled",
            List.of(STARTED, FLIGHT, FLOWN, new CancelRequested("ill")),
            append(new ExecutionFailed("CANCELLED", "cancelled: ill"))),
        row(
            "compensate",
            List.of(STARTED, FLIGHT, FLOWN, new ExecutionFailed("CANCELLED", "")),
            append(new NodeStarted("cancel_flight", 1))),
        row(
            "a compensation that failed does not stop the others",
            List.of(
                STARTED,
                FLIGHT,
                FLOWN,
                hotel(),
                new ExecutionFailed("CANCELLED", ""),
                new NodeStarted("cancel_hotel", 5),
                new NodeFailed("cancel_hotel", 5, Reason.MAX_RETRIES, "", Event.NEVER)),
            append(new NodeStarted("cancel_flight", 1))),
        row(
            "nothing left to undo",
            List.of(STARTED, new ExecutionFailed("CANCELLED", "")),
            append(new ExecutionCompleted("CANCELLED"))),
        row(
            "over",
            List.of(STARTED, new ExecutionCompleted("BOOKED"), new CancelRequested("late")),
            new Decision.Over()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void whatToDoFollowsFromTheEvents(String name, List<Event> events, Decision expected) {
    ExecutionState state = new ExecutionState();
    long seq = 0;
    for (Event event : events) {
      state.apply(new Logged(++seq, NOW - 100 + seq, event));
    }

    assertThat(Decision.of(new Booking().workflow(), state, NOW)).as(name).isEqualTo(expected);
  }

  private static Arguments row(String name, List<Event> events, Decision expected) {
    return Arguments.of(name, events, expected);
  }

  private static Decision append(Event event) {
    return new Decision.Append(event);
  }

  private static Event hotel() {
    return new NodeStarted("reserve_hotel", 1);
  }

  private static Arrival elapsed() {
    return new Arrival.Elapsed();
  }

  private static NodeFailed failed(Reason reason, String detail, int attempt, long retryAt) {
    return new NodeFailed("reserve_flight", attempt, reason, detail, retryAt);
  }
}
