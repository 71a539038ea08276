package dev.roastery.common.workflow.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that was asked of an execution from outside. It is answered when what it has changed is
 * safe, or refused when that could not be written: then it may be asked again.
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
