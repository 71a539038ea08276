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
 * Runs executions of workflows. Any thread except the host's may call its methods; when one
 * returns, its effects are durable. The changes of all executions that wait at one moment are
 * forced together: {@link #work}.
 */
public final class Engine implements AutoCloseable {

  /** The directory of all logs; one engine at a time uses it. */
  public record Store(Disk disk, String directory) {}

  /** How many logs may be open. The next event of a closed log begins a new file. */
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

  /** Loads every execution of the store; none advances before {@link #resume}. */
  public Engine(
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
    changing(this::recover);
  }

  /** Loads every execution of the store and resumes those that have not ended. */
  public static Engine open(
      Store store,
      Collection<Workflow> workflows,
      Host host,
      Listener listener,
      CrashPoints crash) {
    Engine engine = new Engine(store, workflows, host, listener, crash);
    engine.resume();
    return engine;
  }

  /**
   * Writes the log of an execution whose events had another format until now, replacing any
   * existing log. Call it before the store is loaded.
   */
  public static void adopt(Store store, ExecutionId id, List<Logged> events) throws IOException {
    EventLog log = new EventLog(store.disk(), store.directory(), id);
    log.append(events);
    log.force();
    log.close();
  }

  /** Resumes every execution that has not ended. */
  public void resume() {
    boolean _ =
        host.ask(() -> {
          executions.values().stream().filter(each -> !each.isOver()).forEach(Execution::advance);
          work();
          return true;
        });
  }

  private void recover() throws IOException {
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
  }

  /** An execution that cannot be loaded is reported and left as it is; the others are loaded. */
  private @Nullable Execution load(ExecutionId id) throws IOException {
    try {
      EventLog log = log(id);
      ExecutionState state = log.newestSnapshot();
      List<Logged> events = log.read(state.seq());
      events.forEach(state::apply);
      if (state.seq() == 0) {
        log.discardStart();
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
        log.discardStart();
        return null;
      }
      if (!state.isOver()) {
        if (log.isFinished()) {
          log.reopen(); // a power loss has brought the mark of an earlier end back
        }
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
      around.listener().trouble(id, "it is ignored. " + e.getMessage());
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
      host.post(this::work); // after all tasks posted so far, so that one force covers them
    }
  }

  /**
   * Writes the changes of all executions, forces their logs together and commits them, until there
   * is no work left. A commit may cause new work, including in this loop.
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

  /** Closes the log that was not written to for the longest time, if too many are open. */
  private void keepOpen(Execution execution) {
    open.remove(execution);
    if (!execution.isOver()) {
      open.add(execution);
      if (open.size() > OPEN_LOGS_MAX) {
        open.removeFirst().rest();
      }
    }
  }

  // ---- requests

  /** Starts an execution; an existing one is left as it is. */
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

  /** Ends an execution once its running step has ended; no effect if it is ending already. */
  public void cancel(ExecutionId id, String reason) {
    var _ = awaiting(() -> existing(id).cancel(reason));
  }

  /** Runs the command against the current state and records its facts. */
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
   * Begins an execution that has ended once more, at its first node, with the facts of this
   * command. The log goes on, and so does the state of the facts.
   */
  public <S, F extends Fact, R> R again(
      ExecutionId id, Domain<S, F> domain, Command<S, F, R> command) {
    return awaiting(() -> existing(id).again(domain, command));
  }

  /**
   * The state of the durable facts of an execution; empty before the first one. Any thread may call
   * it; it never blocks.
   */
  public <S> Optional<S> state(ExecutionId id, Domain<S, ?> domain) {
    return Optional.ofNullable(executions.get(id))
        .map(Execution::folded)
        .filter(folded -> folded.count() > 0)
        .map(folded -> folded.as(domain));
  }

  /** All executions, by id. */
  public List<Context> all() {
    return host.ask(() ->
        executions.values().stream().filter(Execution::isBegun).map(Execution::context).toList());
  }

  /** One execution, if it exists. */
  public Optional<Context> context(ExecutionId id) {
    return host.ask(() ->
        Optional.ofNullable(executions.get(id)).filter(Execution::isBegun).map(Execution::context));
  }

  /** The executions whose files are damaged, with the reason. */
  public Map<ExecutionId, String> refused() {
    return Map.copyOf(refused);
  }

  /**
   * All events of an execution that count, read from the disk on the calling thread. Those that
   * could not be made safe may be on the disk, too, until the next ones take their place.
   */
  public List<Logged> history(ExecutionId id) {
    long last = existing(id).lastSeq();
    try {
      return log(id).read(0).stream().filter(each -> each.seq() <= last).toList();
    } catch (Damaged e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** All facts of an execution, read in the same way. */
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
   * Removes an execution that has ended or was refused, and deletes its directory with everything
   * in it.
   */
  public void remove(ExecutionId id) {
    changing(() -> {
      if (!refused.containsKey(id) && !existing(id).isOver()) {
        throw new IllegalStateException("execution " + id + " has not ended; cancel it first");
      }
      EventLog log = log(id);
      log.retire();
      refused.remove(id);
      executions.remove(id);
      deleteRetired(id, log);
    });
  }

  private void deleteRetired(ExecutionId id, EventLog log) {
    try {
      log.deleteRetired();
    } catch (IOException e) {
      around.listener().trouble(id, "its files are deleted at the next start (" + e + ")");
    }
  }

  /** Stops all executions as a crash would; the next start resumes them. */
  @Override
  public void close() {
    boolean _ =
        host.ask(() -> {
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
      throw new IllegalStateException("execution " + id + " is ignored. " + why);
    }
  }

  /** A request that is answered when its changes are durable. */
  private <T> CompletableFuture<T> submitting(Supplier<CompletableFuture<T>> request) {
    CompletableFuture<CompletableFuture<T>> begun = new CompletableFuture<>();
    host.post(() -> {
      try {
        refuseIfClosed();
        begun.complete(request.get());
      } catch (RuntimeException e) {
        begun.completeExceptionally(e);
      }
    });
    return begun.thenCompose(answer -> answer);
  }

  private <T> T awaiting(Supplier<CompletableFuture<T>> request) {
    return host.await(submitting(request));
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new ClosedException("the workflows have been closed");
    }
  }

  /** A change that uses the disk. */
  private interface Change {
    void run() throws IOException;
  }

  private void changing(Change change) {
    boolean _ =
        host.ask(() -> {
          refuseIfClosed();
          try {
            change.run();
            return true;
          } catch (IOException e) {
            throw failed(e);
          }
        });
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("the workflows' store failed: " + e, e);
  }
}
