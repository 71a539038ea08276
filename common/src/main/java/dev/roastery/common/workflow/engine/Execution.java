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
 * One execution at work; on the engine's thread, but for the step itself and {@link #force}. What
 * is to be done waits in a queue. The engine takes each execution with work through three phases:
 *
 * <pre>
 *   write    all that waits, and what follows from it, becomes a draft: events are appended
 *   force    the events are made safe, those of several executions at once
 *   commit   the draft becomes the state; requests are answered, the next step is run
 * </pre>
 *
 * <p>When the disk fails in one of the first two, the draft is dropped and nothing has happened.
 */
final class Execution {

  /** What all executions of an engine share, and how one tells that it has work. */
  record Surroundings(
      Host host, Listener listener, CrashPoints crash, Consumer<Execution> onWork) {}

  /** Something to be done. */
  interface Work {
    void on(Draft draft);

    /** What it has changed is on disk. */
    default void safe() {}

    /** The disk failed; whether to do it again in a while. */
    default boolean failed(IOException e) {
      return true;
    }

    /** It will not be done. */
    default void refuse(RuntimeException why) {}
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
  private final Deque<Work> queue = new ArrayDeque<>();
  private ExecutionState state;
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

  /** Any thread may read what is safe of the facts. */
  Folded<?, ?> folded() {
    return folded;
  }

  // ---- what is to be done

  private void add(Work work) {
    queue.add(work);
    around.onWork.accept(this);
  }

  <R> CompletableFuture<R> ask(Function<Draft, R> decide) {
    Request<R> request = new Request<>(decide);
    if (dead) {
      request.refuse(
          new IllegalStateException("execution " + id + " is started again in a second; ask then"));
    } else {
      add(request);
    }
    return request.answer();
  }

  /** The first events; if they cannot be written there is no execution. */
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
        throw new IllegalStateException("execution " + id + " is over, and takes no signal");
      }
      if (draft.state().pendingSignals() == SIGNALS_MAX) {
        throw new IllegalStateException(
            "execution " + id + " has " + SIGNALS_MAX + " signals that no node has waited for");
      }
      draft.add(new Event.SignalReceived(name, payload));
      return true;
    });
  }

  /** The step in hand is asked to stop; when it has, or its time is over, the rest follows. */
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

  /** Does what is to be done next, until a step is in hand or nothing is left but to wait. */
  void advance() {
    if (!dead) {
      add(_ -> {});
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
    IllegalStateException why = new IllegalStateException("execution " + id + " has been stopped");
    queue.forEach(work -> work.refuse(why));
    works.forEach(work -> work.refuse(why));
    queue.clear();
    rest();
  }

  /** Closes the file; the next event begins another. */
  void rest() {
    try {
      log.close();
    } catch (IOException e) {
      around.listener.trouble(id, "its log could not be closed (" + e + "); nothing is lost");
    }
  }

  private void finish() {
    if (!finished) {
      finished = true;
      try {
        log.finish();
      } catch (IOException e) {
        around.listener.trouble(id, "its log could not be closed (" + e + "); nothing is lost");
      }
    }
  }

  // ---- the three phases

  /**
   * Whether there is something to force now. What follows from requests is written after they are
   * answered; what follows from a step's end, together with it.
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
      bug = e; // what was decided before it still holds
    }
    if (written.events().isEmpty()) {
      commit();
      return false;
    }
    try {
      log.append(written.events());
      return true;
    } catch (IOException e) {
      drop(e);
      return false;
    }
  }

  /** On any thread. */
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
    safe.events().forEach(this::told);
    List<Work> done = works;
    works = List.of();
    done.forEach(Work::safe);
    afterwards(safe);
  }

  private void told(Logged event) {
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

  /** The disk has failed, and may come back: internal work is done again, with a new file. */
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

  /** It alone is loaded again from its log; the others go on. */
  private void die(RuntimeException fault) {
    stop();
    around.listener.trouble(id, "it is started again from its log, after " + fault);
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

  /** Who waits, perhaps for a month and one of thousands, costs no thread. */
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

  /** Without it the next start only reads more. Facts are always read: they are the state. */
  private void snapshot() {
    snapshotSeq = state.seq();
    try {
      log.snapshot(state);
    } catch (IOException e) {
      around.listener.trouble(id, "no snapshot of it could be written (" + e + ")");
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
    if (!now.isOver()) {
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

  /** On the step's own thread. */
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
                  if (!now.isOver()) {
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
   * What a step throws is its own failure, an assertion or a stack overflow too. Any other error is
   * the end of this process, real or simulated.
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
              if (by.isOver()) {
                throw new IllegalStateException("this attempt at " + by.node() + " is over");
              }
              draft.add(new Event.Checkpointed(by.node(), value));
              return value;
            })));
    var _ = around.host.await(asked.thenCompose(answer -> answer));
  }
}
