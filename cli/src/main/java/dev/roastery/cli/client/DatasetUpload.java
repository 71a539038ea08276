package dev.roastery.cli.client;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Sends all parts of a job, several at once. */
public final class DatasetUpload {

  private final GatewayClient gateway;
  private final String job;
  private final SentBytes sent;

  /** A part was refused. */
  public static final class PartRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient PartFile part;
    private final GatewayFailure failure;

    PartRefused(PartFile part, GatewayFailure failure) {
      super(part.shown() + ": " + failure.getMessage(), failure);
      this.part = part;
      this.failure = failure;
    }

    public PartFile part() {
      return part;
    }

    public GatewayFailure failure() {
      return failure;
    }
  }

  /** {@code job} is the job's path. */
  public DatasetUpload(GatewayClient gateway, String job, SentBytes sent) {
    this.gateway = gateway;
    this.job = job;
    this.sent = sent;
  }

  /** The first part that is refused ends it all. */
  public void send(List<PartFile> parts, boolean fresh, int parallel) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, parallel));
    try {
      var done = new ExecutorCompletionService<PartFile>(threads);
      parts.forEach(part -> done.submit(() -> send(part, fresh)));
      @Nullable PartRefused conflict = null;
      for (int left = parts.size(); left > 0; left--) {
        try {
          done.take().get();
        } catch (ExecutionException failed) {
          conflict = conflict(failed);
        }
      }
      if (conflict != null) {
        throw conflict;
      }
    } finally {
      threads.shutdownNow();
      threads.close();
    }
  }

  /**
   * A part meets a conflict when the job has ended, perhaps because another part was refused, whose
   * answer says why and may still be on its way. Anything else is thrown at once.
   */
  private static PartRefused conflict(ExecutionException failed) {
    return switch (failed.getCause()) {
      case PartRefused refused when refused.failure().status() == 409 -> refused;
      case RuntimeException failure -> throw failure;
      case null, default -> throw new IllegalStateException("an upload failed", failed.getCause());
    };
  }

  private PartFile send(PartFile part, boolean fresh) throws InterruptedException {
    try {
      new PartSender(gateway, job, part, sent).send(fresh);
      return part;
    } catch (GatewayFailure failure) {
      throw failure.kind() == GatewayFailure.Kind.DECLINED
          ? new PartRefused(part, failure)
          : failure;
    }
  }
}
