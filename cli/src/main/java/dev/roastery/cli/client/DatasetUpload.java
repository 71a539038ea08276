package dev.roastery.cli.client;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

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
      for (int left = parts.size(); left > 0; left--) {
        done.take().get();
      }
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("an upload failed", failed.getCause());
    } finally {
      threads.shutdownNow();
      threads.close();
    }
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
