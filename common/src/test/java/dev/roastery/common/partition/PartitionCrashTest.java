package dev.roastery.common.partition;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.abort;
import static dev.roastery.common.partition.Samples.batch;
import static dev.roastery.common.partition.Samples.begin;
import static dev.roastery.common.partition.Samples.end;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A life that passes every crash point of a worker; then the same with a death at each of them, at
 * each of the times that it is passed, with and without the loss of what was not forced. What was
 * sent is the same in the end, and nothing is left of what is over.
 */
class PartitionCrashTest {

  private static final JobId CANCELLED = job(2);
  private static final JobId OPEN = job(3);

  /** Points of the gateway, and of a takeover in an object store (ObjectSuccessionTest). */
  private static final Set<CrashPoint> ELSEWHERE =
      EnumSet.of(
          CrashPoint.TAKEOVER_JOURNAL_SEALED,
          CrashPoint.TAKEOVER_EPOCH_SEALED,
          CrashPoint.GATEWAY_BEFORE_JOB_RECORD,
          CrashPoint.GATEWAY_JOB_RECORDED_BEFORE_REPLY,
          CrashPoint.GATEWAY_MID_UPLOAD,
          CrashPoint.GATEWAY_BEFORE_UPLOAD_END,
          CrashPoint.GATEWAY_AFTER_UPLOAD_END,
          CrashPoint.RESULT_STORED_BEFORE_NOTIFY,
          CrashPoint.NOTIFIED_BEFORE_COMPLETE,
          CrashPoint.WORKFLOW_EVENT_APPENDED,
          CrashPoint.WORKFLOW_BEFORE_STEP,
          CrashPoint.WORKFLOW_AFTER_STEP);

  /** What becomes of the disk when the process dies. */
  enum Death {
    KILL,
    POWER_LOSS;

    private MemoryDisk of(Worker worker) {
      return switch (this) {
        case KILL -> worker.kill();
        case POWER_LOSS -> worker.losePower();
      };
    }
  }

  /** A workload in turns: between them the worker comes to rest. The second one is replayed. */
  private static final List<List<Message>> TURNS =
      List.of(
          List.of(
              end(JOB, "sales", 3),
              batch(JOB, "sales", 2, "echo 100"),
              begin(JOB, "main=sales;both=sales,names")),
          List.of(batch(JOB, "sales", 0, "1")),
          List.of(batch(JOB, "sales", 1, "echo 20"), begin(CANCELLED, "main=sales")),
          List.of(batch(CANCELLED, "sales", 0, "echo 9"), batch(JOB, "names", 0, "5")),
          List.of(begin(OPEN, "main=sales"), abort(CANCELLED), end(JOB, "names", 1)),
          List.of(batch(OPEN, "sales", 1, "7"), batch(JOB, "sales", 0, "1")),
          List.of(end(JOB, "sales", 3), begin(JOB, "main=sales"), batch(OPEN, "names", 0, "1")));

  /** One telling of the story, with one death in it. */
  private static final class Life {
    final Set<CrashPoint> passed = EnumSet.noneOf(CrashPoint.class);
    private final MemoryBroker broker = new MemoryBroker();
    private final Death death;
    private Worker worker;
    private boolean died;
    private int workers;

    Life(Death death, @Nullable CrashPoint point, int nth) {
      this.death = death;
      this.worker = worker(new MemoryDisk()).crashingAt(point, nth);
    }

    private Worker worker(MemoryDisk disk) {
      return new Worker("w" + ++workers, disk, broker).committingEvery(2);
    }

    /** Does this; if it dies of it, it goes on as another process. */
    private void step(Consumer<Worker> step) {
      try {
        step.accept(worker);
      } catch (Worker.Killed _) {
        died = true;
        worker = worker(over()).started();
      }
    }

    private MemoryDisk over() {
      passed.addAll(worker.passed);
      return death.of(worker);
    }

    Life play() {
      step(Worker::started);
      for (int turn = 0; turn < TURNS.size(); turn++) {
        Message[] messages = TURNS.get(turn).toArray(Message[]::new);
        step(worker -> worker.given(messages).run());
        if (turn == 1) {
          changeOwner();
        }
      }
      step(Worker::stop);
      worker = worker(over()).started();
      checkThatOnlyTheOpenJobIsLeft();
      return this;
    }

    private void changeOwner() {
      Worker before = worker;
      worker = worker(over()).crashingAt(before.deadly(), before.timesLeft());
      step(Worker::started);
    }

    private void checkThatOnlyTheOpenJobIsLeft() {
      assertThat(worker.owner().report().waitsFor()).containsOnlyKeys(OPEN);
      assertThat(broker.ready(Worker.QUEUE)).isEmpty();
      worker.given(batch(OPEN, "sales", 0, "1"), end(OPEN, "sales", 2)).run();
      assertThat(worker.owner().report().waitsFor()).isEmpty();
      worker.stop();
      assertThat(worker.files())
          .allMatch(file -> file.matches("tally-0/epoch-\\d+/(segment|snapshot)-[0-9a-f]{16}"));
    }

    /** Begins with a death in its first turn, and then dies in each of its next recoveries. */
    Life dyingInRecovery(CrashPoint point, int times) {
      step(Worker::started);
      worker = worker(over()).crashingAt(CrashPoint.END_PROCESSED, 1);
      worker.given(TURNS.getFirst().toArray(Message[]::new));
      for (int time = 0; time <= times; time++) {
        Worker dying = worker;
        assertThatThrownBy(dying::started).isInstanceOf(Worker.Killed.class);
        worker = worker(over()).crashingAt(time < times ? point : null, 1);
      }
      return this;
    }

    /** What was sent to others, once each. */
    Set<String> sent() {
      Set<String> sent = new TreeSet<>();
      broker.published.stream()
          .filter(publication -> !publication.queue().equals(Worker.CARDS))
          .forEach(publication -> sent.add(publication.toString()));
      return sent;
    }
  }

  private static final Set<String> EXPECTED = new Life(Death.KILL, null, 0).play().sent();

  @Test
  void theWorkloadPassesEveryCrashPointOfAWorkerAndSendsWhatItShould() {
    Life life = new Life(Death.KILL, null, 0).play();
    life.passed.add(CrashPoint.WITHIN_APPEND); // it is there only for who is to die at it
    assertThat(life.passed).containsExactlyInAnyOrderElementsOf(points().toList());
    assertThat(life.sent())
        .containsExactlyInAnyOrder(
            "roastery.echo-0 echo/0/2 echo 100",
            "roastery.echo-0 echo/0/1 echo 20",
            "roastery.echo-0 echo/0/0 echo 9",
            "roastery.next-0 main/0/0 sales=121",
            "roastery.next-0 main/0 END 1",
            "roastery.next-0 both/0/0 sales=121",
            "roastery.next-0 both/0/1 names=5",
            "roastery.next-0 both/0 END 2",
            "roastery.gateway GONE tally-0",
            "roastery.next-0 main/0/0 sales=8");
  }

  static Stream<CrashPoint> points() {
    return Arrays.stream(CrashPoint.values()).filter(point -> !ELSEWHERE.contains(point));
  }

  @ParameterizedTest
  @MethodSource("points")
  void aDeathAtAnyPassingOfACrashPointChangesNothingThatIsSent(CrashPoint point) {
    for (Death death : Death.values()) {
      int nth = 0;
      boolean died = true;
      while (died) {
        Life life = new Life(death, point, ++nth).play();
        assertThat(life.sent()).as("time %d, %s", nth, death).isEqualTo(EXPECTED);
        died = life.died;
      }
      assertThat(nth).as("the death has happened").isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CrashPoint.class,
      mode = EnumSource.Mode.MATCH_ANY,
      names = "^RECOVERY_(?!BEFORE_PENDING).*")
  void fiveDeathsInARowWithinRecoveryChangeNothing(CrashPoint point) {
    for (Death death : Death.values()) {
      Life life = new Life(death, null, 0).dyingInRecovery(point, 5).play();
      assertThat(life.sent()).as("%s", death).isEqualTo(EXPECTED);
    }
  }
}
