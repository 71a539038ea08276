package dev.roastery.gateway.jobs.upload.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.share.Share;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

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
