package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.storage.Disk;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Timers, signals and cancels are durable: they hold over any death of the process. */
class WaitTest {

  private final WorkflowTrial trial = new WorkflowTrial(new MemoryDisk());
  private final OneStep world = new OneStep();

  private static Disk powerLoss(Disk disk) {
    return ((MemoryDisk) disk).afterPowerLoss(MemoryDisk.all());
  }

  private Step sleeping(Duration time) {
    return context -> {
      if (context.arrival().isEmpty()) {
        return new Outcome.Wait(List.of(), time.toMillis());
      }
      world.see("woken at " + (context.nowMillis() - trial.startMillis()));
      return Outcome.completed();
    };
  }

  private static Workflow approval() {
    return Workflow.named("approval")
        .node(named("PREPARING", Step.awaiting("prepared")))
        .node(named("HELD", Step.awaiting(Duration.ofDays(7), "approve", "refuse")))
        .edge("PREPARING", "HELD")
        .edge("HELD", When.value("refuse"), "REFUSED")
        .edge("HELD", When.value("elapsed"), "EXPIRED")
        .edge("HELD", "APPROVED")
        .success("APPROVED")
        .failure("REFUSED")
        .failure("EXPIRED")
        .build();
  }

  @Test
  void aTimerKnowsItsRemainingTimeAfterARestart() {
    long month = Duration.ofDays(30).toMillis();
    trial.having(OneStep.of(sleeping(Duration.ofDays(30)))).start("a", "one", "");
    trial.pass(Duration.ofMinutes(5)).restart(WaitTest::powerLoss, Duration.ofMinutes(10));

    trial.pass(Duration.ofDays(30).minusMinutes(15).minusMillis(1));
    assertThat(world.seen()).isEmpty();
    trial.pass(Duration.ofMillis(1));

    assertThat(world.seen()).containsExactly("woken at " + month);
    trial.awaitEnd("a", "DONE");
  }

  @Test
  void anOverdueTimerGoesOffAtOnce() {
    trial.having(OneStep.of(sleeping(Duration.ofDays(30)))).start("a", "one", "");

    trial.restart(WaitTest::powerLoss, Duration.ofDays(31));

    assertThat(world.seen()).containsExactly("woken at " + Duration.ofDays(31).toMillis());
  }

  @Test
  void anApprovalAfterARestartContinues() {
    trial.having(approval()).start("a", "approval", "").signal("a", "prepared", "");
    trial.restart(WaitTest::powerLoss, Duration.ofDays(1));
    assertThat(trial.context("a").state()).isEqualTo("HELD");

    trial.signal("a", "approve", "Bo");

    trial.awaitEnd("a", "APPROVED");
  }

  @Test
  void theFirstSignalOrTimeDecides() {
    trial.having(approval());
    for (String id : List.of("refused", "expired")) {
      trial.start(id, "approval", "").signal(id, "prepared", "");
    }
    trial.signal("refused", "refuse", "");
    trial.awaitEnd("refused", "REFUSED").awaitEnd("expired", "EXPIRED");
  }

  @Test
  void aSignalBeforeItsWaitSurvivesADeathAndIsDeliveredOnce() {
    trial.having(approval()).start("a", "approval", "").signal("a", "approve", "early");
    trial.restart(WaitTest::powerLoss, Duration.ZERO);
    assertThat(trial.context("a").state()).isEqualTo("PREPARING");

    trial.signal("a", "prepared", "").awaitEnd("a", "APPROVED");

    assertThat(trial.events("a"))
        .filteredOn(Event.NodeWoken.class::isInstance)
        .extracting(event -> ((Event.NodeWoken) event).arrival())
        .containsExactly(
            new Arrival.Signal(5, "prepared", ""), new Arrival.Signal(4, "approve", "early"));
  }

  @Test
  void eachOfTwoEqualSignalsEndsOneWait() {
    Step three =
        context -> {
          context.arrival().ifPresent(_ -> world.see("came"));
          return world.seen().size() == 3 ? Outcome.completed() : Outcome.await("tick");
        };
    trial.having(OneStep.of(three)).start("a", "one", "");

    trial.signal("a", "tick", "").signal("a", "tick", "");

    assertThat(world.seen()).hasSize(2);
    assertThat(trial.context("a").state()).isEqualTo("step");
  }

  /** The signal is durable, but its sender got no reply. */
  @Test
  void aSignalIsDurableAsSoonAsItIsAppended() {
    trial.having(approval()).start("a", "approval", "");
    trial.crashingAt(CrashPoint.WORKFLOW_EVENT_APPENDED, 1).signal("a", "prepared", "");
    assertThat(trial.crashed()).isTrue();

    trial.restart(WaitTest::powerLoss, Duration.ZERO);

    assertThat(trial.context("a").state()).isEqualTo("HELD");
  }

  @Test
  void executionsThatRunOrSleepOrAwaitApprovalAllContinueAfterARestart() {
    Workflow sleeping = OneStep.of(sleeping(Duration.ofHours(1)));
    trial.having(approval()).having(sleeping).having(new Booking().workflow());
    trial.start("asleep", "one", "").start("held", "approval", "").signal("held", "prepared", "");
    trial.crashingAt(CrashPoint.WORKFLOW_AFTER_STEP, 2).start("running", "booking", "Ada");
    assertThat(trial.crashed()).isTrue();

    trial.restart(WaitTest::powerLoss, Duration.ZERO);

    assertThat(trial.open())
        .extracting(context -> context.id() + " " + context.state())
        .containsExactly("asleep step", "held HELD", "running reserve_hotel");
    trial.signal("held", "approve", "");
    trial.awaitEnd("running", "BOOKED").awaitEnd("asleep", "DONE").awaitEnd("held", "APPROVED");
    assertThat(trial.open()).isEmpty();
  }

  @Test
  void aCancelledWaitIsCompensatedAndSoIsWhatCameBefore() {
    Booking booking = new Booking().when("charge", _ -> Outcome.await("money"));
    trial.having(booking.workflow()).start("a", "booking", "Ada");

    trial.cancel("a", "changed my mind").cancel("a", "twice is fine").awaitEnd("a", "CANCELLED");

    assertThat(booking.effects())
        .containsExactly("reserve_flight", "reserve_hotel", "cancel_hotel", "cancel_flight");
    assertThat(trial.events("a")).filteredOn(Event.CancelRequested.class::isInstance).hasSize(1);
  }

  @Test
  void aCancelAsksTheRunningStepToStopAndThenCompensates() {
    Booking booking = new Booking();
    booking.when(
        "reserve_hotel",
        context -> {
          trial.engine().cancel(context.execution(), "now");
          world.see("stopping " + context.stopping());
          return null;
        });
    trial.having(booking.workflow()).start("a", "booking", "Ada").awaitEnd("a", "CANCELLED");

    assertThat(world.seen()).containsExactly("stopping true");
    assertThat(booking.effects())
        .containsExactly("reserve_flight", "reserve_hotel", "cancel_hotel", "cancel_flight");
  }

  @Test
  void aCancelHoldsOverADeath() {
    Booking booking = new Booking().when("charge", _ -> Outcome.await("money"));
    trial.having(booking.workflow()).start("a", "booking", "Ada");
    trial.crashingAt(CrashPoint.WORKFLOW_EVENT_APPENDED, 1).cancel("a", "no");

    trial.restart(WaitTest::powerLoss, Duration.ZERO).awaitEnd("a", "CANCELLED");
  }

  @Test
  void aSignalToAnUnknownExecutionIsRefused() {
    trial.having(approval());
    assertThatThrownBy(() -> trial.signal("nobody", "x", ""))
        .hasMessage("there is no execution nobody");
    trial.having(OneStep.of(_ -> Outcome.completed())).start("a", "approval", "");
    Stream.iterate(0, n -> n + 1).limit(1000).forEach(n -> trial.signal("a", "unknown", "" + n));
    assertThatThrownBy(() -> trial.signal("a", "unknown", "one more"))
        .hasMessageContaining("has 1000 signals that no node has waited for");
  }
}
