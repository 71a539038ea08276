package dev.roastery.common.process.watch;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import org.jspecify.annotations.Nullable;

/**
 * What the lines that a thread logs are about. A thread keeps one object, so that to say so costs
 * two assignments for a piece of work, and nothing is looked up before a line is written.
 */
public final class LogContext {

  private static final ThreadLocal<LogContext> HERE = ThreadLocal.withInitial(LogContext::new);

  private static volatile @Nullable String node;

  private @Nullable PartitionName partition;
  private @Nullable JobId job;

  private LogContext() {}

  /** Of the thread that asks. */
  public static LogContext here() {
    return HERE.get();
  }

  /** From now on all lines of this process are of that node. */
  public static void of(String nodeName) {
    node = nodeName;
  }

  /** What this process is as a node; null if it is none. */
  public static @Nullable String node() {
    return node;
  }

  /** A piece of work of a job begins. */
  public void begin(PartitionName of, JobId work) {
    partition = of;
    job = work;
  }

  public void end() {
    job = null;
  }

  /** Whose thread this is; null before its first work. */
  public @Nullable PartitionName partition() {
    return partition;
  }

  public @Nullable JobId job() {
    return job;
  }
}
