package dev.roastery.common.workflow.engine;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.workflow.Booking;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.OneStep;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.Retry;
import dev.roastery.common.workflow.Step;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.WorkflowNode;
import dev.roastery.common.workflow.log.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine on real threads, a real clock and a real disk. */
class ThreadHostTest {

  private static final ExecutionId A = new ExecutionId("a");

  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final Listener listener =
      new Listener() {
        @Override
        public void on(ExecutionId id, Logged event) {
          told.add(id + " " + event.seq());
        }

        @Override
        public void trouble(ExecutionId id, String sentence) {
          told.add(sentence);
        }
      };

  @TempDir Path directory;

  private ThreadHost host() {
    return new ThreadHost(InstantSource.system(), (_, death) -> told.add("death: " + death));
  }

  private Engine engine(Host host, Workflow workflow) {
    return Engine.open(
        new Engine.Store(new FileDisk(directory), "workflows"),
        List.of(workflow),
        host,
        listener,
        CrashPoints.none());
  }

  private static Map<ExecutionId, String> states(Engine engine) {
    return engine.all().stream().collect(Collectors.toMap(Context::id, Context::state));
  }

  private static void awaitState(Engine engine, ExecutionId id, String state) {
    await().until(() -> states(engine).get(id), state::equals);
  }

  @Test
  void aBookingIsMadeAndFoundAgain() {
    Workflow workflow = new Booking().workflow();
    try (ThreadHost host = host();
        Engine engine = engine(host, workflow)) {
      engine.start(A, "booking", "Ada");
      awaitState(engine, A, "BOOKED");
    }
    try (ThreadHost host = host();
        Engine engine = engine(host, workflow)) {
      assertThat(states(engine)).containsEntry(A, "BOOKED");
      assertThat(engine.history(A)).hasSize(8);
    }
    assertThat(told).containsExactly("a 1", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "a 8");
  }

  @Test
  void aSlowStepIsInterruptedAndItsLaterResultIsIgnored() {
    CountDownLatch interrupted = new CountDownLatch(1);
    Queue<String> refused = new ConcurrentLinkedQueue<>();
    Step slow =
        context -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException _) {
            interrupted.countDown();
          }
          try {
            context.checkpoint("late");
          } catch (IllegalStateException e) {
            refused.add(e.getMessage());
          }
          return Outcome.completed("late");
        };
    WorkflowNode node =
        named("step", slow).within(Duration.ofMillis(20)).retrying(Retry.standard().attempts(1));
    try (ThreadHost host = host();
        Engine engine = engine(host, OneStep.of(node))) {
      engine.start(A, "one", "");
      awaitState(engine, A, "FAILED");
      await().until(() -> interrupted.getCount() == 0 && !refused.isEmpty());
      assertThat(refused).containsExactly("this attempt at step has ended");
    }
  }

  @Test
  void thousandsWaitWithoutAThreadEach() {
    int waiting = 3_000;
    Workflow workflow = OneStep.of(Step.awaiting(Duration.ofDays(1), "go"));
    Engine.Store store = new Engine.Store(new MemoryDisk(), "workflows");
    try (ThreadHost host = host();
        Engine engine = Engine.open(store, List.of(workflow), host, listener, CrashPoints.none())) {
      for (int n = 0; n < waiting; n++) {
        engine.start(new ExecutionId("w" + n), "one", "");
      }
      await().until(() -> told.size() == 3 * waiting);
      assertThat(Thread.getAllStackTraces()).hasSizeLessThan(100);

      ExecutionId one = new ExecutionId("w7");
      engine.signal(one, "go", "");
      awaitState(engine, one, "DONE");
      assertThat(states(engine).values()).filteredOn("step"::equals).hasSize(waiting - 1);
    }
  }

  @Test
  void aRealTimerGoesOff() {
    try (ThreadHost host = host();
        Engine engine = engine(host, OneStep.of(Step.awaiting(Duration.ofMillis(5))))) {
      engine.start(A, "one", "");
      awaitState(engine, A, "DONE");
    }
  }
}
