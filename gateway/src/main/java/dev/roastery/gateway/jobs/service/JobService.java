package dev.roastery.gateway.jobs.service;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.cluster.ClusterView;
import dev.roastery.gateway.jobs.service.JobView.PartPage;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The calls that clients make to the gateway. Any thread may call; calls may block. A call that
 * cannot be served throws a {@link Refusal} and changes nothing. A client sees only its own jobs.
 */
public interface JobService {

  /** A job, and whether an earlier equal request created it. */
  record Created(JobView job, boolean existed) {}

  /**
   * The same request of a client with the same key gives the same job.
   *
   * @param share what the job has in common with other jobs of the service
   */
  Created create(String client, Share share, JobRequest request, @Nullable String idempotencyKey);

  /** Of a client with the usual weight. */
  default Created create(String client, JobRequest request, @Nullable String idempotencyKey) {
    return create(client, Share.of(client), request, idempotencyKey);
  }

  /** What such a job would read and do. No job is created. */
  PlanOutline plan(String client, JobRequest request);

  /** The body of a request that asks for the same as the job. */
  String request(String client, UUID id);

  JobView job(String client, UUID id);

  /** The same without a list of its parts, of which there may be thousands. */
  JobView jobWithoutParts(String client, UUID id);

  List<JobOutline> jobs(String client, JobSearch search);

  /**
   * Some of its parts, in the order in which they were started.
   *
   * @param afterPlace the place that the page before has as {@code next}; 0 for the first page
   */
  PartPage parts(String client, UUID id, int afterPlace, int limit);

  /**
   * Receives a part from its first byte. Returns when everything that was read is safe. An
   * exception of {@code body} passes through; the upload can be resumed after the bytes before it.
   */
  PartView put(
      String client, UUID id, PartName part, Encoding encoding, boolean complete, InputStream body)
      throws IOException;

  /** Receives a part from {@code offset}, which must be the offset that {@link #part} returns. */
  PartView patch(
      String client, UUID id, PartName part, long offset, boolean complete, InputStream body)
      throws IOException;

  PartView part(String client, UUID id, PartName part);

  /** Deletes a part that is incomplete and of which no rows are with the workers. */
  void deletePart(String client, UUID id, PartName part) throws IOException;

  /** Declares that all parts are uploaded. */
  JobView seal(String client, UUID id);

  JobView approve(String client, UUID id);

  /** The opposite of an approval: the job is cancelled, for this reason. */
  JobView reject(String client, UUID id, String reason);

  JobView cancel(String client, UUID id, String reason);

  /** Begins the next attempt of a job that ended without results: its parts are sent again. */
  JobView retry(String client, UUID id);

  /** Deletes a job that has ended. */
  void delete(String client, UUID id);

  List<JobEvent> events(String client, UUID id, long afterSeq);

  /** The newest of the events before that number, at most so many, in their order. */
  List<JobEvent> eventsBefore(String client, UUID id, long beforeSeq, int limit);

  /** What the last attempt of a job took. */
  JobProfile profile(String client, UUID id);

  /** Runs {@code news} after each possible change of the job, until the watch is closed. */
  Watch watch(String client, UUID id, Runnable news);

  /** A subscription to changes of a job. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** The file of a stored result. */
  Path result(String client, UUID id, String query);

  /** The file of skipped rows. */
  Path rejects(String client, UUID id);

  ClusterView workers();

  /** How many messages wait in the queues of partitions, of those of which it is known now. */
  Map<PartitionName, Long> queueLengths();

  /** Counts the jobs of all clients. */
  JobCounts census();
}
