package dev.roastery.gateway.jobs.service;

import dev.roastery.gateway.cluster.ClusterView;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask of the gateway. Any thread may call; calls may block, so each wants a thread of
 * its own. What cannot be done is a {@link Refusal}, and has changed nothing. A client sees only
 * its own jobs.
 */
public interface JobService {

  /** A job, and whether the same request had made it before. */
  record Created(JobView job, boolean existed) {}

  /** The same key and request of the same client give the same job. */
  Created create(String client, JobRequest request, @Nullable String idempotencyKey);

  JobView job(String client, UUID id);

  /** The newest first, from the one after {@code after} on. */
  List<JobView> jobs(String client, @Nullable JobState state, @Nullable UUID after, int limit);

  /**
   * Takes a part from its first byte on. Returns when all that was read is safe. An exception of
   * {@code body} passes through: what came before it can be continued.
   */
  PartView put(
      String client, UUID id, PartName part, Encoding encoding, boolean complete, InputStream body)
      throws IOException;

  /** Takes a part from {@code offset} on, which is what {@link #part} says. */
  PartView patch(
      String client, UUID id, PartName part, long offset, boolean complete, InputStream body)
      throws IOException;

  PartView part(String client, UUID id, PartName part);

  /** Takes back a part that is incomplete, and of which nothing is on its way to the workers. */
  void deletePart(String client, UUID id, PartName part) throws IOException;

  /** All parts are there. */
  JobView seal(String client, UUID id);

  JobView approve(String client, UUID id);

  JobView cancel(String client, UUID id, String reason);

  /** Forgets a finished job. */
  void delete(String client, UUID id);

  List<JobEvent> events(String client, UUID id, long afterSeq);

  /** Runs {@code news} soon after something about the job may have changed, until it is closed. */
  Watch watch(String client, UUID id, Runnable news);

  /** Ends when it is closed. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** The file of a stored result. */
  Path result(String client, UUID id, String query);

  /** The file of the rows that were skipped. */
  Path rejects(String client, UUID id);

  ClusterView workers();

  /** Of all clients' jobs. */
  JobCounts census();
}
