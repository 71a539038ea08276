package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.storage.Disk;
import dev.roastery.testkit.workflow.SimulatedHost;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Facts, commands, and steps that end later. */
class FactTest {

  private static final ExecutionId A = new ExecutionId("a");

  private final Tally tally = new Tally();
  private final MemoryDisk disk = new MemoryDisk();
  private final WorkflowTrial trial = new WorkflowTrial(disk).having(Tally.adding(tally));

  private WorkflowTrial started() {
    return trial.start("a", "adding", "10");
  }

  private int add(int number) {
    return trial.engine().command(A, tally, Tally.add(number));
  }

  private Tally.Sum sum() {
    return trial.engine().state(A, tally).orElseThrow();
  }

  private static Disk powerLoss(Disk disk) {
    return ((MemoryDisk) disk).afterPowerLoss(MemoryDisk.all());
  }

  @Test
  void aCommandDecidesAgainstTheCurrentStateAndItsReplyIsDurable() {
    started();
    assertThat(add(1)).isEqualTo(11);
    assertThat(add(2)).isEqualTo(13);

    trial.restart(FactTest::powerLoss, Duration.ZERO);

    assertThat(sum().total()).isEqualTo(13);
    assertThat(add(3)).isEqualTo(16);
  }

  @Test
  void whatACommandThrowsGoesToItsCallerAndNothingIsRecorded() {
    started();
    int before = trial.history("a").size();

    assertThatThrownBy(() -> add(-1)).hasMessage("not -1");

    assertThat(trial.history("a")).hasSize(before);
    assertThat(trial.troubles()).isEmpty();
  }

  @Test
  void aFactWakesTheStepThatWaitsForItsKindAndWhatItReturnsIsRecordedWithItsFacts() {
    started();
    var _ = add(5);
    var _ = trial.engine().command(A, tally, Tally.enough());

    trial.awaitEnd("a", "DONE");

    assertThat(sum().seen()).containsExactly(15);
    assertThat(trial.engine().facts(A, tally))
        .extracting(Recorded::fact)
        .containsExactly(new Tally.Added(5), new Tally.Enough(), new Tally.Seen(15));
  }

  /** It has looked, it has not said yet that it waits, and the fact comes. */
  @Test
  void aFactThatIsRecordedWhileTheStepRunsIsNotMissed() {
    List<Integer> looked = new ArrayList<>();
    Step meanwhile =
        context -> {
          Tally.Sum before = context.state(tally);
          looked.add(before.total());
          if (looked.size() == 1) {
            var _ = add(1);
          }
          return before.total() > 10 ? Outcome.completed() : Outcome.await("added");
        };
    Workflow workflow =
        Workflow.named("adding")
            .folding(tally)
            .node(named("add", meanwhile))
            .edge("add", "DONE")
            .success("DONE")
            .failure("FAILED")
            .build();

    trial.having(workflow).start("a", "adding", "10").awaitEnd("a", "DONE");

    assertThat(looked).containsExactly(10, 11);
  }

  private void endOnce() {
    started();
    var _ = trial.engine().command(A, tally, Tally.enough());
    trial.awaitEnd("a", "DONE");
  }

  @Test
  void anExecutionThatHasEndedBeginsOnceMoreWithItsFactsAndItsLogGoesOn() {
    endOnce();
    int before = trial.history("a").size();

    assertThat(trial.engine().again(A, tally, Tally.add(7))).isEqualTo(17);

    assertThat(trial.history("a").get(before).event())
        .isEqualTo(new Event.ExecutionStarted("adding", "10"));
    trial.restart(FactTest::powerLoss, Duration.ZERO).awaitEnd("a", "DONE");
    assertThat(sum().seen()).containsExactly(10, 17);
    var _ = trial.engine().again(A, tally, Tally.add(1));
    trial.awaitEnd("a", "DONE").restart(FactTest::powerLoss, Duration.ZERO);
    assertThat(sum().seen()).containsExactly(10, 17, 18);
  }

  @Test
  void anExecutionThatRunsIsNotBegunOnceMore() {
    started();
    int before = trial.history("a").size();
    assertThatThrownBy(() -> trial.engine().again(A, tally, Tally.add(7)))
        .hasMessage("execution a has not ended");
    assertThat(trial.history("a")).hasSize(before);
  }

  @Test
  void aKillAtTheSecondBeginningLeavesTheEndOrTheBeginning() {
    endOnce();
    Disk ended = powerLoss(disk);
    for (int nth = 1; nth <= 4; nth++) {
      WorkflowTrial some =
          new WorkflowTrial(((MemoryDisk) ended).afterPowerLoss(MemoryDisk.all()))
              .having(Tally.adding(tally))
              .crashingAt(CrashPoint.WORKFLOW_EVENT_APPENDED, nth);
      some.restart(each -> each, Duration.ZERO);
      boolean replied = false;
      try {
        var _ = some.engine().again(A, tally, Tally.add(7));
        replied = true;
      } catch (SimulatedHost.Killed _) {
        // it may be there or not
      }
      some.restart(FactTest::powerLoss, Duration.ZERO);
      int total = some.engine().state(A, tally).orElseThrow().total();
      assertThat(total).as("killed at event %d", nth).isIn(replied ? List.of(17) : List.of(10, 17));
    }
  }

  /** Found by the simulator (toy, seed 72): the facts said that it was over, and it was refused. */
  @Test
  void anExecutionMayBeginOnceMoreInTheMomentOfItsEnd() {
    List<Integer> totals = new ArrayList<>();
    int[] calls = {0};
    Step ending =
        _ -> {
          if (++calls[0] == 1) {
            trial.host().post(() -> totals.add(trial.engine().again(A, tally, Tally.add(7))));
          }
          return Outcome.completed();
        };
    Workflow once =
        Workflow.named("once")
            .folding(tally)
            .node(named("end", ending))
            .edge("end", "DONE")
            .success("DONE")
            .failure("FAILED")
            .build();

    trial.having(once).start("a", "once", "10").awaitEnd("a", "DONE");

    assertThat(totals).containsExactly(17);
    assertThat(trial.events("a")).filteredOn(Event.ExecutionCompleted.class::isInstance).hasSize(2);
    trial.restart(FactTest::powerLoss, Duration.ZERO).awaitEnd("a", "DONE");
  }

  /** With the mark, the start after the second end would not force what it believes. */
  @Test
  void theMarkOfTheFirstEndIsDeletedAlsoWhenAPowerLossHasBroughtItBack() throws IOException {
    endOnce();
    trial.engine().again(A, tally, Tally.add(7));
    disk.create("workflows/a/over").close();

    trial.restart();

    assertThat(disk.list("workflows/a")).doesNotContain("over");
    assertThat(trial.engine().state(A, tally).orElseThrow().total()).isEqualTo(17);
  }

  @Test
  void aKillAfterAnyEventLosesNoFactThatWasRepliedTo() {
    for (int nth = 1; nth < 40; nth++) {
      WorkflowTrial some = new WorkflowTrial(new MemoryDisk()).having(Tally.adding(tally));
      some.crashingAt(CrashPoint.WORKFLOW_EVENT_APPENDED, nth).start("a", "adding", "0");
      int replied = 0;
      try {
        while (replied < 6 && !some.crashed()) {
          some.engine().command(A, tally, Tally.add(1));
          replied++;
        }
      } catch (SimulatedHost.Killed _) {
        // the one under way may be there or not
      }
      if (!some.crashed() && replied == 6) {
        continue;
      }
      some.restart(FactTest::powerLoss, Duration.ZERO).start("a", "adding", "0");
      assertThat(some.engine().state(A, tally).map(Tally.Sum::total).orElse(0))
          .as("killed at event %d", nth)
          .isBetween(replied, replied + 1);
      some.engine().command(A, tally, Tally.enough());
      some.awaitEnd("a", "DONE");
    }
  }

  @Test
  void aStoreThatFailsRefusesTheCommandWhichMayBeRepeated() {
    started();
    var _ = add(0);
    for (int nth = 1; nth <= 2; nth++) {
      int before = sum().total();
      disk.failAtCall(nth);
      assertThatThrownBy(() -> add(1)).isInstanceOf(UncheckedIOException.class);
      assertThat(sum().total()).isEqualTo(before);
      assertThat(add(1)).isEqualTo(before + 1);
    }
    trial.restart(FactTest::powerLoss, Duration.ZERO);
    assertThat(sum().total()).isEqualTo(12);
  }

  @Test
  void commandsAtTheSameTimeAreForcedTogether() {
    started();
    trial.start("b", "adding", "0");
    List<CompletableFuture<Integer>> replies = new ArrayList<>();
    for (int n = 0; n < 50; n++) {
      ExecutionId id = n % 2 == 0 ? A : new ExecutionId("b");
      replies.add(trial.engine().submit(id, tally, Tally.add(1)));
    }
    int before = trial.host().forces();

    trial.host().settle();

    assertThat(replies).allMatch(CompletableFuture::isDone);
    assertThat(trial.host().forces() - before).as("forces of all of them").isLessThan(12);
    assertThat(sum().total()).isEqualTo(35);
  }

  @Test
  void factsOfAnEndedExecutionAreRefused() {
    started();
    trial.engine().command(A, tally, Tally.enough());
    trial.awaitEnd("a", "DONE");
    assertThatThrownBy(() -> add(1)).hasMessageContaining("has ended accepts no facts");
  }

  @Test
  void aFactThatThisProgramDoesNotKnowRefusesThatExecutionAlone() {
    started();
    var _ = add(1);
    Workflow other =
        Workflow.named("adding")
            .folding(new NoAdding())
            .node(named("add", Step.awaiting("x")))
            .edge("add", "DONE")
            .success("DONE")
            .failure("FAILED")
            .build();

    trial.having(other).restart();

    assertThat(trial.engine().refused().get(A)).contains("not a fact of this program");
  }

  private static final class NoAdding implements Domain<String, NoAdding.None> {
    private enum None implements Fact {
      NONE
    }

    @Override
    public Class<String> states() {
      return String.class;
    }

    @Override
    public Class<None> facts() {
      return None.class;
    }

    @Override
    public String initial(ExecutionId id, String input) {
      return input;
    }

    @Override
    public String apply(String state, Recorded<None> fact) {
      return state;
    }
  }

  // ---- steps that end without a thread

  private Workflow later(CompletableFuture<String> answer, WorkflowNode inner) {
    return Workflow.named("asking")
        .folding(tally)
        .node(inner)
        .node(named("unheard", _ -> Outcome.completed(answer.isDone() + "")))
        .edge(inner.name(), "DONE")
        .failing(inner.name(), "unheard")
        .edge("unheard", "UNHEARD")
        .success("DONE")
        .success("UNHEARD")
        .failure("FAILED")
        .build();
  }

  @Test
  void aStepThatIsAnsweredLaterHasNoThreadAndEndsWithTheAnswer() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Step asking = _ -> Outcome.later(answer, what -> Outcome.completed(what));
    trial.having(later(answer, named("ask", asking))).start("a", "asking", "0");
    assertThat(trial.context("a").state()).isEqualTo("ask");

    answer.complete("yes");

    trial.awaitEnd("a", "DONE");
    assertThat(trial.events("a"))
        .contains(new Event.NodeCompleted("ask", Outcome.completed("yes")));
  }

  @Test
  void anAnswerThatNeverArrivesIsAFailedAttemptAndTheLastOneLeadsOn() {
    CompletableFuture<String> never = new CompletableFuture<>();
    Step asking = _ -> Outcome.later(never, what -> Outcome.completed(what));
    WorkflowNode node =
        named("ask", asking).within(Duration.ofSeconds(9)).retrying(Retry.standard().attempts(2));

    trial.having(later(never, node)).start("a", "asking", "0").awaitEnd("a", "UNHEARD");

    assertThat(trial.events("a"))
        .filteredOn(Event.NodeFailed.class::isInstance)
        .extracting(event -> ((Event.NodeFailed) event).reason())
        .containsExactly(Event.Reason.TIMEOUT, Event.Reason.MAX_RETRIES);
  }

  @Test
  void aKillWhileTheAnswerIsAwaitedIsAnAttempt() {
    CompletableFuture<String> never = new CompletableFuture<>();
    Step asking =
        context ->
            context.attempt() == 1
                ? Outcome.later(never, what -> Outcome.completed(what))
                : Outcome.completed();
    trial.having(later(never, named("ask", asking))).start("a", "asking", "0");

    trial.restart(UnaryOperator.identity(), Duration.ZERO).awaitEnd("a", "DONE");

    assertThat(trial.events("a"))
        .filteredOn(Event.NodeFailed.class::isInstance)
        .extracting(event -> ((Event.NodeFailed) event).reason())
        .containsExactly(Event.Reason.CRASHED);
  }

  @Test
  void withoutALimitAStepIsRetriedUntilItSucceeds() {
    int[] calls = {0};
    Step stubborn =
        _ -> {
          if (++calls[0] <= 300) {
            throw new IllegalStateException("not yet");
          }
          return Outcome.completed();
        };
    trial
        .having(
            OneStep.of(named("step", stubborn).retrying(Retry.standard().attempts(Retry.NO_LIMIT))))
        .start("a", "one", "")
        .awaitEnd("a", "DONE");
    assertThat(calls[0]).isEqualTo(301);
  }
}
