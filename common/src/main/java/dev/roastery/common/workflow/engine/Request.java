package dev.roastery.common.workflow.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request to an execution from outside. It is answered when its changes are durable, and refused
 * if they could not be written: then the caller may retry.
 */
final class Request<R> implements Execution.Work {

  private final Function<Draft, R> decide;
  private final CompletableFuture<R> answer = new CompletableFuture<>();
  private @Nullable R decided;
  private @Nullable RuntimeException refusal;

  Request(Function<Draft, R> decide) {
    this.decide = decide;
  }

  CompletableFuture<R> answer() {
    return answer;
  }

  @Override
  public void on(Draft draft) {
    try {
      decided = decide.apply(draft);
    } catch (RuntimeException e) {
      refusal = e;
    }
  }

  @Override
  public void safe() {
    if (refusal == null) {
      answer.complete(decided);
    } else {
      answer.completeExceptionally(refusal);
    }
  }

  @Override
  public boolean failed(IOException e) {
    refuse(new UncheckedIOException("the workflows' store failed: " + e, e));
    return false;
  }

  @Override
  public void refuse(RuntimeException why) {
    answer.completeExceptionally(why);
  }
}
