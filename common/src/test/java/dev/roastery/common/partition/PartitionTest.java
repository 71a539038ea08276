package dev.roastery.common.partition;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.abort;
import static dev.roastery.common.partition.Samples.attempt;
import static dev.roastery.common.partition.Samples.batch;
import static dev.roastery.common.partition.Samples.begin;
import static dev.roastery.common.partition.Samples.close;
import static dev.roastery.common.partition.Samples.end;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The state machine alone: what goes out is a function of the set of what came in. */
class PartitionTest {

  private static final String PLAN = "main=sales";
  private static final JobId OTHER = job(2);
  private static final String FAIL = "reply FAIL";
  private static final String GONE = "reply GONE";

  private final APartition it = new APartition();

  // ---- order and repetition

  @Test
  void atTheBarrierItSendsTheSumAndTheEndOnce() {
    assertThat(it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), batch(JOB, "sales", 1, "4")))
        .isEmpty();
    assertThat(it.take(end(JOB, "sales", 2)))
        .containsExactly("roastery.next-0 main/0/0 sales=7", "roastery.next-0 main/0 END 1");
    assertThat(it.take(end(JOB, "sales", 2), batch(JOB, "sales", 1, "4"), begin(JOB, PLAN)))
        .isEmpty();
  }

  @Test
  void aJobThatComesAfterItsBatchesAndItsEndGivesTheSame() {
    assertThat(it.take(end(JOB, "sales", 2), batch(JOB, "sales", 1, "4"))).isEmpty();
    assertThat(it.take(batch(JOB, "sales", 0, "echo 3"))).isEmpty();
    assertThat(it.partition().waits()).containsEntry(JOB, List.of("its JOB message"));

    assertThat(it.take(begin(JOB, PLAN)))
        .containsExactly(
            "roastery.echo-0 echo/0/0 echo 3",
            "roastery.next-0 main/0/0 sales=7",
            "roastery.next-0 main/0 END 1");
  }

  @Test
  void everyOrderOfSixMessagesGivesTheSame() {
    List<Message> messages = twoSenders();
    Set<String> expected = sentBy(messages);
    assertThat(expected).hasSize(4);
    int[] orders = {0};
    permute(
        new ArrayList<>(messages),
        0,
        order -> {
          orders[0]++;
          assertThat(sentBy(order)).as("%s", order).isEqualTo(expected);
        });
    assertThat(orders[0]).isEqualTo(720);
  }

  private static List<Message> twoSenders() {
    return List.of(
        begin(JOB, PLAN),
        batch(JOB, "sales", 0, 0, "echo 1"),
        batch(JOB, "sales", 0, 1, "20"),
        batch(JOB, "sales", 1, 0, "echo 300"),
        new Message.End(JOB, "sales", 0, 2, 2),
        new Message.End(JOB, "sales", 1, 2, 1));
  }

  private static Set<String> sentBy(List<Message> messages) {
    APartition fresh = new APartition();
    messages.forEach(fresh::take);
    return fresh.everSent();
  }

  private interface Visit {
    void order(List<Message> messages);
  }

  private static void permute(List<Message> order, int from, Visit visit) {
    if (from == order.size()) {
      visit.order(order);
    }
    for (int i = from; i < order.size(); i++) {
      Collections.swap(order, from, i);
      permute(order, from + 1, visit);
      Collections.swap(order, from, i);
    }
  }

  @Test
  void duplicatesInAnyOrderOverJobsChangeNothing() {
    Property.check(
        "duplicates and order",
        300,
        random -> {
          List<Message> messages = manyJobs(random);
          List<Message> troubled = new ArrayList<>(messages);
          for (int copies = random.nextInt(12); copies > 0; copies--) {
            troubled.add(messages.get(random.nextInt(messages.size())));
          }
          Collections.shuffle(troubled, new Random(random.nextLong()));
          APartition calm = new APartition();
          messages.forEach(calm::take);
          APartition tried = new APartition();
          troubled.forEach(tried::take);
          assertThat(tried.everSent()).isEqualTo(calm.everSent());
          assertThat(calm.everSent()).isNotEmpty();
        });
  }

  private static List<Message> manyJobs(SplittableRandom random) {
    List<Message> messages = new ArrayList<>();
    for (int number = 1; number <= 1 + random.nextInt(3); number++) {
      JobId job = job(number);
      messages.add(begin(job, "main=sales;both=sales,names"));
      for (String stream : List.of("sales", "names")) {
        int batches = random.nextInt(4);
        for (int seq = 0; seq < batches; seq++) {
          String echo = random.nextBoolean() ? "echo " : "";
          messages.add(batch(job, stream, seq, echo + random.nextInt(100)));
        }
        messages.add(end(job, stream, batches));
      }
    }
    return messages;
  }

  @Test
  void whatItKnowsWouldChangeNothing() {
    Message first = batch(JOB, "sales", 0, "3");
    for (Message message : List.of(begin(JOB, PLAN), first, end(JOB, "sales", 2))) {
      assertThat(it.partition().knows(message)).as("%s", message).isFalse();
      it.take(message);
      assertThat(it.partition().knows(message)).as("%s", message).isTrue();
    }
    assertThat(it.partition().knows(batch(JOB, "sales", 0, "4"))).isFalse();
    assertThat(it.partition().knows(end(JOB, "sales", 3))).isFalse();
    assertThat(it.partition().knows(abort(JOB))).isFalse();
    it.take(close(JOB));
    assertThat(it.partition().knows(close(JOB))).isTrue();
    assertThat(it.partition().knows(batch(JOB, "sales", 1, "4"))).isTrue();
    assertThat(it.partition().knows(abort(JOB))).isFalse();
  }

  // ---- failures, alone

  @Test
  void theSameBatchWithOtherBytesFailsItsJobAndNoOther() {
    it.take(begin(JOB, PLAN), begin(OTHER, PLAN), batch(JOB, "sales", 0, "3"));

    assertThat(it.take(batch(JOB, "sales", 0, "4")))
        .containsExactly(
            "roastery.gateway FAIL " + JOB + "/sales/0/0 arrived twice, with different bytes");
    assertThat(it.take(batch(JOB, "sales", 0, "5"), batch(JOB, "sales", 1, "4"))).isEmpty();
    assertThat(it.openJobs()).containsExactly(OTHER);
    assertThat(it.take(batch(OTHER, "sales", 0, "9"), end(OTHER, "sales", 1)))
        .containsExactly("roastery.next-0 main/0/0 sales=9", "roastery.next-0 main/0 END 1");
  }

  @Test
  void theSameBatchWithOtherBytesFailsItsJobBeforeItsJobMessageToo() {
    it.take(batch(JOB, "sales", 0, "3"));
    assertThat(it.take(batch(JOB, "sales", 0, "4"))).singleElement().asString().contains("FAIL");
    assertThat(it.take(begin(JOB, PLAN))).isEmpty();
  }

  @Test
  void aBrokenPromiseFailsItsJobOnceWithTheReason() {
    it.take(begin(JOB, PLAN), end(JOB, "sales", 1));

    assertThat(it.take(end(JOB, "sales", 2)))
        .containsExactly(
            "roastery.gateway FAIL sender 0 of stream sales of job "
                + JOB
                + " announces 2 batches, earlier 1");
    assertThat(it.take(end(JOB, "sales", 3), batch(JOB, "sales", 5, "1"))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aBatchAboveItsSendersCountOrOfAnUnknownSenderFailsItsJob() {
    it.take(begin(JOB, PLAN), end(JOB, "sales", 1), begin(OTHER, PLAN), end(OTHER, "sales", 1));

    assertThat(it.take(batch(JOB, "sales", 1, "1"))).singleElement().asString().contains("above");
    assertThat(it.take(batch(OTHER, "sales", 1, 0, "1")))
        .singleElement()
        .asString()
        .contains("sender above the 1 announced");
  }

  @Test
  void aStageThatRefusesABatchOrAPlanFailsTheJobWithItsReason() {
    it.take(begin(JOB, PLAN));
    assertThat(it.take(batch(JOB, "sales", 0, "wrong table")))
        .containsExactly(
            "roastery.gateway FAIL " + JOB + "/sales/0/0 is of a table that the job does not have");
    assertThat(it.take(begin(OTHER, "impossible")))
        .containsExactly("roastery.gateway FAIL the plan is impossible");
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aStageThatCannotPassAGateFailsTheJobWithItsReason() {
    it.stage.beforeGate =
        gate -> {
          throw new JobFailure("no result");
        };
    assertThat(it.take(begin(JOB, PLAN), end(JOB, "sales", 0)))
        .containsExactly("roastery.gateway FAIL no result");
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aGateThatCannotBePassedAgainAfterARestoreFailsItsJobAlone() {
    it.take(begin(JOB, PLAN), end(JOB, "sales", 0), begin(OTHER, PLAN));
    it.stage.beforeGate =
        gate -> {
          throw new JobFailure("no result any more");
        };

    assertThat(it.restore()).containsExactly("roastery.gateway FAIL no result any more");

    assertThat(it.openJobs()).containsExactly(OTHER);
  }

  @Test
  void aFailureIsToldAgainUntilItIsConfirmed() {
    it.take(begin(JOB, "impossible"));

    assertThat(it.restore()).containsExactly("roastery.gateway FAIL the plan is impossible");
    assertThat(it.restore()).containsExactly("roastery.gateway FAIL the plan is impossible");
    it.confirm(JOB, FAIL);
    assertThat(it.restore()).isEmpty();
    assertThat(it.take(begin(JOB, PLAN))).isEmpty();
  }

  @Test
  void aSecondJobMessageWithAnotherPlanFailsItsJob() {
    it.take(begin(JOB, PLAN), begin(OTHER, PLAN));
    assertThat(it.partition().knows(begin(JOB, PLAN))).isTrue();
    assertThat(it.partition().knows(begin(JOB, "main=names"))).isFalse();

    assertThat(it.take(begin(JOB, "main=names")))
        .containsExactly(
            "roastery.gateway FAIL the JOB message of "
                + JOB
                + " arrived twice, with different plans");
    assertThat(it.openJobs()).containsExactly(OTHER);
  }

  @Test
  void theGatewaysOwnPartitionTellsItsStageOfItsOwnFailuresUntilWhatItSaidIsConfirmed() {
    APartition collector = new APartition(Samples.NAME.queue());

    assertThat(collector.take(begin(JOB, "impossible")))
        .containsExactly("roastery.client FAIL the plan is impossible");
    assertThat(collector.take(new Message.Fail(OTHER, "joiner-1", "no rows")))
        .containsExactly("roastery.client FAIL no rows");
    assertThat(collector.restore()).containsExactly("roastery.client FAIL the plan is impossible");
    collector.confirm(JOB, FAIL);
    assertThat(collector.restore()).isEmpty();
  }

  @Test
  void aSnapshotOfAnotherVersionIsRefusedByName() {
    byte[] saved = it.partition().save();
    saved[0] = 3;

    assertThatThrownBy(() -> new APartition().partition().restore(saved))
        .hasMessageStartingWith("FORMAT_TOO_NEW: the state of partition tally-0 has version 3,");
  }

  // ---- gates and confirmations

  @Test
  void aGateIsPassedAgainAfterARestoreUntilItsSendIsConfirmed() {
    it.take(begin(JOB, "main=sales;other=names"), batch(JOB, "sales", 0, "3"));
    List<String> sent = it.take(end(JOB, "sales", 1));
    assertThat(sent).hasSize(2);

    assertThat(it.restore()).isEqualTo(sent);
    it.confirm(JOB, "main");
    assertThat(it.restore()).isEmpty();
    assertThat(it.take(end(JOB, "names", 0))).hasSize(2);
    assertThat(it.openJobs()).containsExactly(JOB);
    it.confirm(JOB, "other");
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aConfirmationOnRecordIsHeededWhenTheGateIsReachedAgainByReplay() {
    it.acknowledged.put(JOB, Set.of("main"));

    assertThat(it.take(begin(JOB, PLAN), end(JOB, "sales", 0))).isEmpty();

    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aJobStaysOpenUntilAllOfItsGatesAreConfirmedAndIsForgottenThen() {
    it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1));
    assertThat(it.partition().waits())
        .containsEntry(JOB, List.of("its outputs of main to be sent and confirmed"));

    it.confirm(JOB, "main");

    assertThat(it.openJobs()).isEmpty();
    assertThat(it.processed.senders(JOB, "sales")).isEmpty();
    assertThat(it.acknowledged).isEmpty();
  }

  @Test
  void aJobWithoutWorkHereIsOverAtOnce() {
    assertThat(it.take(begin(JOB, ""))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
    assertThat(it.take(batch(JOB, "sales", 0, "1"))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aRestoreAfterEachMessageChangesNothingThatIsSent() {
    Property.check(
        "restore after each message",
        200,
        random -> {
          List<Message> messages = manyJobs(random);
          Collections.shuffle(messages, new Random(random.nextLong()));
          APartition calm = new APartition();
          messages.forEach(calm::take);
          APartition restored = new APartition();
          messages.forEach(message -> {
            restored.take(message);
            restored.restore();
          });
          assertThat(restored.everSent()).isEqualTo(calm.everSent());
        });
  }

  @Test
  void theSameSetOfMessagesGivesTheSameSnapshotHoweverItCame() {
    List<Message> messages =
        List.of(
            begin(JOB, "main=sales;late=names"),
            begin(OTHER, PLAN),
            batch(JOB, "sales", 1, "4"),
            batch(JOB, "sales", 0, "3"),
            batch(OTHER, "sales", 0, "3"),
            end(JOB, "sales", 2));
    APartition reversed = new APartition();
    messages.forEach(it::take);
    List<Message> backwards = new ArrayList<>(messages);
    Collections.reverse(backwards);
    backwards.forEach(reversed::take);

    assertThat(reversed.partition().save()).isEqualTo(it.partition().save());
  }

  // ---- jobs side by side

  @Test
  void droppingAJobLeavesTheOthersBytesUnchanged() {
    APartition alone = new APartition();
    Message[] others = {
      begin(OTHER, PLAN), batch(OTHER, "sales", 1, "4"), batch(OTHER, "names", 0, "5"),
    };
    alone.take(others);
    it.take(begin(JOB, PLAN));
    for (Message message : others) {
      it.take(message);
      it.take(batch(JOB, "sales", message instanceof Message.Batch ? 1 : 0, "77"));
    }

    it.take(abort(JOB));
    it.confirm(JOB, GONE);

    assertThat(it.processed.senders(OTHER, "sales")).containsExactly(0);
    assertThat(contains(it.partition().save(), jobBytes(alone))).isTrue();
    assertThat(it.take(batch(OTHER, "sales", 0, "1"), end(OTHER, "sales", 2)))
        .contains("roastery.next-0 main/0/0 sales=5");
  }

  /** The part of the snapshot that is its one job's. */
  private static byte[] jobBytes(APartition of) {
    byte[] saved = of.partition().save();
    int tombstones = 1 + 1 + 4;
    int count = 4;
    return Arrays.copyOfRange(saved, tombstones + count, saved.length);
  }

  private static boolean contains(byte[] all, byte[] part) {
    for (int at = 0; at + part.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void cancellingOneOfManyJobsLeavesTheOthersResults() {
    Property.check(
        "cancel one job",
        100,
        random -> {
          List<Message> messages = manyJobs(random);
          APartition calm = new APartition();
          messages.stream().filter(message -> !message.job().equals(JOB)).forEach(calm::take);
          List<Message> troubled = new ArrayList<>(messages);
          troubled.add(random.nextInt(messages.size()), abort(JOB));
          APartition tried = new APartition();
          troubled.forEach(tried::take);
          Map<String, Long> mine = new HashMap<>();
          calm.everSent().forEach(line -> mine.merge(line, 1L, Long::sum));
          assertThat(tried.everSent()).containsAll(mine.keySet());
          assertThat(tried.openJobs()).doesNotContain(JOB);
        });
  }

  // ---- jobs that are over

  @Test
  void nothingLateRevivesAFinishedJob() {
    it.take(begin(JOB, PLAN), end(JOB, "sales", 0));
    it.confirm(JOB, "main");

    assertThat(it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1"), end(JOB, "sales", 0)))
        .isEmpty();
    it.restore();
    assertThat(it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1"), close(JOB))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
    assertThat(it.processed.senders(JOB, "sales")).isEmpty();
  }

  @Test
  void anAbortIsAnsweredEachTimeAlsoBeforeItsJobAndAfterItsEnd() {
    assertThat(it.take(abort(JOB))).containsExactly("roastery.gateway GONE tally-0");
    assertThat(it.take(abort(JOB))).containsExactly("roastery.gateway GONE tally-0");
    assertThat(it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1"))).isEmpty();
    assertThat(it.openJobs()).isEmpty();

    it.take(begin(OTHER, PLAN), end(OTHER, "sales", 0));
    it.confirm(OTHER, "main");
    assertThat(it.take(abort(OTHER))).containsExactly("roastery.gateway GONE tally-0");
  }

  @Test
  void anAbortOfAnOpenJobFreesEverythingOfIt() {
    it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1"));

    it.take(abort(JOB));

    assertThat(it.openJobs()).isEmpty();
    assertThat(it.processed.senders(JOB, "sales")).isEmpty();
    assertThat(it.restore()).containsExactly("roastery.gateway GONE tally-0");
    it.confirm(JOB, GONE);
    assertThat(it.restore()).isEmpty();
    assertThat(it.acknowledged).isEmpty();
  }

  @Test
  void theConfirmationOfAFailureDoesNotAnswerTheAbortThatFollowedIt() {
    PendingSend failure = it.partition().fail(JOB, "broken").getFirst();
    it.take(abort(JOB));

    it.confirm(JOB, String.valueOf(failure.key()));

    assertThat(it.restore()).containsExactly("roastery.gateway GONE tally-0");
  }

  @Test
  void aCloseFreesAJobWithoutAWord() {
    it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1"));
    assertThat(it.take(close(JOB), close(JOB))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
    assertThat(it.take(begin(JOB, PLAN))).isEmpty();
    assertThat(it.openJobs()).isEmpty();
  }

  @Test
  void aLaterAttemptEndsTheEarlierOneAndNothingOfItCountsAnyMore() {
    JobId second = attempt(JOB, 2);
    it.take(begin(JOB, PLAN), batch(JOB, "sales", 0, "1000"), batch(second, "sales", 0, "5"));
    assertThat(it.openJobs()).containsExactly(JOB, second);

    it.take(begin(second, PLAN));

    assertThat(it.openJobs()).containsExactly(second);
    assertThat(it.take(batch(JOB, "sales", 1, "1000"), end(JOB, "sales", 2), begin(JOB, PLAN)))
        .isEmpty();
    assertThat(it.take(end(second, "sales", 1))).contains("roastery.next-0 main/0/0 sales=5");
    it.restore();
    assertThat(it.take(begin(JOB, PLAN))).isEmpty();
    assertThat(it.openJobs()).containsExactly(second);
  }

  @Test
  void anAbortOfAnEarlierAttemptDoesNotTouchTheLaterOne() {
    JobId second = attempt(JOB, 2);
    it.take(begin(second, PLAN), batch(second, "sales", 0, "5"));

    assertThat(it.take(abort(JOB))).containsExactly("roastery.gateway GONE tally-0");

    assertThat(it.take(end(second, "sales", 1))).contains("roastery.next-0 main/0/0 sales=5");
  }

  @Test
  void whatPartitionsTellTheGatewayReachesItsStageAlsoWhenTheJobIsOverThere() {
    Message gone = new Message.Gone(JOB, "join-3");
    Message failed = new Message.Fail(JOB, "join-3", "no such table");
    assertThat(it.take(failed)).containsExactly("roastery.client FAIL no such table");
    it.take(abort(JOB));

    assertThat(it.partition().knows(gone)).isFalse();
    assertThat(it.take(gone)).containsExactly("roastery.client GONE join-3");
  }
}
