package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.workflow.Event.NodeFailed;
import dev.roastery.common.workflow.Event.Reason;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What becomes of a step that throws, hangs, is cut off, or dies with its process. */
class StepTest {

  private final WorkflowTrial trial = new WorkflowTrial(new MemoryDisk());
  private final OneStep world = new OneStep();

  private WorkflowTrial run(WorkflowNode node) {
    return trial.having(OneStep.of(node)).start("a", "one", "");
  }

  private List<NodeFailed> failures() {
    return trial.events("a").stream()
        .filter(NodeFailed.class::isInstance)
        .map(NodeFailed.class::cast)
        .toList();
  }

  private List<Long> startsAfter() {
    return trial.history("a").stream()
        .filter(logged -> logged.event() instanceof Event.NodeStarted)
        .map(logged -> logged.atMillis() - trial.startMillis())
        .toList();
  }

  /** A step that sees each call, and throws at its first ones. */
  private Step throwing(int times, Exception what) {
    return context -> {
      world.see(context.key() + " " + context.attempt());
      if (world.seen().size() <= times) {
        throw what;
      }
      return Outcome.completed();
    };
  }

  @Test
  void theIntervalsAreOneTwoFourAndEightSeconds() {
    run(named("step", throwing(4, new IOException("down")))).awaitEnd("a", "DONE");

    assertThat(startsAfter()).containsExactly(0L, 1_000L, 3_000L, 7_000L, 15_000L);
  }

  @Test
  void theIntervalsStopGrowingAtTheirCap() {
    Retry capped = new Retry(5, 1_000, 2, 3_000, List.of(Throwable.class));

    run(named("step", throwing(4, new IOException("down"))).retrying(capped));

    trial.awaitEnd("a", "DONE");
    assertThat(startsAfter()).containsExactly(0L, 1_000L, 3_000L, 6_000L, 9_000L);
  }

  @Test
  void everyAttemptHasTheSameKey() {
    run(named("step", throwing(2, new IOException("down")))).awaitEnd("a", "DONE");

    assertThat(world.seen()).containsExactly("a/step/1 1", "a/step/1 2", "a/step/1 3");
  }

  @Test
  void atItsLimitTheNodeFails() {
    trial.having(
        OneStep.of(named("step", throwing(9, new IOException("down"))))
            .with(node -> node.retrying(Retry.standard().attempts(2))));

    trial.start("a", "one", "").awaitMaxRetries("a", "step").awaitEnd("a", "FAILED");

    assertThat(world.seen()).hasSize(2);
    assertThat(failures().getLast().detail()).isEqualTo("EXCEPTION: java.io.IOException: down");
  }

  @Test
  void anErrorThatIsNotListedIsNotRetried() {
    Retry onlyIo = new Retry(5, 1_000, 2, 60_000, List.of(IOException.class));

    run(named("step", throwing(1, new IllegalStateException("a bug"))).retrying(onlyIo));

    trial.awaitEnd("a", "FAILED");
    assertThat(failures()).extracting(NodeFailed::reason).containsExactly(Reason.EXCEPTION);
    assertThat(world.seen()).hasSize(1);
  }

  @Test
  void evenAnErrorOfTheMachineFailsTheStepOnly() {
    Step overflowing =
        context -> {
          if (context.attempt() == 1) {
            throw new StackOverflowError();
          }
          return Outcome.completed();
        };

    run(named("step", overflowing)).awaitEnd("a", "DONE");

    assertThat(failures()).hasSize(1);
  }

  /** Twenty times cut off, with two attempts allowed: no answer, so nothing to count. */
  @Test
  void aStepWithoutNetworkRetriesEveryFiveSecondsWithoutCountingAnAttempt() {
    Unreachable cutOff = new Unreachable("the broker", new ConnectException());

    run(named("step", throwing(20, cutOff)).retrying(Retry.standard().attempts(1)));

    trial.awaitEnd("a", "DONE");
    assertThat(startsAfter())
        .isEqualTo(LongStream.rangeClosed(0, 20).map(n -> 5_000 * n).boxed().toList());
    assertThat(world.seen()).allMatch("a/step/1 1"::equals);
  }

  @Test
  void aSlowStepIsInterruptedAtItsTimeoutAndRetried() {
    Step hanging =
        context -> {
          if (context.attempt() == 1) {
            try {
              trial.host().hang();
            } catch (InterruptedException e) {
              world.see("interrupted at " + (context.nowMillis() - trial.startMillis()));
              world.see("stopping " + context.stopping());
              return Outcome.completed("too late");
            }
          }
          return Outcome.completed("in time");
        };

    run(named("step", hanging).within(Duration.ofSeconds(7))).awaitEnd("a", "DONE");

    assertThat(world.seen()).containsExactly("interrupted at 7000", "stopping true");
    assertThat(failures())
        .containsExactly(
            new NodeFailed(
                "step", 1, Reason.TIMEOUT, "no result after 7000 ms", trial.startMillis() + 8_000));
    assertThat(trial.events("a"))
        .contains(new Event.NodeCompleted("step", Outcome.completed("in time")))
        .doesNotContain(new Event.NodeCompleted("step", Outcome.completed("too late")));
  }

  @Test
  void aStepHasAMinuteUnlessItSaysOtherwise() {
    Step hanging =
        _ -> {
          trial.host().hang();
          return Outcome.completed();
        };

    run(named("step", hanging).retrying(Retry.standard().attempts(1)))
        .pass(Duration.ofMillis(59_999));
    assertThat(failures()).isEmpty();
    trial.pass(Duration.ofMillis(1));

    assertThat(failures().getFirst().detail()).isEqualTo("TIMEOUT: no result after 60000 ms");
  }

  /** Each death is an attempt, so a step that kills its process comes to an end. */
  @Test
  void aStepThatKillsItsProcessEachTimeFailsAtItsLimit() {
    trial.having(OneStep.of(named("step", throwing(0, new IOException()))));
    for (int life = 1; life <= 5; life++) {
      trial.crashingAt(CrashPoint.WORKFLOW_AFTER_STEP, 1).start("a", "one", "").awaitCrashed();
      trial.restart();
    }

    trial.awaitMaxRetries("a", "step").awaitEnd("a", "FAILED");

    assertThat(failures()).extracting(NodeFailed::reason).startsWith(Reason.CRASHED);
    assertThat(world.seen()).hasSize(5);
  }

  @Test
  void aLongStepResumesAtItsLastCheckpoint() {
    Step counting =
        context -> {
          int from = context.checkpoint().map(Integer::parseInt).orElse(0);
          world.see("from " + from);
          for (int item = from + 1; item <= 10_000; item++) {
            if (item == 5_550 && from == 0) {
              trial.crashingAt(CrashPoint.WORKFLOW_AFTER_STEP, 1);
              throw new IOException("the machine stops here");
            }
            if (item % 100 == 0) {
              context.checkpoint(String.valueOf(item));
            }
          }
          return Outcome.completed();
        };
    trial.having(OneStep.of(counting));
    trial.start("a", "one", "");
    assertThat(trial.crashed()).isTrue();

    trial.restart(disk -> ((MemoryDisk) disk).afterPowerLoss(MemoryDisk.all()), Duration.ZERO);

    trial.awaitEnd("a", "DONE");
    assertThat(world.seen()).containsExactly("from 0", "from 5500");
  }

  @Test
  void aCompensationThatDiedIsDoneAndTheOneBeforeItIsNotRepeated() {
    Booking booking = new Booking().when("charge", _ -> Outcome.error("insufficient_funds", ""));
    boolean[] dies = {true};
    booking.when(
        "cancel_flight",
        _ -> {
          if (dies[0]) {
            dies[0] = false;
            trial.crashingAt(CrashPoint.WORKFLOW_AFTER_STEP, 1);
          }
          return null;
        });
    trial.having(booking.workflow()).start("a", "booking", "Ada").awaitCrashed();

    trial.restart().awaitEnd("a", "COMPENSATED");

    assertThat(booking.calls()).filteredOn("cancel_hotel"::equals).hasSize(1);
    assertThat(booking.calls()).filteredOn("cancel_flight"::equals).hasSize(2);
    assertThat(booking.effects()).filteredOn("cancel_flight"::equals).hasSize(1);
  }

  @Test
  void moneyIsRefundedOnlyIfItWasCharged() {
    Booking taken = new Booking();
    Workflow thenCancelled =
        Workflow.named("taken")
            .node(taken.workflow().node("charge"))
            .node(named("boarding", Step.awaiting("boarded")))
            .edge("charge", "boarding")
            .edge("boarding", "DONE")
            .success("DONE")
            .failure("CANCELLED")
            .build();
    trial.having(thenCancelled).start("a", "taken", "").cancel("a", "").awaitEnd("a", "CANCELLED");
    assertThat(taken.effects()).containsExactly("charge", "refund");

    Booking not = new Booking().when("charge", _ -> Outcome.error("insufficient_funds", ""));
    trial.having(not.workflow()).restart().start("b", "booking", "").awaitEnd("b", "COMPENSATED");
    assertThat(not.calls()).doesNotContain("refund");
  }

  /** It is not known whether the step had its effect, so it is compensated. */
  @Test
  void aStepThatFailedInTheMiddleIsCompensatedToo() {
    Booking booking = new Booking().failing("reserve_hotel", 99);

    trial.having(booking.workflow()).start("a", "booking", "").awaitEnd("a", "COMPENSATED");

    assertThat(booking.effects())
        .containsExactly("reserve_flight", "cancel_hotel", "cancel_flight");
  }

  @Test
  void aLoopGivesEachVisitItsOwnKeyAndNoOldCheckpoint() {
    Step three =
        context -> {
          world.see(context.key() + context.checkpoint().orElse(""));
          context.checkpoint("!");
          return Outcome.completed(world.seen().size() < 3 ? "again" : "");
        };
    Workflow loop =
        Workflow.named("loop")
            .node(named("step", three))
            .edge("step", When.value("again"), "step")
            .edge("step", "DONE")
            .success("DONE")
            .failure("FAILED")
            .build();

    trial.having(loop).start("a", "loop", "").awaitEnd("a", "DONE");

    assertThat(world.seen()).containsExactly("a/step/1", "a/step/2", "a/step/3");
  }
}
