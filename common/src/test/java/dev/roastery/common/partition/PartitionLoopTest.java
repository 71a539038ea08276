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
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The life of a batch: the order of its effects, and what may not happen before what. */
class PartitionLoopTest {

  private static final String PLAN = "main=sales;late=names";
  private static final JobId OTHER = job(2);

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryDisk disk = new MemoryDisk();

  private Worker aWorker() {
    return new Worker("a", disk, broker);
  }

  private Worker anOwner() {
    Worker worker = aWorker().started();
    worker.events.clear();
    return worker;
  }

  // ---- order

  @Test
  void aBatchIsAppendedForcedAcknowledgedAppliedAndItsOutputsAreSentAndPutOnRecord() {
    Worker worker = anOwner();
    worker.stage.before = batch -> worker.events.add("apply " + Samples.text(batch));
    worker.stage.beforeGate = gate -> worker.events.add("pass " + gate.name());

    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "echo 3"), end(JOB, "sales", 1)).run();
    worker.events.add("--");
    worker.given(end(JOB, "names", 7)).run();

    assertThat(worker.events)
        .containsExactly(
            "append segment",
            "force segment",
            "ack JOB",
            "ack sales/0/0 echo 3",
            "ack sales/0 END 1",
            "apply sales/0/0 echo 3",
            "publish roastery.echo-0 echo/0/0 echo 3",
            "pass main",
            "publish roastery.next-0 main/0/0 sales=3",
            "publish roastery.next-0 main/0 END 1",
            "--",
            "append segment",
            "force segment",
            "ack names/0 END 7");
    assertThat(worker.passed).contains(CrashPoint.FINISHED_BEFORE_CLEANUP);
    Worker next = new Worker("b", worker.kill(), broker).started();
    assertThat(next.sent())
        .as("'main' is on record")
        .containsExactly("roastery.echo-0 echo/0/0 echo 3");
  }

  @Test
  void rowsOfAJobThatHasEndedAreInNoFileSomeTimeLater() {
    Worker worker = aWorker().committingEvery(2).started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "secret 3")).run();
    worker.given(batch(JOB, "names", 0, "secret 4"), batch(JOB, "secret", 1, "5")).run();
    worker.given(begin(OTHER, PLAN), batch(OTHER, "sales", 0, "public 5")).run();
    assertThat(filesWith("secret")).as("while it runs").isNotEmpty();

    worker.given(abort(JOB)).run();
    worker.after(1_500);
    assertThat(filesWith("secret")).as("several jobs may end together").isNotEmpty();
    worker.after(1_500);

    assertThat(filesWith("secret")).isEmpty();
    assertThat(worker.owner().report().progress()).containsOnlyKeys(OTHER);
    worker.given(end(OTHER, "sales", 1)).run();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=5");
  }

  @Test
  void rowsOfAJobWhoseOutputsAreConfirmedAreInNoFileSomeTimeLater() {
    Worker worker = anOwner();
    worker.given(begin(JOB, "main=sales"), batch(JOB, "sales", 0, "secret 3")).run();
    assertThat(filesWith("secret")).isNotEmpty();

    worker.given(end(JOB, "sales", 1)).run();
    worker.after(0);
    worker.after(3_000);

    assertThat(filesWith("secret")).isEmpty();
  }

  @Test
  void rowsOfAJobThatHasEndedAreInNoFileAfterAStop() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "secret 3"), abort(JOB)).run();
    assertThat(filesWith("secret")).isNotEmpty();

    worker.stop();

    assertThat(filesWith("secret")).isEmpty();
  }

  private List<String> filesWith(String text) {
    return disk.files().stream()
        .filter(file -> {
          try {
            return new String(disk.read(file), StandardCharsets.ISO_8859_1).contains(text);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .toList();
  }

  @Test
  void oneForceServesAWholeGroup() {
    Worker worker = anOwner();
    for (int seq = 0; seq < 50; seq++) {
      worker.given(batch(JOB, "sales", seq, "1"));
    }
    worker.run();
    assertThat(Collections.frequency(worker.events, "force segment")).isEqualTo(1);
    assertThat(worker.events).contains("ack sales/0/49 1");
  }

  @Test
  void duplicatesAreAcknowledgedAndNeitherAppendedNorApplied() {
    Worker worker = anOwner();
    Message[] all = {
      begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), batch(JOB, "sales", 1, "4"),
    };
    worker.given(all).run();
    worker.events.clear();
    worker.stage.before = batch -> worker.events.add("apply " + batch);

    worker.given(all).given(all).given(all).run();

    assertThat(worker.events).hasSize(9).allMatch(event -> event.startsWith("ack "));
    assertThat(connectionHolds(worker)).isZero();
    worker.given(end(JOB, "sales", 2)).run();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=7");
  }

  @Test
  void aDuplicateWithinItsOwnGroupCountsOnce() {
    Worker worker = anOwner();
    Message twice = batch(JOB, "sales", 0, "3");
    worker.given(begin(JOB, PLAN), twice, twice, end(JOB, "sales", 1)).run();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=3");
    assertThat(connectionHolds(worker)).isZero();
  }

  private static int connectionHolds(Worker worker) {
    return worker.connection.holds(Worker.QUEUE);
  }

  // ---- sends and confirmations

  @Test
  void outputsWithoutAConfirmationOnRecordGoOutAgainUnderTheSameIds() {
    Worker worker = anOwner();
    broker.keepsBack = queue -> queue.equals(TallyStage.NEXT);
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1)).run();
    List<String> sent = worker.sent();
    assertThat(sent).hasSize(2);

    Worker second = new Worker("b", worker.kill(), broker).started();
    Worker third = new Worker("c", second.losePower(), broker).started();

    assertThat(second.sent()).isEqualTo(sent);
    assertThat(third.sent()).isEqualTo(sent);
  }

  @Test
  void aJobIsNotOverBeforeAllItsOutputsAreConfirmed() {
    Worker worker = anOwner();
    broker.keepsBack = queue -> queue.equals(TallyStage.NEXT);
    worker.given(begin(JOB, "main=sales"), end(JOB, "sales", 0)).run();
    assertThat(worker.owner().report().waitsFor())
        .containsEntry(JOB, List.of("its outputs of main to be sent and confirmed"));

    broker.keepsBack = _ -> false;
    worker.run();

    assertThat(worker.owner().report().waitsFor()).isEmpty();
  }

  @Test
  void noSnapshotIsTakenWhileAnAnswerIsUnconfirmedAndNoMoreIsConsumed() {
    Worker worker = aWorker().committingEvery(2).started();
    broker.keepsBack = queue -> queue.equals(TallyStage.ECHO);
    worker.events.clear();

    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "echo 1")).run();
    worker.given(batch(JOB, "sales", 1, "2"), batch(JOB, "sales", 2, "3")).run();

    assertThat(worker.events).doesNotContain("rename snapshot", "ack sales/0/1 2");
    assertThat(connectionHolds(worker)).isEqualTo(2);
    broker.keepsBack = _ -> false;
    worker.run();
    assertThat(worker.events)
        .containsSubsequence("rename snapshot", "ack sales/0/1 2", "ack sales/0/2 3");
    assertThat(connectionHolds(worker)).isZero();
  }

  @Test
  void anAnswerThatWasNotConfirmedIsSentAgainAndRecoveryWaitsForItsConfirmation() {
    broker.keepsBack = queue -> queue.equals(TallyStage.ECHO);
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "echo 1")).run();

    Worker next = new Worker("b", worker.losePower(), broker).started();

    assertThat(next.sent()).containsExactly("roastery.echo-0 echo/0/0 echo 1");
    assertThat(next.events).contains("recovered 2").doesNotContain("rename snapshot", "owned 2");
    broker.keepsBack = _ -> false;
    next.run();
    assertThat(next.events).containsSubsequence("rename snapshot", "owned 2");
    assertThat(new Worker("c", next.kill(), broker).started().sent()).isEmpty();
  }

  // ---- recovery

  @Test
  void nothingIsConsumedAndNoResultIsSentBeforeRecoveryIsDoneAndDurable() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();
    MemoryDisk left = worker.losePower();
    worker.given(end(JOB, "sales", 1));

    Worker next = new Worker("b", left, broker).started();

    assertThat(next.events)
        .containsSubsequence(
            "recovered 2",
            "force snapshot",
            "rename snapshot",
            "publish roastery.tally-0.owner deed 00000000-0000-0007-0000-000000000007 2 1",
            "subscribe roastery.tally-0",
            "owned 2",
            "ack sales/0 END 1",
            "publish roastery.next-0 main/0/0 sales=3");
    assertThat(next.events.stream().filter(event -> event.startsWith("subscribe")))
        .containsExactly("subscribe roastery.tally-0.owner", "subscribe roastery.tally-0");
  }

  @Test
  void aGateThatWasReachedJustBeforeTheCrashIsPassedWithoutFurtherInput() {
    Worker worker = aWorker().crashingAt(CrashPoint.END_PROCESSED, 1).started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1));
    died(worker);

    Worker next = new Worker("b", worker.losePower(), broker).started();

    assertThat(worker.sent()).isEmpty();
    assertThat(next.sent())
        .containsExactly("roastery.next-0 main/0/0 sales=3", "roastery.next-0 main/0 END 1");
  }

  private static void died(Worker worker) {
    try {
      worker.run();
    } catch (Worker.Killed _) {
      return;
    }
    throw new AssertionError("it did not die");
  }

  @Test
  void whatASnapshotCoversIsNotReplayed() {
    Worker worker = aWorker().committingEvery(3).started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), batch(JOB, "sales", 1, "4")).run();
    worker.given(batch(JOB, "sales", 2, "5")).run();

    Worker next = new Worker("b", worker.losePower(), broker).started();

    assertThat(next.events).contains("recovered 1");
    next.given(end(JOB, "sales", 3)).run();
    assertThat(next.sent()).contains("roastery.next-0 main/0/0 sales=12");
  }

  @Test
  void aGracefulStopLeavesASnapshotAndNothingToReplay() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();

    worker.stop();

    assertThat(worker.events).containsSubsequence("rename snapshot", "released: stopped");
    Worker next = new Worker("b", worker.losePower(), broker).started();
    assertThat(next.events).contains("recovered 0", "owned 2");
    next.given(end(JOB, "sales", 1)).run();
    assertThat(next.sent()).contains("roastery.next-0 main/0/0 sales=3");
  }

  // ---- what cannot be read, and what is told

  @Test
  void bytesThatAreNoMessageGoIntoQuarantineAndAreAcknowledged() {
    Worker worker = anOwner();
    broker.put(Worker.QUEUE, "rubbish".getBytes(StandardCharsets.UTF_8));
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1)).run();

    assertThat(connectionHolds(worker)).isZero();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=3");
    assertThat(worker.quarantined())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.reason()).startsWith("not a message: ");
          assertThat(new String(entry.message(), StandardCharsets.UTF_8)).isEqualTo("rubbish");
        });
    assertThat(worker.events)
        .containsSubsequence("force quarantine", "rename quarantine", "ack rubbish");
  }

  @Test
  void aMessageThatCannotBeReadFailsTheJobThatItsLabelNamesAlone() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), begin(OTHER, PLAN)).run();
    broker.put(Worker.QUEUE, rubbish(), JOB.toString());
    worker.given(batch(OTHER, "sales", 0, "3"), end(OTHER, "sales", 1)).run();

    assertThat(worker.sent())
        .hasSize(3)
        .contains("roastery.next-0 main/0/0 sales=3", "roastery.next-0 main/0 END 1")
        .anyMatch(each ->
            each.startsWith(
                "roastery.gateway FAIL a message of this job in queue "
                    + Worker.QUEUE
                    + " cannot be read: "));
    assertThat(worker.quarantined()).hasSize(1);
    assertThat(connectionHolds(worker)).isZero();
  }

  @Test
  void thatFailureIsReportedAcrossACrash() {
    Worker worker = anOwner();
    broker.keepsBack = queue -> queue.equals(Samples.GATEWAY);
    worker.given(begin(JOB, PLAN)).run();
    broker.put(Worker.QUEUE, rubbish(), JOB.toString());
    worker.run();
    assertThat(worker.sent()).hasSize(1).first().asString().contains("FAIL");

    Worker next = new Worker("b", worker.kill(), broker).started();

    assertThat(next.sent()).isEqualTo(worker.sent());
    next.events.clear();
    broker.put(Worker.QUEUE, rubbish(), JOB.toString());
    next.given(batch(JOB, "sales", 0, "3")).run();
    assertThat(next.events).as("the job has ended here").allMatch(each -> each.startsWith("ack "));
  }

  private static byte[] rubbish() {
    return "rubbish".getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void anAbortIsAnsweredAcrossACrash() {
    Worker worker = anOwner();
    broker.keepsBack = queue -> queue.equals(Samples.GATEWAY);
    worker.given(begin(JOB, PLAN), begin(OTHER, PLAN), abort(JOB)).run();
    assertThat(worker.sent()).containsExactly("roastery.gateway GONE tally-0");

    Worker next = new Worker("b", worker.losePower(), broker).started();
    assertThat(next.sent()).containsExactly("roastery.gateway GONE tally-0");
    broker.keepsBack = _ -> false;
    next.run();
    next.stop();
    assertThat(new Worker("c", next.losePower(), broker).started().sent()).isEmpty();
  }

  // ---- what fails a job, and what ends the process

  @Test
  void aFatalOfAStagesWorkIsNotTakenForTheMessagesFault() {
    Worker worker = anOwner();
    worker.stage.before =
        batch -> {
          throw new Fatal(FatalReason.FORCE_FAILED, "the results' disk");
        };
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"));

    assertThatThrownBy(worker::run)
        .isInstanceOfSatisfying(
            Fatal.class, fatal -> assertThat(fatal.reason()).isEqualTo(FatalReason.FORCE_FAILED));
    assertThat(worker.sent()).isEmpty();
    assertThat(worker.quarantined()).isEmpty();
  }

  @Test
  void aMessageThatBreaksAPromiseIsKeptForInspectionBeforeItsJobIsSaidToFail() {
    Worker worker = anOwner();
    Message contradiction = end(JOB, "sales", 2);
    worker.given(begin(JOB, PLAN), begin(OTHER, PLAN), end(JOB, "sales", 1), contradiction).run();

    assertThat(worker.quarantined())
        .singleElement()
        .satisfies(entry -> {
          assertThat(Samples.decoded(entry.message())).isEqualTo(contradiction);
          assertThat(entry.reason()).contains("announces 2 batches, earlier 1");
        });
    assertThat(worker.events.indexOf("rename quarantine"))
        .isLessThan(indexOf(worker, "publish roastery.gateway FAIL"));
    Worker next = new Worker("b", worker.losePower(), broker).started();
    assertThat(next.quarantined()).hasSize(1);
    assertThat(next.owner().report().waitsFor()).containsOnlyKeys(OTHER);
  }

  private static int indexOf(Worker worker, String beginning) {
    for (int i = 0; i < worker.events.size(); i++) {
      if (worker.events.get(i).startsWith(beginning)) {
        return i;
      }
    }
    throw new AssertionError("no " + beginning + " in " + worker.events);
  }

  @Test
  void aJobWhoseStateCannotBeSavedFailsAloneWithItsJobMessageAsEvidence() {
    Worker worker = aWorker().committingEvery(3).started();
    worker.stage.beforeSave = failing(new IllegalStateException("too large"));
    worker.given(begin(JOB, PLAN), begin(OTHER, "main=sales"), batch(OTHER, "sales", 0, "5")).run();

    assertThat(worker.sent())
        .containsExactly(
            "roastery.gateway FAIL its state cannot be saved: "
                + "java.lang.IllegalStateException: too large");
    assertThat(worker.quarantined())
        .singleElement()
        .satisfies(
            entry -> assertThat(Samples.decoded(entry.message())).isEqualTo(begin(JOB, PLAN)));
    Worker next = new Worker("b", worker.losePower(), broker).started();
    assertThat(next.owner().report().waitsFor()).containsOnlyKeys(OTHER);
    next.given(end(OTHER, "sales", 1)).run();
    assertThat(next.sent()).contains("roastery.next-0 main/0/0 sales=5");
  }

  @Test
  void aJobWhoseStateCannotBeReadFailsAloneOnceThePartitionIsOwned() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), begin(OTHER, PLAN)).run();
    worker.stop();

    Worker next = new Worker("b", worker.losePower(), broker);
    next.stage.beforeRestore = failing(new IllegalStateException("not mine"));
    next.started();

    assertThat(next.sent())
        .containsExactly(
            "roastery.gateway FAIL its saved state cannot be read: "
                + "java.lang.IllegalStateException: not mine");
    assertThat(next.events.indexOf("owned 2"))
        .isGreaterThan(indexOf(next, "rename quarantine"))
        .isNotNegative();
    assertThat(next.quarantined())
        .singleElement()
        .satisfies(entry ->
            assertThat(new String(entry.message(), StandardCharsets.UTF_8)).isEqualTo("sales=3\n"));
    assertThat(next.owner().report().waitsFor()).containsOnlyKeys(OTHER);
  }

  @Test
  void aStateOfANewerVersionEndsTheProcessAndFailsNoJob() {
    Worker worker = anOwner();
    worker.given(begin(JOB, PLAN)).run();
    worker.stop();

    Worker older = new Worker("b", worker.losePower(), broker);
    older.stage.beforeRestore =
        _ -> {
          throw new Fatal(FatalReason.FORMAT_TOO_NEW, "version 2");
        };
    assertThatThrownBy(older::started).hasMessageStartingWith("FORMAT_TOO_NEW");
    assertThat(older.quarantined()).isEmpty();

    Worker next = new Worker("c", older.losePower(), broker).started();
    assertThat(next.owner().report().waitsFor()).containsOnlyKeys(JOB);
  }

  private static Consumer<JobId> failing(RuntimeException error) {
    return job -> {
      if (job.equals(JOB)) {
        throw error;
      }
    };
  }
}
