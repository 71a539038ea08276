package dev.roastery.gateway.jobs;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.workflow.engine.ClosedException;
import dev.roastery.common.workflow.engine.Host;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the messages of partitions to the gateway: a job fails, or a partition has discarded a
 * job. A message is acknowledged when it is recorded (invariant 2); if the disk fails, it is
 * retried.
 */
public final class PartitionMessages {

  private static final Logger log = LoggerFactory.getLogger(PartitionMessages.class);
  private static final long AGAIN_MILLIS = 1_000;

  private final JobMachine machine;
  private final Host host;

  public PartitionMessages(JobMachine machine, Host host) {
    this.machine = machine;
    this.host = host;
  }

  /**
   * @param acknowledge runs once, possibly on the host's thread, when the message is recorded
   */
  public void take(Delivery delivery, Runnable acknowledge) {
    Message message;
    try {
      message = MessageCodec.decode(delivery.body());
    } catch (WireException e) {
      log.warn("the gateway received bytes that are not a message: {}", e.getMessage());
      Optional<JobId> job = JobId.parse(delivery.job());
      if (job.isEmpty()) {
        acknowledge.run();
        return;
      }
      message = unreadable(job.get(), delivery.queue(), e); // it may have been a FAIL
    }
    take(message, acknowledge);
  }

  private static Message unreadable(JobId job, String queue, WireException why) {
    return new Message.Fail(
        job,
        Pipeline.GATEWAY,
        "a message of this job in queue " + queue + " cannot be read: " + why.getMessage());
  }

  private void take(Message message, Runnable acknowledge) {
    CompletableFuture<?> recorded = machine.deliver(message);
    var _ =
        recorded.whenComplete((_, failure) -> {
          if (failure == null || isOfNoJob(failure)) {
            acknowledge.run();
          } else if (!ClosedException.isReasonOf(failure)) { // then it comes after the next start
            Unrecorded.sentence(message.toString(), failure)
                .ifPresent(sentence -> log.warn("{}; retrying", sentence));
            host.at(host.nowMillis() + AGAIN_MILLIS, () -> take(message, acknowledge));
          }
        });
  }

  /** The job was deleted meanwhile. */
  private static boolean isOfNoJob(Throwable failure) {
    return failure instanceof NoSuchElementException
        || (failure instanceof CompletionException
            && failure.getCause() instanceof NoSuchElementException);
  }
}
