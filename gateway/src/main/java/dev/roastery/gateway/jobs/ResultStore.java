package dev.roastery.gateway.jobs;

import dev.roastery.common.message.JobId;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.collect.ResultSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Stores the results of each job in its folder as {@code results/QUERY.csv}, and records them in
 * the job. A result file is complete or does not exist.
 */
public final class ResultStore implements ResultSink {

  private static final String TEMPORARY = ".part";

  private final Disk disk;
  private final JobMachine machine;

  /**
   * @param disk of the machine
   */
  public ResultStore(Disk disk, JobMachine machine) {
    this.disk = disk;
    this.machine = machine;
  }

  /** The path of a query's result on that disk. */
  public static String path(UUID job, String query) {
    return folder(job) + "/" + query + ".csv";
  }

  /** Where all results of a job are. */
  public static String folder(UUID job) {
    return JobFolders.of(job) + "/" + JobFolders.RESULTS;
  }

  /**
   * Deletes what nobody will look for when the job is over: the results of one that is not wanted,
   * and of any other what a crash has left unfinished. It may be called again.
   */
  public static void discard(Disk disk, JobFacts job) throws IOException {
    String folder = folder(job.record().id());
    if (job.isUnwanted()) {
      DurableFiles.deleteFolder(disk, folder);
      return;
    }
    for (String name : disk.list(folder)) {
      if (name.endsWith(TEMPORARY)) {
        disk.delete(folder + "/" + name);
      }
    }
  }

  @Override
  public Result open(JobId id, String query) {
    if (machine.find(id.id()).filter(job -> wants(job, id, query)).isEmpty()) {
      return new Nowhere();
    }
    try {
      DurableFiles.createFolder(disk, folder(id.id()));
      String temporary = folder(id.id()) + "/." + query + ".csv" + TEMPORARY;
      disk.delete(temporary);
      return new Growing(this, id, query, temporary, disk.create(temporary));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A result may come again: the collector's partition replays what it had not finished. */
  private static boolean wants(JobFacts job, JobId id, String query) {
    return job.id().equals(id) && !job.state().isTerminal() && !job.hasResult(query);
  }

  /** Forced now and then, so that the last force of a large one does not hold the others up. */
  private static final class Growing implements Result {

    private static final long FORCE_BYTES = 16 << 20;

    private final ResultStore store;
    private final JobId job;
    private final String query;
    private final String temporary;
    private final Disk.File file;
    private long unforced;

    Growing(ResultStore store, JobId job, String query, String temporary, Disk.File file) {
      this.store = store;
      this.job = job;
      this.query = query;
      this.temporary = temporary;
      this.file = file;
    }

    @Override
    public void append(ByteBuffer csv) {
      unforced += csv.remaining();
      try {
        file.append(csv);
        if (unforced >= FORCE_BYTES) {
          file.force();
          unforced = 0;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stored(ResultDigest digest) {
      try (file) {
        file.force();
        store.disk.rename(temporary, path(job.id(), query));
        store.disk.syncDirectory(folder(job.id()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      store.machine.stored(job, query, digest);
    }

    /** Its job has ended, or its rows come again: nobody looks for what is there so far. */
    @Override
    public void abandon() {
      try {
        file.close();
        store.disk.delete(temporary);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Ignores a result whose job has ended or was deleted. */
  private static final class Nowhere implements Result {
    @Override
    public void append(ByteBuffer csv) {
      csv.position(csv.limit());
    }

    @Override
    public void stored(ResultDigest digest) {}

    @Override
    public void abandon() {}
  }
}
