package dev.roastery.gateway.jobs.upload.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.share.Share;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Whose batch is next, when not all can be under way. */
class UploadAdmissionTest {

  private static final UUID BIG = new UUID(0, 1);
  private static final UUID SMALL = new UUID(0, 2);

  private final UploadAdmission admission = new UploadAdmission(10);
  private final List<String> granted = new CopyOnWriteArrayList<>();

  /** Enters once it is its turn; returns when it waits. */
  private Thread waits(UUID job, String name, long bytes) {
    return waits(Share.OF_A_JOB, job, name, bytes);
  }

  private Thread waits(Share share, UUID job, String name, long bytes) {
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                admission.enter(share, job, bytes);
                granted.add(name);
              } catch (InterruptedException _) {
                granted.add(name + " interrupted");
              }
            });
    await().until(() -> thread.getState() == Thread.State.WAITING);
    return thread;
  }

  @Test
  void jobsTakeTurnsHoweverMuchOneOfThemWaitsWith() throws InterruptedException {
    admission.enter(Share.OF_A_JOB, BIG, 10);
    waits(BIG, "big 1", 10);
    waits(BIG, "big 2", 10);
    waits(BIG, "big 3", 10);
    waits(SMALL, "small 1", 10);
    waits(SMALL, "small 2", 10);
    for (int turn = 1; turn <= 5; turn++) {
      int done = turn;
      admission.leave(10);
      await().until(() -> granted.size() == done);
    }
    assertThat(granted).containsExactly("small 1", "big 1", "small 2", "big 2", "big 3");
  }

  @Test
  void clientsTakeTurnsByWeightHoweverManyJobsOneOfThemHas() throws InterruptedException {
    admission.enter(Share.OF_A_JOB, BIG, 10);
    for (int job = 0; job < 20; job++) {
      waits(Share.of("ann"), new UUID(1, job), "ann", 10);
    }
    for (int batch = 0; batch < 9; batch++) {
      waits(new Share("bob", 3), SMALL, "bob", 10);
    }
    for (int turn = 1; turn <= 12; turn++) {
      int done = turn;
      admission.leave(10);
      await().until(() -> granted.size() == done);
    }
    assertThat(granted)
        .containsExactly(
            "ann", "bob", "bob", "bob", "ann", "bob", "bob", "bob", "ann", "bob", "bob", "bob");
  }

  @Test
  void aBatchLargerThanAllThereIsGoesAndKeepsOthersOut() throws InterruptedException {
    admission.enter(Share.OF_A_JOB, BIG, 1_000);
    waits(SMALL, "small", 1);
    assertThat(granted).isEmpty();
    admission.leave(1_000);
    await().until(() -> granted.equals(List.of("small")));
  }

  @Test
  void anInterruptedWaitEndsAndTakesNoTurn() throws InterruptedException {
    admission.enter(Share.OF_A_JOB, BIG, 10);
    Thread first = waits(BIG, "first", 10);
    waits(SMALL, "second", 10);
    first.interrupt();
    await().until(() -> granted.contains("first interrupted"));
    admission.leave(10);
    await().until(() -> granted.contains("second"));
    admission.leave(10);
    admission.enter(Share.OF_A_JOB, BIG, 10); // all is free again
  }
}
