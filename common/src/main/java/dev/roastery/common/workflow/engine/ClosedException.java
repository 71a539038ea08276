package dev.roastery.common.workflow.engine;

import java.io.Serial;
import java.util.concurrent.CompletionException;

/** The workflows have ended with their process: the next start goes on with them. */
public final class ClosedException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1;

  ClosedException(String message) {
    super(message);
  }

  /** Whether this is why something was not recorded. */
  public static boolean isReasonOf(Throwable failure) {
    return failure instanceof ClosedException
        || (failure instanceof CompletionException
            && failure.getCause() instanceof ClosedException);
  }
}
