package dev.roastery.gateway.jobs.upload.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.share.Share;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may send while the queues are long. */
class HeldAdmissionTest {

  private static final UUID LARGE = new UUID(0, 1);
  private static final UUID SMALL = new UUID(0, 2);

  private final UploadAdmission admission = new UploadAdmission(1);
  private final BlockingQueue<String> went = new LinkedBlockingQueue<>();

  @Test
  void whileHeldOnlyJobsThatHaveSentLittleAreAdmitted() throws Exception {
    admission.enter(Share.OF_A_JOB, LARGE, 100 << 20);
    admission.leave(100 << 20);
    admission.hold(true);
    Thread large = enter(Share.OF_A_JOB, LARGE, "large");
    admission.enter(Share.OF_A_JOB, SMALL, 1);
    admission.leave(1);
    assertThat(went).isEmpty();

    admission.hold(false);
    assertThat(went.poll(60, TimeUnit.SECONDS)).isEqualTo("large");
    large.join();
  }

  @Test
  void whileHeldManySmallJobsOfOneClientAreNotSmall() throws Exception {
    Share ann = Share.of("ann");
    admission.hold(true);
    for (int job = 0; job < 8; job++) {
      admission.enter(ann, new UUID(1, job), 1 << 20);
      admission.leave(1 << 20);
    }
    Thread ninth = enter(ann, new UUID(1, 9), "ninth");
    admission.enter(Share.of("bob"), SMALL, 1);
    admission.leave(1);
    assertThat(went).isEmpty();

    admission.hold(false);
    assertThat(went.poll(60, TimeUnit.SECONDS)).isEqualTo("ninth");
    ninth.join();
  }

  /** A broker may count a consumer that has gone, and count it for long. */
  @Test
  @Timeout(60)
  void aQueueFromWhichNobodyTakesHoldsNoUploadForEver() throws Exception {
    admission.enter(Share.OF_A_JOB, LARGE, 100 << 20);
    admission.leave(100 << 20);
    List<Fatal> fatals = new CopyOnWriteArrayList<>();
    try (var backpressure =
        new QueueBackpressure(admission, new StillQueue(), List.of("still"), fatals::add, 200)) {
      admission.hold(true);
      backpressure.start();
      admission.enter(Share.OF_A_JOB, LARGE, 1);
    }
    assertThat(fatals).isEmpty();
  }

  /** Always as long, however long one looks. */
  private static final class StillQueue implements Transport {
    static final long WAITING = 5;

    @Override
    public void declare(Collection<String> queues) {}

    @Override
    public void publish(String queue, Parcel parcel, Runnable confirmed) {
      throw new UnsupportedOperationException("nothing is sent here");
    }

    @Override
    public long backlog(Collection<String> queues) {
      return WAITING;
    }

    @Override
    public Session open(SessionListener listener) {
      throw new UnsupportedOperationException("nothing is received here");
    }

    @Override
    public void close() {}
  }

  /** Returns when it waits. */
  private Thread enter(Share share, UUID job, String name) {
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                admission.enter(share, job, 1);
                went.add(name);
              } catch (InterruptedException _) {
                // Then it has not gone.
                Thread.currentThread().interrupt();
              }
            });
    await().until(() -> thread.getState() == Thread.State.WAITING);
    return thread;
  }
}
