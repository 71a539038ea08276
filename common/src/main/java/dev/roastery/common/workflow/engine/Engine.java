package dev.roastery.common.workflow.engine;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.workflow.Command;
import dev.roastery.common.workflow.Domain;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.EventLines;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Fact;
import dev.roastery.common.workflow.Folded;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Recorded;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.engine.Execution.Surroundings;
import dev.roastery.common.workflow.log.Context;
import dev.roastery.common.workflow.log.Damaged;
import dev.roastery.common.workflow.log.EventLog;
import dev.roastery.common.workflow.log.ExecutionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries executions of workflows to their ends. Its methods may be called by any thread but the
 * host's; when one returns, what it did is on disk. All that waits at one moment is made safe
 * together: {@link #work}.
 */
public final class Engine implements AutoCloseable {

  /** Where it keeps what happened: one engine at a time has this directory. */
  public record Store(Disk disk, String directory) {}

  /** So many logs may be open. One that is closed goes on in a new file. */
  private static final int OPEN_LOGS_MAX = 128;

  private final Store store;
  private final Map<String, Workflow> workflows;
  private final Surroundings around;
  private final Host host;
  private final Map<ExecutionId, Execution> executions = new ConcurrentSkipListMap<>();
  private final Map<ExecutionId, String> refused = new ConcurrentSkipListMap<>();
  private final SequencedSet<Execution> working = new LinkedHashSet<>();
  private final SequencedSet<Execution> open = new LinkedHashSet<>();
  private boolean workPosted;
  private boolean closed;

  private Engine(
      Store store,
      Collection<Workflow> workflows,
      Host host,
      Listener listener,
      CrashPoints crash) {
    this.store = store;
    this.workflows =
        workflows.stream().collect(Collectors.toUnmodifiableMap(Workflow::name, w -> w));
    this.host = host;
    this.around = new Surroundings(host, listener, crash, this::hasWork);
  }

  /** Loads every execution of the store, and goes on with those that are not over. */
  public static Engine open(
      Store store,
      Collection<Workflow> workflows,
      Host host,
      Listener listener,
      CrashPoints crash) {
    Engine engine = load(store, workflows, host, listener, crash);
    engine.resume();
    return engine;
  }

  /** Loads every execution of the store; nothing happens to them before {@link #resume}. */
  public static Engine load(
      Store store,
      Collection<Workflow> workflows,
      Host host,
      Listener listener,
      CrashPoints crash) {
    Engine engine = new Engine(store, workflows, host, listener, crash);
    engine.changing(engine::recover);
    return engine;
  }

  /**
   * Writes the log of an execution whose events were kept otherwise until now; what there is of a
   * log is replaced. Before the store is loaded.
   */
  public static void adopt(Store store, ExecutionId id, List<Logged> events) throws IOException {
    EventLog log = new EventLog(store.disk(), store.directory(), id);
    log.append(events);
    log.force();
    log.close();
  }

  /** Goes on with every execution that is not over. */
  public void resume() {
    asking(() -> {
      executions.values().stream().filter(each -> !each.isOver()).forEach(Execution::advance);
      work();
      return true;
    });
  }

  private boolean recover() throws IOException {
    store.disk().createDirectory(store.directory());
    store.disk().syncDirectory("");
    for (String name : store.disk().list(store.directory())) {
      if (ExecutionId.isValid(name)) {
        load(new ExecutionId(name));
      } else if (name.endsWith(EventLog.REMOVED)) {
        EventLog.delete(store.disk(), store.directory() + "/" + name);
      }
    }
    store.disk().syncDirectory(store.directory()); // an execution's name counts from now on
    return true;
  }

  /** An execution that cannot be loaded is left as it is, and reported; the others go on. */
  private @Nullable Execution load(ExecutionId id) throws IOException {
    try {
      EventLog log = log(id);
      ExecutionState state = log.newestSnapshot();
      List<Logged> events = log.read(state.seq());
      events.forEach(state::apply);
      if (state.seq() == 0) {
        log.forgetStart();
        return null;
      }
      Workflow workflow = workflow(state.workflow());
      Folded<?, ?> folded = Folded.initial(workflow.domain(), id, state.input());
      for (Logged each : events) {
        if (each.event() instanceof Event.FactRecorded recorded) {
          folded = folded.with(recorded.fact(), each.atMillis());
        }
      }
      if (!folded.isBegun()) {
        log.forgetStart();
        return null;
      }
      if (!state.isOver()) {
        log.secure(events);
      } else if (!log.isFinished()) {
        log.secure(events);
        log.finish();
      }
      if (state.isOver()) {
        state.retire();
      }
      Execution execution = execution(id, workflow, log, state, folded);
      executions.put(id, execution);
      return execution;
    } catch (Damaged | IllegalArgumentException | IllegalStateException e) {
      refused.put(id, String.valueOf(e.getMessage()));
      around.listener().trouble(id, "it is left alone. " + e.getMessage());
      return null;
    }
  }

  private void reload(ExecutionId id) {
    if (closed) {
      return;
    }
    executions.remove(id);
    try {
      Execution loaded = load(id);
      if (loaded != null) {
        loaded.advance();
      }
    } catch (IOException e) {
      around.listener().trouble(id, "its log cannot be read (" + e + "); trying again in a minute");
      host.at(host.nowMillis() + 60_000, () -> reload(id));
    }
  }

  private Execution execution(
      ExecutionId id, Workflow workflow, EventLog log, ExecutionState state, Folded<?, ?> folded) {
    return new Execution(id, workflow, log, state, folded, around, () -> reload(id));
  }

  private EventLog log(ExecutionId id) {
    return new EventLog(store.disk(), store.directory(), id);
  }

  private Workflow workflow(String name) {
    Workflow workflow = workflows.get(name);
    if (workflow == null) {
      throw new IllegalArgumentException("there is no workflow '" + name + "' in this program");
    }
    return workflow;
  }

  // ---- group commit

  private void hasWork(Execution execution) {
    working.add(execution);
    if (!workPosted) {
      workPosted = true;
      host.post(this::work); // behind all that has been posted by now: one force for all of it
    }
  }

  /**
   * Writes what all executions have to write, forces their logs together, and commits: again and
   * again, until there is nothing left. What is committed may bring new work, also from within.
   */
  private void work() {
    workPosted = false;
    while (!working.isEmpty()) {
      List<Execution> round = List.copyOf(working);
      working.clear();
      List<Execution> written = new ArrayList<>();
      for (Execution each : round) {
        if (each.write()) {
          written.add(each);
        }
      }
      host.together(written.stream().<Runnable>map(each -> each::force).toList());
      written.forEach(Execution::commit);
      written.forEach(this::keepOpen);
    }
  }

  /** The log that nothing was written to for longest is closed. */
  private void keepOpen(Execution execution) {
    open.remove(execution);
    if (!execution.isOver()) {
      open.add(execution);
      if (open.size() > OPEN_LOGS_MAX) {
        open.removeFirst().rest();
      }
    }
  }

  // ---- what is asked of it

  /** Starts an execution; one that is there already is left as it is. */
  public Context start(ExecutionId id, String workflow, String input) {
    return start(id, workflow, input, List.of());
  }

  /** The same, with the first facts. */
  public Context start(ExecutionId id, String workflow, String input, List<? extends Fact> facts) {
    return awaiting(() -> {
      Execution there = executions.get(id);
      if (there != null) {
        return there.ask(draft -> draft.state().context(id));
      }
      refuseIfRefused(id);
      Workflow known = workflow(workflow);
      Folded<?, ?> folded = Folded.initial(known.domain(), id, input);
      Execution begun = execution(id, known, log(id), new ExecutionState(), folded);
      executions.put(id, begun);
      return begun
          .begin(input, facts)
          .whenComplete((_, failed) -> {
            if (failed != null) {
              executions.remove(id, begun);
            }
          });
    });
  }

  /** Delivers a signal to the node that waits for it, or to the first that will. */
  public void signal(ExecutionId id, String name, String payload) {
    var _ = awaiting(() -> existing(id).signal(name, payload));
  }

  /** Ends an execution as soon as its step in hand allows; nothing when it is ending already. */
  public void cancel(ExecutionId id, String reason) {
    var _ = awaiting(() -> existing(id).cancel(reason));
  }

  /** Has the command decide about the state of now, and records its facts. */
  public <S, F extends Fact, R> R command(
      ExecutionId id, Domain<S, F> domain, Command<S, F, R> command) {
    return host.await(submit(id, domain, command));
  }

  /** The same, without waiting for it. Also for the host's own thread. */
  public <S, F extends Fact, R> CompletableFuture<R> submit(
      ExecutionId id, Domain<S, F> domain, Command<S, F, R> command) {
    return submitting(() -> existing(id).command(domain, command));
  }

  /**
   * What the facts of an execution add up to that are safe; nothing before the first one. Any
   * thread may ask, and waits for nothing.
   */
  public <S> Optional<S> state(ExecutionId id, Domain<S, ?> domain) {
    return Optional.ofNullable(executions.get(id))
        .map(Execution::folded)
        .filter(folded -> folded.count() > 0)
        .map(folded -> folded.as(domain));
  }

  public Optional<Context> find(ExecutionId id) {
    return asking(() -> begun(id).map(Execution::context));
  }

  private Optional<Execution> begun(ExecutionId id) {
    return Optional.ofNullable(executions.get(id)).filter(Execution::isBegun);
  }

  /** All executions, by id. */
  public List<Context> all() {
    return asking(() ->
        executions.values().stream().filter(Execution::isBegun).map(Execution::context).toList());
  }

  /** Those that are not over, by id. */
  public List<Context> open() {
    return asking(() ->
        executions.values().stream()
            .filter(execution -> execution.isBegun() && !execution.isOver())
            .map(Execution::context)
            .toList());
  }

  /** Those whose files cannot be believed, and why. */
  public Map<ExecutionId, String> refused() {
    return Map.copyOf(refused);
  }

  /** All events of an execution, read from the disk by whoever asks. */
  public List<Logged> history(ExecutionId id) {
    existing(id);
    try {
      return log(id).read(0);
    } catch (Damaged e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** All facts of an execution, likewise. */
  public <F extends Fact> List<Recorded<F>> facts(ExecutionId id, Domain<?, F> domain) {
    List<Recorded<F>> facts = new ArrayList<>();
    for (Logged each : history(id)) {
      if (each.event() instanceof Event.FactRecorded recorded) {
        F fact = EventLines.typed(recorded.fact(), domain.facts());
        facts.add(new Recorded<>(facts.size() + 1, each.atMillis(), fact));
      }
    }
    return facts;
  }

  /**
   * Forgets an execution that is over, or one that was refused, and deletes its directory with all
   * that is in it.
   */
  public void remove(ExecutionId id) {
    changing(() -> {
      if (!refused.containsKey(id) && !existing(id).isOver()) {
        throw new IllegalStateException("execution " + id + " is not over; cancel it first");
      }
      log(id).remove();
      refused.remove(id);
      executions.remove(id);
      return true;
    });
  }

  /** Stops everything where it is; the next start goes on from there. */
  @Override
  public void close() {
    asking(() -> {
      closed = true;
      executions.values().forEach(Execution::stop);
      executions.clear();
      return true;
    });
  }

  private Execution existing(ExecutionId id) {
    refuseIfRefused(id);
    Execution execution = executions.get(id);
    if (execution == null) {
      throw new NoSuchElementException("there is no execution " + id);
    }
    return execution;
  }

  private void refuseIfRefused(ExecutionId id) {
    String why = refused.get(id);
    if (why != null) {
      throw new IllegalStateException("execution " + id + " is left alone. " + why);
    }
  }

  /** Something for the engine's thread that is answered later. */
  private <T> CompletableFuture<T> submitting(Supplier<CompletableFuture<T>> request) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    host.post(() -> {
      try {
        refuseIfClosed();
        var _ =
            request
                .get()
                .whenComplete((value, thrown) -> {
                  if (thrown == null) {
                    answer.complete(value);
                  } else {
                    answer.completeExceptionally(thrown);
                  }
                });
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    });
    return answer;
  }

  private <T> T awaiting(Supplier<CompletableFuture<T>> request) {
    return host.await(submitting(request));
  }

  private <T> T asking(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    host.post(() -> {
      try {
        answer.complete(question.get());
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    });
    return host.await(answer);
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("the workflows have been closed");
    }
  }

  /** Something that needs the disk. */
  private interface Change<T> {
    T run() throws IOException;
  }

  private <T> void changing(Change<T> change) {
    var _ =
        asking(() -> {
          refuseIfClosed();
          try {
            return change.run();
          } catch (IOException e) {
            throw failed(e);
          }
        });
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("the workflows' store failed: " + e, e);
  }
}
