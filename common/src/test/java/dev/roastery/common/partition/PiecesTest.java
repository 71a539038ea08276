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
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.share.Share;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gate sends in pieces: what may come between two of them, and what must not. */
class PiecesTest {

  private static final JobId OTHER = job(2);
  private static final String PLAN = "main=sales,names,users";
  private static final List<String> ALL =
      List.of(
          "roastery.next-0 main/0/0 sales=3",
          "roastery.next-0 main/0/1 names=0",
          "roastery.next-0 main/0/2 users=0",
          "roastery.next-0 main/0 END 3");

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryDisk disk = new MemoryDisk();

  private Worker worker(String name, MemoryDisk volume) {
    Worker worker = new Worker(name, volume, broker);
    worker.stage.beforePiece = _ -> {};
    return worker;
  }

  /** All that a job needs before its gate is passed. */
  private static Message[] whole(JobId job) {
    return new Message[] {
      begin(job, PLAN),
      batch(job, "sales", 0, "3"),
      end(job, "names", 0),
      end(job, "users", 0),
      end(job, "sales", 1)
    };
  }

  /** Before the nth piece these messages come. */
  private static void beforePiece(Worker worker, int nth, Message... messages) {
    int[] pieces = {0};
    worker.stage.beforePiece =
        _ -> {
          if (++pieces[0] == nth) {
            worker.given(messages);
          }
        };
  }

  @Test
  void otherJobsAreServedBetweenTwoPieces() {
    Worker worker = worker("a", disk).started();
    worker.stage.before = batch -> worker.events.add("apply " + Samples.text(batch));
    beforePiece(worker, 2, begin(OTHER, PLAN), batch(OTHER, "sales", 0, "5"));

    worker.given(whole(JOB)).run();

    assertThat(worker.sent()).isEqualTo(ALL);
    assertThat(worker.events)
        .containsSubsequence(
            "publish " + ALL.get(1), "apply sales/0/0 5", "publish " + ALL.getLast());
  }

  @Test
  void piecesOfTwoJobsTakeTurns() {
    Worker worker = worker("a", disk).started();
    beforePiece(worker, 1, whole(OTHER));

    worker.given(whole(JOB)).run();

    List<String> sent = worker.sent();
    assertThat(sent).hasSize(2 * ALL.size());
    assertThat(sent.indexOf(ALL.getLast()))
        .as("when the first job is done, the other one has sent something: %s", sent)
        .isGreaterThan(sent.lastIndexOf(ALL.getFirst()));
  }

  @Test
  void aClientWithOneJobHasEverySecondPieceBesideOneWithMany() {
    JobId ofBob = job(99);
    Worker worker = worker("a", disk).started();
    worker.stage.shares = job -> Share.of(job.equals(ofBob) ? "bob" : "ann");
    List<String> pieces = new ArrayList<>();
    worker.stage.beforePiece = job -> pieces.add(worker.stage.shares.apply(job).client());
    for (int job = 1; job <= 20; job++) {
      worker.given(whole(job(job)));
    }

    worker.given(whole(ofBob)).run();

    int first = pieces.indexOf("bob");
    assertThat(first).isLessThan(pieces.size() - 20);
    assertThat(pieces.subList(first, first + 7))
        .containsExactly("bob", "ann", "bob", "ann", "bob", "ann", "bob");
  }

  @Test
  void anAbortedJobSendsNoMore() {
    Worker worker = worker("a", disk).started();
    beforePiece(worker, 2, abort(JOB));

    worker.given(whole(JOB)).run();

    assertThat(worker.sent())
        .containsSubsequence(ALL.subList(0, 2))
        .contains("roastery.gateway GONE tally-0")
        .doesNotContain(ALL.getLast());
    assertThat(worker.owner().report().waitsFor()).isEmpty();
    assertThat(worker.owner().hasWork()).isFalse();
  }

  @Test
  void afterACrashBetweenTwoPiecesAllAreSentAgainUnderTheSameIds() {
    for (int piece = 1; piece <= ALL.size(); piece++) {
      Worker worker = worker("a", new MemoryDisk());
      worker.crashingAt(CrashPoint.PUBLISHED_ONE_OF_MANY, piece).started().given(whole(JOB));
      assertThatThrownBy(worker::run).isInstanceOf(Worker.Killed.class);
      assertThat(worker.sent()).isEqualTo(ALL.subList(0, piece));

      Worker next = worker("b", worker.losePower()).started();

      assertThat(next.sent()).isEqualTo(ALL);
      assertThat(next.owner().report().waitsFor()).isEmpty();
      next.stop();
      broker.purge(Worker.CARDS);
    }
  }

  @Test
  void aSnapshotBetweenTwoPiecesLosesNone() {
    Worker worker = worker("a", disk).committingEvery(1).started();
    broker.keepsBack = queue -> queue.equals(TallyStage.NEXT);
    beforePiece(worker, 2, begin(OTHER, PLAN));
    worker.given(whole(JOB)).run();
    assertThat(worker.events)
        .containsSubsequence(
            "publish " + ALL.get(1), "rename snapshot", "publish " + ALL.getLast());

    Worker next = worker("b", worker.losePower()).started();

    assertThat(next.sent()).isEqualTo(ALL);
    assertThat(next.events).contains("recovered 0");
  }

  @Test
  void aJobIsNotOverBeforeItsLastPieceIsConfirmed() {
    Worker worker = worker("a", disk).started();
    worker.given(whole(JOB));
    worker.stage.beforePiece =
        _ ->
            assertThat(worker.owner().report().waitsFor())
                .containsEntry(JOB, List.of("its outputs of main to be sent and confirmed"));

    worker.run();

    assertThat(worker.owner().report().waitsFor()).isEmpty();
  }

  @Test
  void aSlowBrokerIsNotTakenForAStageThatIsStuck() {
    Worker worker = worker("a", disk).started();
    worker.given(whole(JOB)).run();

    for (int at = 0; at < worker.events.size(); at++) {
      if (worker.events.get(at).startsWith("publish ")) {
        assertThat(worker.applyingAt(at)).as(worker.events.get(at)).isFalse();
      }
    }
    assertThat(worker.sent()).isEqualTo(ALL);
  }

  @Test
  void aPieceThatCannotBeRightFailsItsJobAlone() {
    Worker worker = worker("a", disk).started();
    worker.stage.beforePiece =
        job -> {
          if (job.equals(JOB)) {
            throw new JobFailure("a row is too long");
          }
        };

    worker.given(whole(JOB)).given(whole(OTHER)).run();

    assertThat(worker.sent())
        .containsSubsequence(ALL)
        .contains("roastery.gateway FAIL a row is too long");
    assertThat(worker.quarantined()).isEmpty();
    assertThat(worker.owner().report().waitsFor()).isEmpty();
  }

  @Test
  void aPieceThatThrowsIsTriedAgainAndThenFailsItsJobAlone() {
    Worker worker = worker("a", disk).started();
    int[] tries = {0};
    worker.stage.beforePiece =
        job -> {
          if (job.equals(JOB)) {
            tries[0]++;
            throw new IllegalStateException("a worker's mistake");
          }
        };

    worker.given(whole(JOB)).given(whole(OTHER)).run();
    for (int pause = 0; pause < 5; pause++) {
      worker.after(10_000);
    }

    assertThat(tries[0]).isEqualTo(RetryPolicy.defaults().attempts());
    assertThat(worker.sent()).containsSubsequence(ALL);
    assertThat(worker.sent())
        .anyMatch(
            sent -> sent.startsWith("roastery.gateway FAIL") && sent.contains("worker's mistake"));
    assertThat(worker.quarantined())
        .singleElement()
        .satisfies(entry -> {
          assertThat(Samples.decoded(entry.message())).isEqualTo(begin(JOB, PLAN));
          assertThat(entry.reason()).contains("its outputs cannot be made");
        });
    assertThat(worker.owner().report().waitsFor()).isEmpty();
  }
}
