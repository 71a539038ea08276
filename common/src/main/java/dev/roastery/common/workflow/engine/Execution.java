package dev.roastery.common.workflow.engine;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.workflow.Command;
import dev.roastery.common.workflow.Domain;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Event.NodeStarted;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Fact;
import dev.roastery.common.workflow.Folded;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.Step;
import dev.roastery.common.workflow.Verdict;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.WorkflowNode;
import dev.roastery.common.workflow.log.Context;
import dev.roastery.common.workflow.log.EventLog;
import dev.roastery.common.workflow.log.ExecutionState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One running execution. All of it runs on the engine's thread, except the step itself and {@link
 * #force}. Work waits in a queue. The engine takes each execution with work through three phases:
 *
 * <pre>
 *   write    the queued work and what follows from it become a draft: events are appended
 *   force    the events become durable, those of several executions at once
 *   commit   the draft becomes the state; requests are answered, the next step starts
 * </pre>
 *
 * <p>If the disk fails in one of the first two phases, the draft is discarded without effect.
 */
final class Execution {

  /** What all executions of an engine share; {@code onWork} is called when one has work. */
  record Surroundings(
      Host host, Listener listener, CrashPoints crash, Consumer<Execution> onWork) {}

  /** A task in the queue of an execution. */
  interface Work {
    void on(Draft draft);

    /** Its changes are durable. */
    default void safe() {}

    /** The disk failed; returns whether to retry later. */
    default boolean failed(IOException e) {
      return true;
    }

    /** It will not run. */
    default void refuse(RuntimeException why) {}
  }

  /** How an attempt ended. */
  private sealed interface Ended {}

  private record Returned(Outcome outcome) implements Ended {}

  private record Threw(Throwable thrown) implements Ended {}

  private record TimedOut() implements Ended {}

  private static final int SNAPSHOT_EVENTS = 64;
  private static final int SIGNALS_MAX = 1_000;
  private static final long AGAIN_MILLIS = 1_000;

  /** The longest timer: a computer that was asleep must notice that time has passed. */
  private static final long SLEEP_MILLIS_MAX = 3_600_000;

  private final ExecutionId id;
  private final Workflow workflow;
  private final EventLog log;
  private final Surroundings around;
  private final Runnable onDeath;
  private final Deque<Work> queue = new ArrayDeque<>();
  private volatile ExecutionState state;
  private volatile Folded<?, ?> folded;
  private long snapshotSeq;
  private @Nullable Attempt attempt;
  private Runnable timer = () -> {};
  private boolean dead;
  private boolean finished;

  // Of the draft that is being written.
  private @Nullable Draft draft;
  private List<Work> works = List.of();
  private @Nullable RuntimeException bug;
  private volatile @Nullable IOException failure;

  Execution(
      ExecutionId id,
      Workflow workflow,
      EventLog log,
      ExecutionState state,
      Folded<?, ?> folded,
      Surroundings around,
      Runnable onDeath) {
    this.id = id;
    this.workflow = workflow;
    this.log = log;
    this.state = state;
    this.folded = folded;
    this.snapshotSeq = state.seq();
    this.around = around;
    this.onDeath = onDeath;
    this.finished = state.isOver();
  }

  Context context() {
    return state.context(id);
  }

  boolean isBegun() {
    return state.seq() > 0;
  }

  boolean isOver() {
    return state.isOver();
  }

  /** The last event that counts; any thread may read it. */
  long lastSeq() {
    return state.seq();
  }

  /** The state of the durable facts; any thread may read it. */
  Folded<?, ?> folded() {
    return folded;
  }

  // ---- requests

  private void add(Work work) {
    queue.add(work);
    around.onWork.accept(this);
  }

  <R> CompletableFuture<R> ask(Function<Draft, R> decide) {
    Request<R> request = new Request<>(decide);
    if (dead) {
      request.refuse(
          new IllegalStateException("execution " + id + " restarts within a second; retry then"));
    } else {
      add(request);
    }
    return request.answer();
  }

  /** Records the first events; if they cannot be written, the execution does not exist. */
  CompletableFuture<Context> begin(String input, List<? extends Fact> facts) {
    return ask(draft -> {
      draft.add(new Event.ExecutionStarted(workflow.name(), input));
      draft.record(facts);
      return draft.state().context(id);
    });
  }

  CompletableFuture<Boolean> signal(String name, String payload) {
    return ask(draft -> {
      if (draft.state().isOver()) {
        throw new IllegalStateException("execution " + id + " has ended and accepts no signal");
      }
      if (draft.state().pendingSignals() == SIGNALS_MAX) {
        throw new IllegalStateException(
            "execution " + id + " has " + SIGNALS_MAX + " signals that no node has waited for");
      }
      draft.add(new Event.SignalReceived(name, payload));
      return true;
    });
  }

  /** Asks the running step to stop; the cancel follows when it has ended or timed out. */
  CompletableFuture<Boolean> cancel(String reason) {
    return ask(draft -> {
      ExecutionState now = draft.state();
      if (!now.isOver() && now.cancel() == null && now.failingTo() == null) {
        draft.add(new Event.CancelRequested(reason));
      }
      return true;
    });
  }

  <S, F extends Fact, R> CompletableFuture<R> command(
      Domain<S, F> domain, Command<S, F, R> command) {
    return ask(draft -> {
      Verdict<F, R> verdict = command.on(draft.folded().as(domain), draft.nowMillis());
      draft.record(verdict.facts());
      return verdict.reply();
    });
  }

  /** Begins this execution, which has ended, once more: {@link Engine#again}. */
  <S, F extends Fact, R> CompletableFuture<R> again(Domain<S, F> domain, Command<S, F, R> command) {
    return ask(draft -> {
      if (draft.hasEnded()) {
        decide(draft); // its last step has ended just now
      }
      Verdict<F, R> verdict = command.on(draft.folded().as(domain), draft.nowMillis());
      if (!draft.state().isOver()) {
        throw new IllegalStateException("execution " + id + " has not ended");
      }
      draft.add(new Event.ExecutionStarted(workflow.name(), draft.state().input()));
      draft.record(verdict.facts());
      return verdict.reply();
    });
  }

  /** Advances the execution until a step is running or there is nothing to do but wait. */
  void advance() {
    if (!dead) {
      add(_ -> {});
    }
  }

  /** Stops as a crash would: what the step still returns has no effect. */
  void stop() {
    dead = true;
    timer.run();
    if (attempt != null) {
      attempt.stop();
      attempt.end();
    }
    ClosedException why = new ClosedException("execution " + id + " has been stopped");
    queue.forEach(work -> work.refuse(why));
    works.forEach(work -> work.refuse(why));
    queue.clear();
    rest();
  }

  /** Closes the file; the next event begins a new one. */
  void rest() {
    closing(log::close);
  }

  private interface Closing {
    void run() throws IOException;
  }

  private void closing(Closing closing) {
    try {
      closing.run();
    } catch (IOException e) {
      around.listener.trouble(id, "its log could not be closed (" + e + "); nothing is lost");
    }
  }

  private void finish() {
    if (!finished) {
      finished = true;
      closing(log::finish);
    }
  }

  // ---- the three phases

  /**
   * Appends the events of the queued work and returns whether there is something to force. What
   * follows from a request is written after its answer; what follows from a step's end, with it.
   */
  boolean write() {
    if (dead || draft != null || queue.isEmpty()) {
      return false;
    }
    works = new ArrayList<>(queue);
    queue.clear();
    Draft written = new Draft(state, folded, around.host.nowMillis());
    draft = written;
    try {
      works.forEach(work -> work.on(written));
      if (written.events().isEmpty() || written.hasEnded()) {
        decide(written);
      }
    } catch (RuntimeException e) {
      bug = e; // the events before it still count
    }
    if (written.events().isEmpty()) {
      commit();
      return false;
    }
    try {
      if (finished && !written.state().isOver()) {
        log.reopen();
        finished = false;
      }
      log.append(written.events());
      return true;
    } catch (IOException e) {
      drop(e);
      return false;
    }
  }

  /** Runs on any thread. */
  void force() {
    try {
      log.force();
    } catch (IOException e) {
      failure = e;
    }
  }

  void commit() {
    IOException failed = failure;
    failure = null;
    Draft safe = draft;
    if (dead || safe == null) {
      return;
    }
    if (failed != null) {
      drop(failed);
      return;
    }
    draft = null;
    state = safe.state();
    folded = safe.folded();
    attempt = safe.hasEnded() ? null : attempt;
    safe.events().forEach(this::publish);
    List<Work> done = works;
    works = List.of();
    done.forEach(Work::safe);
    afterwards(safe);
  }

  private void publish(Logged event) {
    around.crash.reached(CrashPoint.WORKFLOW_EVENT_APPENDED);
    around.listener.on(id, event);
  }

  private void afterwards(Draft safe) {
    RuntimeException fault = bug;
    bug = null;
    if (fault != null) {
      die(fault);
      return;
    }
    if (!queue.isEmpty()) {
      around.onWork.accept(this);
    }
    if (state.cancel() != null && attempt != null) {
      attempt.stop();
    }
    if (state.seq() - snapshotSeq >= SNAPSHOT_EVENTS && folded.count() == 0) {
      snapshot();
    }
    NodeStarted begun = safe.begun();
    if (begun != null) {
      run(begun);
    } else if (attempt == null) {
      rest(safe);
    }
  }

  /** The disk has failed and may recover: internal work is retried, with a new file. */
  private void drop(IOException e) {
    List<Work> again = works.stream().filter(work -> work.failed(e)).toList();
    draft = null;
    bug = null;
    works = List.of();
    if (again.isEmpty()) {
      if (!queue.isEmpty()) {
        around.onWork.accept(this);
      }
      return;
    }
    around.listener.trouble(id, "its log cannot be written (" + e + "); trying again in a second");
    around.host.at(
        around.host.nowMillis() + AGAIN_MILLIS,
        () -> {
          if (!dead) {
            again.reversed().forEach(queue::addFirst);
            around.onWork.accept(this);
          }
        });
  }

  /** Reloads this execution from its log; the others are not affected. */
  private void die(RuntimeException fault) {
    stop();
    around.listener.trouble(id, "restarting it from its log after " + fault);
    around.host.at(around.host.nowMillis() + AGAIN_MILLIS, onDeath);
  }

  private void decide(Draft next) {
    while ((attempt == null || next.hasEnded()) && next.begun() == null && next.state().seq() > 0) {
      switch (Decision.of(workflow, next.state(), next.nowMillis())) {
        case Decision.Append(Event event) -> next.add(event);
        case Decision.Sleep _, Decision.Over _ -> {
          return;
        }
      }
    }
  }

  /** Waits without a thread: thousands of executions may wait for months. */
  private void rest(Draft safe) {
    if (!isBegun()) {
      return;
    }
    timer.run();
    switch (Decision.of(workflow, state, safe.nowMillis())) {
      case Decision.Sleep(long until) -> {
        if (until != Outcome.FOREVER) {
          long latest = around.host.nowMillis() + SLEEP_MILLIS_MAX;
          timer = around.host.at(Math.min(until, latest), this::advance);
        }
      }
      case Decision.Over() -> {
        state.retire();
        finish();
      }
      case Decision.Append _ -> advance();
    }
  }

  /** Without a snapshot the next start only reads more events. */
  private void snapshot() {
    snapshotSeq = state.seq();
    try {
      log.snapshot(state);
    } catch (IOException e) {
      around.listener.trouble(id, "its snapshot could not be written (" + e + ")");
    }
  }

  // ---- the step

  private void run(NodeStarted begun) {
    WorkflowNode node = workflow.node(begun.node());
    Attempt now = new Attempt(id, begun, state, folded, around.host, this::checkpoint);
    attempt = now;
    timer.run();
    timer = () -> {};
    Runnable interrupt = around.host.start(() -> call(node.step(), now));
    if (!now.hasEnded()) {
      timer =
          around.host.at(
              around.host.nowMillis() + node.timeoutMillis(),
              () -> {
                now.stop();
                interrupt.run();
                ended(now, new TimedOut());
              });
    }
  }

  /** Runs on the step's own thread. */
  private void call(Step step, Attempt now) {
    around.crash.reached(CrashPoint.WORKFLOW_BEFORE_STEP);
    Ended end = called(step, now);
    if (end instanceof Returned(Outcome.Later<?> later)) {
      await(later, now);
    } else {
      around.crash.reached(CrashPoint.WORKFLOW_AFTER_STEP);
      around.host.post(() -> ended(now, end));
    }
  }

  private <T> void await(Outcome.Later<T> later, Attempt now) {
    var _ =
        later
            .what()
            .whenComplete((value, thrown) ->
                around.host.post(() -> {
                  if (!now.hasEnded()) {
                    Ended end = thrown == null ? then(later, value) : new Threw(unwrapped(thrown));
                    around.crash.reached(CrashPoint.WORKFLOW_AFTER_STEP);
                    ended(now, end);
                  }
                }));
  }

  private static <T> Ended then(Outcome.Later<T> later, T value) {
    try {
      return new Returned(later.then().apply(value));
    } catch (RuntimeException e) {
      return new Threw(e);
    }
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  /**
   * An exception is the step's own failure, and so is an assertion or a stack overflow. Any other
   * error ends this process, real or simulated.
   */
  private static Ended called(Step step, Attempt now) {
    try {
      return new Returned(step.run(now));
    } catch (Exception | AssertionError | VirtualMachineError e) {
      return new Threw(e);
    }
  }

  private void ended(Attempt now, Ended end) {
    if (end instanceof Threw(Fatal fatal)) {
      throw fatal; // on the engine's thread, where it ends the process
    }
    if (now.end()) {
      timer.run();
      add(draft -> {
        draft.attemptEnded();
        conclude(draft, now.begun(), end);
      });
    }
  }

  private void conclude(Draft draft, NodeStarted begun, Ended end) {
    WorkflowNode node = workflow.node(begun.node());
    long nowMillis = draft.nowMillis();
    switch (end) {
      case Returned(Outcome.Recording(List<Fact> facts, Outcome then)) -> {
        draft.record(facts);
        conclude(draft, begun, new Returned(then));
      }
      case Returned(Outcome.Result result) ->
          draft.add(new Event.NodeCompleted(begun.node(), result));
      case Returned(Outcome.Wait wait) -> draft.add(waiting(begun, wait, nowMillis));
      case Returned(Outcome.Deciding<?> deciding) ->
          conclude(draft, begun, decided(deciding, draft));
      case Returned(Outcome.Later<?> _) ->
          throw new IllegalStateException(begun.node() + " waits again before it has ended");
      case Threw(Throwable thrown) -> draft.add(node.retry().afterThrown(begun, thrown, nowMillis));
      case TimedOut() -> {
        String detail = "no result after " + node.timeoutMillis() + " ms";
        draft.add(node.retry().after(begun, Event.Reason.TIMEOUT, detail, nowMillis));
      }
    }
  }

  private static <S> Ended decided(Outcome.Deciding<S> deciding, Draft draft) {
    try {
      S state = draft.folded().as(deciding.domain());
      return new Returned(deciding.decider().on(state, draft.nowMillis()));
    } catch (RuntimeException e) {
      return new Threw(e);
    }
  }

  private static Event waiting(NodeStarted begun, Outcome.Wait wait, long nowMillis) {
    long until =
        wait.millis() > Outcome.FOREVER - nowMillis ? Outcome.FOREVER : nowMillis + wait.millis();
    return new Event.NodeWaiting(begun.node(), until, wait.signals());
  }

  /** Called by the step, on its thread. */
  private void checkpoint(Attempt by, String value) {
    CompletableFuture<CompletableFuture<String>> asked = new CompletableFuture<>();
    around.host.post(() ->
        asked.complete(
            ask(draft -> {
              if (by.hasEnded()) {
                throw new IllegalStateException("this attempt at " + by.node() + " has ended");
              }
              draft.add(new Event.Checkpointed(by.node(), value));
              return value;
            })));
    var _ = around.host.await(asked.thenCompose(answer -> answer));
  }
}
