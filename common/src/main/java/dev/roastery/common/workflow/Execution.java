package dev.roastery.common.workflow;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.workflow.Event.NodeStarted;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * One execution at work; on the engine's thread, but for the step itself. Each of its works appends
 * one event at most before it changes anything, so that it can be done again when the disk fails.
 */
final class Execution {

  /** What all executions of an engine share. */
  record Surroundings(Host host, Listener listener, CrashPoints crash) {}

  /** Something to be done that may append one event. */
  interface Work {
    void run() throws IOException;
  }

  /** A step's end. */
  private sealed interface Ended {}

  private record Returned(Outcome outcome) implements Ended {}

  private record Threw(Throwable thrown) implements Ended {}

  private record TimedOut() implements Ended {}

  private static final int SNAPSHOT_EVENTS = 64;
  private static final int SIGNALS_MAX = 1_000;
  private static final long AGAIN_MILLIS = 1_000;

  /** A computer that was asleep meanwhile looks at its clock that often. */
  private static final long SLEEP_MILLIS_MAX = 3_600_000;

  private final ExecutionId id;
  private final Workflow workflow;
  private final EventLog log;
  private final Surroundings around;
  private final Runnable onDeath;
  private final State state;
  private long snapshotSeq;
  private @Nullable Attempt attempt;
  private Runnable timer = () -> {};
  private boolean dead;

  Execution(
      ExecutionId id,
      Workflow workflow,
      EventLog log,
      State state,
      Surroundings around,
      Runnable onDeath) {
    this.id = id;
    this.workflow = workflow;
    this.log = log;
    this.state = state;
    this.snapshotSeq = state.seq();
    this.around = around;
    this.onDeath = onDeath;
  }

  Context context() {
    return state.context(id);
  }

  String workflow() {
    return workflow.name();
  }

  boolean isOver() {
    return state.isOver();
  }

  State state() {
    return state;
  }

  /** The first event; if it cannot be written there is no execution. */
  void begin(String input) throws IOException {
    append(new Event.ExecutionStarted(workflow.name(), input));
  }

  /** Does what is to be done next, until a step is in hand or nothing is left but to wait. */
  void advance() {
    tend(this::decide);
  }

  void signal(String name, String payload) throws IOException {
    refuseIfDead();
    if (state.isOver()) {
      throw new IllegalStateException("execution " + id + " is over, and takes no signal");
    }
    if (state.pendingSignals() == SIGNALS_MAX) {
      throw new IllegalStateException(
          "execution " + id + " has " + SIGNALS_MAX + " signals that no node has waited for");
    }
    append(new Event.SignalReceived(name, payload));
    advance();
  }

  /** The step in hand is asked to stop; when it has, or its time is over, the rest follows. */
  void cancel(String reason) throws IOException {
    refuseIfDead();
    if (state.isOver() || state.cancel() != null || state.failingTo() != null) {
      return;
    }
    append(new Event.CancelRequested(reason));
    if (attempt != null) {
      attempt.stop();
    }
    advance();
  }

  private void refuseIfDead() {
    if (dead) {
      throw new IllegalStateException(
          "execution " + id + " is started again in a second; ask then");
    }
  }

  /** Lets go of everything. What a step still does comes to nothing, like after a crash. */
  void stop() {
    dead = true;
    timer.run();
    if (attempt != null) {
      attempt.stop();
      attempt.end();
    }
    try {
      log.close();
    } catch (IOException e) {
      around.listener.trouble(id, "its log could not be closed (" + e + "); nothing is lost");
    }
  }

  /**
   * A store that fails is tried again in a while, with a new file. An execution that fails
   * otherwise is dead: it alone is loaded again from its log.
   */
  private void tend(Work work) {
    if (dead) {
      return;
    }
    try {
      work.run();
    } catch (IOException e) {
      around.listener.trouble(
          id, "its log cannot be written (" + e + "); trying again in a second");
      around.host.at(around.host.nowMillis() + AGAIN_MILLIS, () -> tend(work));
    } catch (RuntimeException e) {
      stop();
      around.listener.trouble(id, "it is started again from its log, after " + e);
      around.host.at(around.host.nowMillis() + AGAIN_MILLIS, onDeath);
    }
  }

  private void decide() throws IOException {
    while (attempt == null) {
      switch (Decision.of(workflow, state, around.host.nowMillis())) {
        case Decision.Append(Event event) -> {
          append(event);
          if (event instanceof NodeStarted begun) {
            run(begun);
          }
        }
        case Decision.Sleep(long until) -> {
          sleep(until);
          return;
        }
        case Decision.Over() -> {
          log.close();
          return;
        }
      }
    }
  }

  /** Whoever waits, perhaps for a month and one of thousands, costs no thread and no open file. */
  private void sleep(long untilMillis) throws IOException {
    log.close();
    timer.run();
    if (untilMillis != Outcome.FOREVER) {
      long latest = around.host.nowMillis() + SLEEP_MILLIS_MAX;
      timer = around.host.at(Math.min(untilMillis, latest), this::advance);
    }
  }

  private void append(Event event) throws IOException {
    Logged logged = new Logged(state.seq() + 1, around.host.nowMillis(), event);
    log.append(logged);
    state.apply(logged);
    around.crash.reached(CrashPoint.WORKFLOW_EVENT_APPENDED);
    around.listener.on(id, logged);
    if (state.seq() - snapshotSeq >= SNAPSHOT_EVENTS) {
      snapshot();
    }
  }

  /** Without it the next start only reads more. */
  private void snapshot() {
    snapshotSeq = state.seq();
    try {
      log.snapshot(state);
    } catch (IOException e) {
      around.listener.trouble(id, "no snapshot of it could be written (" + e + ")");
    }
  }

  private void run(NodeStarted begun) {
    Node node = workflow.node(begun.node());
    Attempt now = new Attempt(id, begun, state, around.host, this::checkpoint);
    attempt = now;
    Runnable interrupt = around.host.start(() -> call(node.step(), now));
    timer.run();
    timer =
        around.host.at(
            around.host.nowMillis() + node.timeoutMillis(),
            () -> {
              now.stop();
              interrupt.run();
              ended(now, new TimedOut());
            });
  }

  /** On the step's own thread. */
  private void call(Step step, Attempt now) {
    around.crash.reached(CrashPoint.WORKFLOW_BEFORE_STEP);
    Ended end = called(step, now);
    around.crash.reached(CrashPoint.WORKFLOW_AFTER_STEP);
    around.host.post(() -> ended(now, end));
  }

  /**
   * Whatever a step throws, an assertion or a stack overflow too, is its own failure; but a broken
   * promise is the process's.
   */
  private static Ended called(Step step, Attempt now) {
    try {
      return new Returned(step.run(now));
    } catch (Fatal broken) {
      throw broken; // leaves the step's thread, whose owner ends the process
    } catch (Throwable e) {
      return new Threw(e);
    }
  }

  private void ended(Attempt now, Ended end) {
    if (now.end()) {
      timer.run();
      tend(() -> {
        append(event(now.begun(), end));
        attempt = null;
        advance();
      });
    }
  }

  private Event event(NodeStarted begun, Ended end) {
    Node node = workflow.node(begun.node());
    long nowMillis = around.host.nowMillis();
    return switch (end) {
      case Returned(Outcome.Result result) -> new Event.NodeCompleted(begun.node(), result);
      case Returned(Outcome.Wait wait) ->
          new Event.NodeWaiting(
              begun.node(),
              wait.millis() > Outcome.FOREVER - nowMillis
                  ? Outcome.FOREVER
                  : nowMillis + wait.millis(),
              wait.signals());
      case Threw(Throwable thrown) -> node.retry().afterThrown(begun, thrown, nowMillis);
      case TimedOut() -> {
        String detail = "no result after " + node.timeoutMillis() + " ms";
        yield node.retry().after(begun, Event.Reason.TIMEOUT, detail, nowMillis);
      }
    };
  }

  /** Called by the step, on its thread. */
  private void checkpoint(Attempt by, String value) {
    around.host.call(() -> {
      if (by.isOver()) {
        throw new IllegalStateException("this attempt at " + by.node() + " is over");
      }
      try {
        append(new Event.Checkpointed(by.node(), value));
        return value;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
