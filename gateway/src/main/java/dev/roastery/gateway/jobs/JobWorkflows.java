package dev.roastery.gateway.jobs;

import dev.roastery.common.durable.FileDisk;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.workflow.Engine;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Listener;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.ThreadHost;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workflow that each job has until it is over: {@link JobWorkflow} says what is in it. */
final class JobWorkflows implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(JobWorkflows.class);
  private static final long LOOK_MILLIS = 10;
  private static final int LOOKS_MAX = 500;

  private final ThreadHost host;
  private final Engine engine;

  /** Jobs whose workflow could not be told of something. */
  private final Set<UUID> unheard = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  JobWorkflows(
      Path state, JobWorkflow workflow, Clock clock, CrashPoints crash, Consumer<Fatal> onFatal) {
    this.host =
        new ThreadHost(clock, (_, thrown) -> onFatal.accept(Fatal.of(thrown, "the workflows")));
    this.engine =
        Engine.open(
            new Engine.Store(new FileDisk(state), "workflows"),
            List.of(workflow.workflow()),
            host,
            new Troubles(),
            crash);
  }

  /** Has the job's workflow look at what has changed; soon, if that cannot be now. */
  void poke(Job job) {
    if (closed || job.state().isTerminal()) {
      return;
    }
    try {
      begin(job);
      engine.signal(JobWorkflow.execution(job.id()), JobWorkflow.CHANGED, "");
    } catch (RuntimeException notNow) {
      log.debug("job {}: {}; trying again", job.id(), notNow.toString());
      unheard.add(job.id());
    }
  }

  /** A workflow whose log is damaged is begun anew: the job's own log has all the facts. */
  private void begin(Job job) {
    ExecutionId execution = JobWorkflow.execution(job.id());
    if (engine.refused().containsKey(execution)) {
      log.error("job {}: its workflow cannot be read, and is begun anew", job.id());
      engine.remove(execution);
    }
    engine.start(execution, JobWorkflow.NAME, "");
  }

  /** Has a step in hand stop soon. If that cannot be now, the next one sees that the job ends. */
  void cancel(Job job, String reason) {
    try {
      engine.cancel(JobWorkflow.execution(job.id()), reason);
    } catch (RuntimeException notNow) {
      log.debug("job {}: {}", job.id(), notNow.toString());
      unheard.add(job.id());
    }
  }

  /** The jobs to poke again, once. */
  List<UUID> takeUnheard() {
    List<UUID> taken = new ArrayList<>(unheard);
    taken.forEach(unheard::remove);
    return taken;
  }

  /** A finished job needs none; that of one that has just finished still writes its last event. */
  void remove(Job job) {
    ExecutionId execution = JobWorkflow.execution(job.id());
    for (int look = 0; look < LOOKS_MAX && !closed; look++) {
      try {
        if (engine.find(execution).isPresent()) {
          engine.remove(execution);
        }
        return;
      } catch (IllegalStateException notOver) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      }
    }
    throw new Refusal(
        Refusal.Kind.UNAVAILABLE, "job " + job.id() + " is just being finished: try again later");
  }

  @Override
  public void close() {
    closed = true;
    engine.close();
    host.close();
  }

  private static final class Troubles implements Listener {
    @Override
    public void on(ExecutionId id, Logged event) {
      log.debug("job {}: {}", id, event);
    }

    @Override
    public void trouble(ExecutionId id, String sentence) {
      log.error("job {}: {}", id, sentence);
    }
  }
}
