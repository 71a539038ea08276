package dev.roastery.gateway.jobs;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.workflow.engine.Engine;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.SharedPlans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of the jobs on the volume.
 *
 * <pre>
 *   jobs/ID/job.json         the request
 *   jobs/ID/events-SEQ       the log of the job's workflow, from that event on
 *   jobs/ID/parts/TABLE.N    how much of part N the broker has confirmed;
 *                            parts-2 in the second attempt, and so on
 *   jobs/ID/results/Q.csv    results
 *   jobs/ID/profile.json     what its last attempt cost, when it has ended
 *   jobs/ID/trace            says that the trace of that attempt was sent
 *   jobs/ID.removed/         about to be deleted
 * </pre>
 *
 * <p>A job exists once its log has its first event. A crash during the creation leaves a folder
 * without a log.
 */
public final class JobFolders {

  public static final String FOLDER = "jobs";
  static final String RECORD = "job.json";
  static final String RESULTS = "results";

  private static final byte[] NOT_THERE = {};

  private static final Logger log = LoggerFactory.getLogger(JobFolders.class);

  private final Disk disk;
  private final Pipeline pipeline;
  private final Engine.Store store;
  private final SharedPlans read;
  private final SharedPlans plans = new SharedPlans();
  private final Map<UUID, JobRecord> records = new ConcurrentHashMap<>();

  /**
   * @param read what was read of plans so far; a plan that was not read but made is not among them
   */
  JobFolders(Disk disk, Pipeline pipeline, SharedPlans read) {
    this.disk = disk;
    this.pipeline = pipeline;
    this.read = read;
    this.store = new Engine.Store(disk, FOLDER);
  }

  Engine.Store store() {
    return store;
  }

  /** The folder of what is known of the parts of one attempt. */
  public static String parts(JobId job) {
    return of(job.id()) + "/parts" + (job.attempt() == 1 ? "" : "-" + job.attempt());
  }

  /** The folder of a job's files. */
  public static String of(UUID job) {
    return FOLDER + "/" + job;
  }

  /**
   * Reads the requests of all jobs. It logs an error for one that cannot be read and ignores it.
   */
  void load() throws IOException {
    DurableFiles.createFolder(disk, FOLDER);
    EarlierJobs earlier = new EarlierJobs(disk, store);
    for (String name : disk.list(FOLDER)) {
      if (name.endsWith(EarlierJobs.UNFINISHED)) {
        DurableFiles.deleteFolder(disk, FOLDER + "/" + name);
      } else if (isJob(name)) {
        load(name, earlier);
      }
    }
    earlier.deleteWorkflows();
  }

  private static boolean isJob(String name) {
    try {
      return UUID.fromString(name).toString().equals(name);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /**
   * If the volume cannot be read now, the gateway does not start: the job may be readable at the
   * next start.
   */
  private void load(String name, EarlierJobs earlier) throws IOException {
    String folder = FOLDER + "/" + name;
    byte[] bytes = DurableFiles.read(disk, folder + "/" + RECORD).orElse(NOT_THERE);
    boolean isEarlier = earlier.isOne(folder);
    try {
      JobRecord record = JobRecord.read(bytes, folder, this::plan, pipeline);
      if (isEarlier) {
        earlier.convert(record);
      }
      records.put(record.id(), record);
    } catch (IOException | RuntimeException e) {
      log.error("cannot read the job in {}; ignoring it: {}", folder, e.toString());
    }
  }

  /**
   * Deletes the folders of incomplete creations.
   *
   * @param isThere whether a job has a log, even a damaged one
   */
  void forgetUnbegun(Predicate<UUID> isThere) throws IOException {
    for (UUID job : List.copyOf(records.keySet())) {
      if (!isThere.test(job)) {
        DurableFiles.deleteFolder(disk, of(job));
        records.remove(job);
      }
    }
  }

  /** The request of a job. */
  JobRecord record(UUID job) {
    JobRecord record = records.get(job);
    if (record == null) {
      throw new IllegalArgumentException("cannot read the request of job " + job);
    }
    return record;
  }

  /** The body of a request that asks for the same as the job; it is not kept in memory. */
  String request(JobRecord job) throws IOException {
    return job.request(disk.read(of(job.id()) + "/" + RECORD));
  }

  private JobPlan plan(String json, Supplier<JobPlan> reading) {
    return plans.of(json, () -> read.of(json, reading));
  }

  /** An equal plan of another job, if there is one. */
  JobPlan shared(JobPlan plan) {
    return plans.of(plan.toJson(), () -> plan);
  }

  /** Creates the folder. It is durable when the first event of the job's log is. */
  void create(JobRecord record, JobRequest request) throws IOException {
    String folder = of(record.id());
    byte[] bytes = record.toBytes(request.toJson());
    if (disk.createDirectory(folder)) {
      try (Disk.File file = disk.create(folder + "/" + RECORD)) {
        file.append(ByteBuffer.wrap(bytes));
        file.force();
      }
    } else { // a failed attempt may have left a log, which needs a complete record at any time
      DurableFiles.replace(disk, folder + "/" + RECORD, bytes);
    }
    records.put(record.id(), record);
  }

  /** Forgets a job that could not be created, or was deleted with its log. */
  void forget(UUID job) {
    records.remove(job);
  }
}
