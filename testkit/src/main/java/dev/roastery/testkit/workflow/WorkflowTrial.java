package dev.roastery.testkit.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.engine.Engine;
import dev.roastery.common.workflow.engine.Listener;
import dev.roastery.common.workflow.log.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs workflows, as a test sees it: it can be killed and started again.
 *
 * <pre>
 *   WorkflowTrial trial = new WorkflowTrial(disk).having(booking);
 *   trial.crashingAt(CrashPoint.WORKFLOW_AFTER_STEP, 2).start("a", "booking", "");
 *   trial.awaitCrashed().restart().awaitEnd("a", "COMPLETED");
 * </pre>
 */
public final class WorkflowTrial implements Listener {

  /** More simulated time than any patient workflow needs. */
  private static final Duration LONG = Duration.ofDays(400);

  private static final String DIRECTORY = "workflows";

  private final List<Workflow> workflows = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private final long startMillis;
  private Disk disk;
  private SimulatedHost host;
  private @Nullable Engine engine;
  private @Nullable CrashPoint point;
  private int left;
  private boolean crashed;

  public WorkflowTrial(Disk disk) {
    this(disk, 1_000_000);
  }

  public WorkflowTrial(Disk disk, long startMillis) {
    this.disk = disk;
    this.startMillis = startMillis;
    this.host = new SimulatedHost(startMillis);
  }

  /** Before the engine is used for the first time, or again before a restart. */
  public WorkflowTrial having(Workflow workflow) {
    workflows.removeIf(old -> old.name().equals(workflow.name()));
    workflows.add(workflow);
    return this;
  }

  /** The process dies when it passes that point for the nth time from now on. */
  public WorkflowTrial crashingAt(CrashPoint at, int nth) {
    point = at;
    left = nth;
    return this;
  }

  /** The engine of now; another one after each restart. */
  public Engine engine() {
    Engine running = engine;
    if (running == null) {
      running =
          Engine.open(new Engine.Store(disk, DIRECTORY), workflows, host, this, this::reached);
      engine = running;
    }
    return running;
  }

  private void reached(CrashPoint passed) {
    if (passed == point && --left == 0) {
      throw new SimulatedHost.Killed();
    }
  }

  public SimulatedHost host() {
    return host;
  }

  /** Starts an execution, and does all that can be done before time passes. */
  public WorkflowTrial start(String id, String workflow, String input) {
    return living(() -> engine().start(new ExecutionId(id), workflow, input));
  }

  public WorkflowTrial signal(String id, String name, String payload) {
    return living(() -> engine().signal(new ExecutionId(id), name, payload));
  }

  public WorkflowTrial cancel(String id, String reason) {
    return living(() -> engine().cancel(new ExecutionId(id), reason));
  }

  public WorkflowTrial pass(Duration time) {
    return living(() -> host.pass(time.toMillis()));
  }

  /** A dead process does nothing more, whatever it is asked. */
  private WorkflowTrial living(Runnable life) {
    if (!crashed) {
      try {
        life.run();
        host.settle();
      } catch (SimulatedHost.Killed _) {
        crashed = true;
      }
    }
    return this;
  }

  /** Kills the process where it stands, if it is not dead yet, and starts it over the same disk. */
  public WorkflowTrial restart() {
    return restart(UnaryOperator.identity(), Duration.ZERO);
  }

  /**
   * The same, after a while.
   *
   * @param loss what becomes of the disk meanwhile
   */
  public WorkflowTrial restart(UnaryOperator<Disk> loss, Duration down) {
    disk = loss.apply(disk);
    host = new SimulatedHost(host.nowMillis() + down.toMillis());
    engine = null;
    crashed = false;
    return living(this::engine);
  }

  public WorkflowTrial awaitCrashed() {
    pass(LONG);
    assertThat(crashed).as("the process has died").isTrue();
    return this;
  }

  /** Lets time pass until the execution is over. */
  public WorkflowTrial awaitEnd(String id, String end) {
    pass(LONG);
    assertThat(crashed).as("the process has died").isFalse();
    assertThat(context(id).state()).as(() -> id + ": " + events(id)).isEqualTo(end);
    assertThat(last(id)).isEqualTo(new Event.ExecutionCompleted(end));
    return this;
  }

  /** Lets time pass until that node has used up its attempts. */
  public WorkflowTrial awaitMaxRetries(String id, String node) {
    pass(LONG);
    assertThat(events(id))
        .anyMatch(event ->
            event instanceof Event.NodeFailed failed
                && failed.node().equals(node)
                && failed.reason() == Event.Reason.MAX_RETRIES);
    return this;
  }

  public boolean crashed() {
    return crashed;
  }

  public Context context(String id) {
    return engine().all().stream()
        .filter(each -> each.id().text().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The executions that have not ended, by id. */
  public List<Context> open() {
    return engine().all().stream()
        .filter(each -> !(last(each.id().text()) instanceof Event.ExecutionCompleted))
        .toList();
  }

  public List<Logged> history(String id) {
    return engine().history(new ExecutionId(id));
  }

  public List<Event> events(String id) {
    return history(id).stream().map(Logged::event).toList();
  }

  private Event last(String id) {
    return history(id).getLast().event();
  }

  /** What it complained of, in all its lives. */
  public List<String> troubles() {
    return troubles;
  }

  /** What a listener was told, in all its lives: "id seq". */
  public List<String> heard() {
    return heard;
  }

  public long startMillis() {
    return startMillis;
  }

  @Override
  public void on(ExecutionId id, Logged event) {
    heard.add(id + " " + event.seq());
  }

  @Override
  public void trouble(ExecutionId id, String sentence) {
    troubles.add(id + ": " + sentence);
  }
}
