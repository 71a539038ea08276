package dev.roastery.gateway.jobs;

import dev.roastery.common.wire.JobId;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.collect.ResultFiles;
import dev.roastery.gateway.collect.ResultSink;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps the results of each job in its folder, and has the job know. */
final class ResultStore implements ResultSink {

  private final Function<UUID, @Nullable Job> jobs;
  private final Consumer<Job> changed;

  ResultStore(Function<UUID, @Nullable Job> jobs, Consumer<Job> changed) {
    this.jobs = jobs;
    this.changed = changed;
  }

  @Override
  public Result open(JobId id, String query) {
    Job job = jobs.apply(id.id());
    if (job == null || job.state().isTerminal()) {
      return new Nowhere();
    }
    Result file = new ResultFiles(job.results(), ResultFiles.Safety.FORCED).open(id, query);
    return new Result() {
      @Override
      public void append(ByteBuffer csv) {
        file.append(csv);
      }

      @Override
      public void stored(ResultDigest digest) {
        file.stored(digest);
        job.stored(query, digest);
        changed.accept(job);
      }
    };
  }

  /** The job is deleted, or over: nobody will read this. */
  private static final class Nowhere implements Result {
    @Override
    public void append(ByteBuffer csv) {
      csv.position(csv.limit());
    }

    @Override
    public void stored(ResultDigest digest) {}
  }
}
