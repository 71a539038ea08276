package dev.roastery.common.workflow;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.workflow.Execution.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries executions of workflows to their ends. Its methods may be called by any thread; when one
 * returns, what it did is on disk.
 */
public final class Engine implements AutoCloseable {

  /** Where it keeps what happened: one engine at a time has this directory. */
  public record Store(Disk disk, String directory) {}

  private final Store store;
  private final Map<String, Workflow> workflows;
  private final Surroundings around;
  private final Map<ExecutionId, Execution> executions = new TreeMap<>();
  private final Map<ExecutionId, String> refused = new TreeMap<>();
  private boolean closed;

  private Engine(Store store, Collection<Workflow> workflows, Surroundings around) {
    this.store = store;
    this.workflows =
        workflows.stream().collect(Collectors.toUnmodifiableMap(Workflow::name, w -> w));
    this.around = around;
  }

  /** Loads every execution of the store, and goes on with those that are not over. */
  public static Engine open(
      Store store,
      Collection<Workflow> workflows,
      Host host,
      Listener listener,
      CrashPoints crash) {
    Engine engine = new Engine(store, workflows, new Surroundings(host, listener, crash));
    engine.changing(engine::recover);
    return engine;
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
    List.copyOf(executions.values()).forEach(Execution::advance);
    return true;
  }

  /** An execution that cannot be loaded is left as it is, and reported; the others go on. */
  private @Nullable Execution load(ExecutionId id) throws IOException {
    try {
      State state = log(id).load();
      if (state.seq() == 0) {
        EventLog.delete(store.disk(), store.directory() + "/" + id); // a start that came to nothing
        return null;
      }
      Execution execution = execution(id, workflow(state.workflow()), state);
      executions.put(id, execution);
      return execution;
    } catch (Damaged | IllegalArgumentException e) {
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
      around.host().at(around.host().nowMillis() + 60_000, () -> reload(id));
    }
  }

  private Execution execution(ExecutionId id, Workflow workflow, State state) {
    return new Execution(id, workflow, log(id), state, around, () -> reload(id));
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

  /** Starts an execution; one that is there already is left as it is. */
  public Context start(ExecutionId id, String workflow, String input) {
    return changing(() -> {
      Execution there = executions.get(id);
      if (there != null) {
        return there.context();
      }
      refuseIfRefused(id);
      Execution begun = execution(id, workflow(workflow), new State());
      begun.begin(input);
      executions.put(id, begun);
      begun.advance();
      return begun.context();
    });
  }

  /** Delivers a signal to the node that waits for it, or to the first that will. */
  public void signal(ExecutionId id, String name, String payload) {
    changing(() -> {
      existing(id).signal(name, payload);
      return true;
    });
  }

  /** Ends an execution as soon as its step in hand allows; nothing when it is ending already. */
  public void cancel(ExecutionId id, String reason) {
    changing(() -> {
      existing(id).cancel(reason);
      return true;
    });
  }

  public Optional<Context> find(ExecutionId id) {
    return asking(() -> Optional.ofNullable(executions.get(id)).map(Execution::context));
  }

  /** All executions, by id. */
  public List<Context> all() {
    return asking(() -> executions.values().stream().map(Execution::context).toList());
  }

  /** Those that are not over, by id. */
  public List<Context> open() {
    return asking(() ->
        executions.values().stream()
            .filter(execution -> !execution.isOver())
            .map(Execution::context)
            .toList());
  }

  /** Those whose files cannot be believed, and why. */
  public Map<ExecutionId, String> refused() {
    return asking(() -> Map.copyOf(refused));
  }

  /** All events of an execution, read from the disk. */
  public List<Logged> history(ExecutionId id) {
    return changing(() -> {
      existing(id);
      try {
        return log(id).read(0);
      } catch (Damaged e) {
        throw new IllegalStateException(e.getMessage(), e);
      }
    });
  }

  /** Forgets an execution that is over, or one that was refused, and deletes its files. */
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

  private <T> T asking(Supplier<T> question) {
    return around.host().call(question);
  }

  /** Something that needs the disk. */
  private interface Change<T> {
    T run() throws IOException;
  }

  private <T> T changing(Change<T> change) {
    return around
        .host()
        .call(() -> {
          if (closed) {
            throw new IllegalStateException("the workflows have been closed");
          }
          try {
            return change.run();
          } catch (IOException e) {
            throw new UncheckedIOException("the workflows' store failed: " + e, e);
          }
        });
  }
}
