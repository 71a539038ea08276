package dev.roastery.common.workflow.engine;

import dev.roastery.common.workflow.Arrival;
import dev.roastery.common.workflow.Domain;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Folded;
import dev.roastery.common.workflow.Outcome;
import dev.roastery.common.workflow.StepContext;
import dev.roastery.common.workflow.log.ExecutionState;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One call of a step. After its end, results and checkpoints of the step are ignored. */
final class Attempt implements StepContext {

  private final ExecutionId execution;
  private final Event.NodeStarted begun;
  private final String input;
  private final String key;
  private final Map<String, Outcome.Result> results;
  private final Folded<?, ?> folded;
  private final @Nullable Arrival arrival;
  private final Host host;
  private final BiConsumer<Attempt, String> recorder;
  private volatile @Nullable String checkpoint;
  private volatile boolean stopping;
  private boolean ended;

  Attempt(
      ExecutionId execution,
      Event.NodeStarted begun,
      ExecutionState state,
      Folded<?, ?> folded,
      Host host,
      BiConsumer<Attempt, String> recorder) {
    this.folded = folded;
    this.execution = execution;
    this.begun = begun;
    this.input = state.input();
    this.key = execution + "/" + begun.node() + "/" + state.nthVisit(begun.node());
    this.results = state.results();
    this.arrival = state.arrival();
    this.checkpoint = state.checkpoint();
    this.host = host;
    this.recorder = recorder;
  }

  Event.NodeStarted begun() {
    return begun;
  }

  void stop() {
    stopping = true;
  }

  /** Ends the attempt and returns whether it had not ended before; on the engine's thread. */
  boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  public ExecutionId execution() {
    return execution;
  }

  @Override
  public String node() {
    return begun.node();
  }

  @Override
  public int attempt() {
    return begun.attempt();
  }

  @Override
  public String input() {
    return input;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public <S> S state(Domain<S, ?> domain) {
    return folded.as(domain);
  }

  @Override
  public Optional<Outcome.Result> result(String node) {
    return Optional.ofNullable(results.get(node));
  }

  @Override
  public Optional<Arrival> arrival() {
    return Optional.ofNullable(arrival);
  }

  @Override
  public Optional<String> checkpoint() {
    return Optional.ofNullable(checkpoint);
  }

  @Override
  public void checkpoint(String value) {
    recorder.accept(this, value);
    checkpoint = value;
  }

  @Override
  public boolean stopping() {
    return stopping;
  }

  @Override
  public long nowMillis() {
    return host.nowMillis();
  }
}
