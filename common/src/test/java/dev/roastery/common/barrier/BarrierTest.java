package dev.roastery.common.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.End;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Counts decide (invariant 5), and a sender that contradicts itself is found out. */
class BarrierTest {

  private static final JobId JOB = new JobId(new UUID(1, 2), 1);
  private static final String STREAM = "sales";

  private final ProcessedIds processed = new ProcessedIds();
  private final Barrier barrier = new Barrier(JOB, processed);

  // ---- when a stream is complete

  @Test
  void aStreamIsCompleteWhenItsBatchesAreInAndNotBefore() {
    end(0, 1, 2);
    assertThat(complete()).isFalse();
    batch(0, 0);
    assertThat(complete()).isFalse();
    batch(0, 1);
    assertThat(complete()).isTrue();
  }

  @Test
  void anEndBehindItsBatchesCompletesTheStream() {
    batch(0, 1);
    batch(0, 0);
    assertThat(complete()).isFalse();
    end(0, 1, 2);
    assertThat(complete()).isTrue();
  }

  @Test
  void batchesWithoutAnyEndCompleteNothing() {
    batch(0, 0);
    assertThat(complete()).isFalse();
  }

  @Test
  void everySenderMustHaveEndedHoweverManyBatchesAreIn() {
    end(0, 2, 1);
    batch(0, 0);
    batch(1, 0);
    assertThat(complete()).isFalse();
    end(1, 2, 1);
    assertThat(complete()).isTrue();
  }

  @Test
  void theNumberOfEndsDoesNotMakeUpForAMissingBatch() {
    end(0, 2, 1);
    end(1, 2, 1);
    batch(0, 0);
    assertThat(complete()).isFalse();
  }

  @Test
  void aSurplusOfOneSenderDoesNotMakeUpForAnother() {
    batch(0, 0);
    batch(0, 1);
    end(0, 2, 2);
    end(1, 2, 1);
    assertThat(complete()).isFalse();
  }

  @Test
  void anEndThatComesAgainCountsOnce() {
    end(0, 2, 0);
    end(0, 2, 0);
    assertThat(complete()).isFalse();
    assertThat(barrier.counted(new End(JOB, STREAM, 0, 2, 0))).isTrue();
    assertThat(barrier.counted(new End(JOB, STREAM, 1, 2, 0))).isFalse();
  }

  @Test
  void aBatchThatComesAgainCountsOnce() {
    end(0, 1, 2);
    batch(0, 0);
    batch(0, 0);
    assertThat(complete()).isFalse();
  }

  @Test
  void aSenderOfNothingIsDoneWithItsEnd() {
    end(0, 1, 0);
    assertThat(complete()).isTrue();
  }

  @Test
  void streamsAndJobsAreCountedApart() {
    end(0, 1, 1);
    batch(new BatchId(JOB, "names", 0, 0));
    processed.add(new BatchId(new JobId(new UUID(9, 9), 1), STREAM, 0, 0));
    assertThat(complete()).isFalse();
    assertThat(barrier.complete("names")).isFalse();
  }

  @Test
  void inWhateverOrderSixMessagesComeTheStreamIsCompleteWithTheLastOfThem() {
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    int[] orders = {0};
    permute(
        order,
        0,
        () -> {
          orders[0]++;
          Barrier fresh = new Barrier(JOB, new ProcessedIds());
          for (int at = 0; at < order.size(); at++) {
            assertThat(fresh.complete(STREAM)).as("%s before %d", order, at).isFalse();
            assertThat(take(fresh, order.get(at))).as("%s at %d", order, at).isNull();
          }
          assertThat(fresh.complete(STREAM)).as("%s", order).isTrue();
          assertThat(fresh.waitsFor(STREAM)).isEmpty();
        });
    assertThat(orders[0]).isEqualTo(720);
  }

  /** Sender 0 sends three batches, sender 1 one. */
  private static String take(Barrier into, int message) {
    return switch (message) {
      case 0, 1, 2 -> into.batch(new BatchId(JOB, STREAM, 0, message));
      case 3 -> into.batch(new BatchId(JOB, STREAM, 1, 0));
      case 4 -> into.end(new End(JOB, STREAM, 0, 2, 3));
      default -> into.end(new End(JOB, STREAM, 1, 2, 1));
    };
  }

  private static void permute(List<Integer> order, int from, Runnable visit) {
    if (from == order.size()) {
      visit.run();
    }
    for (int i = from; i < order.size(); i++) {
      Collections.swap(order, from, i);
      permute(order, from + 1, visit);
      Collections.swap(order, from, i);
    }
  }

  // ---- broken promises

  @Test
  void anEndWithAnotherCountIsAViolation() {
    end(0, 1, 2);
    assertThat(barrier.end(new End(JOB, STREAM, 0, 1, 3)))
        .isEqualTo("sender 0 of stream sales of job " + JOB + " announces 3 batches, earlier 2");
  }

  @Test
  void anEndWithAnotherNumberOfSendersIsAViolationFromTheSameSenderAndFromAnother() {
    end(0, 2, 2);
    assertThat(barrier.end(new End(JOB, STREAM, 0, 3, 2)))
        .endsWith("announces of 3 senders, an earlier END 2");
    assertThat(barrier.end(new End(JOB, STREAM, 2, 3, 1)))
        .startsWith("sender 2 ")
        .endsWith("announces of 3 senders, an earlier END 2");
  }

  @Test
  void aBatchBeyondWhatItsSenderAnnouncedIsAViolation() {
    end(0, 1, 2);
    assertThat(barrier.batch(new BatchId(JOB, STREAM, 0, 2)))
        .isEqualTo(JOB + "/sales/0/2 is above the 2 batches that its sender announced");
  }

  @Test
  void anEndThatAnnouncesLessThanHasComeIsAViolation() {
    batch(0, 4);
    assertThat(barrier.end(new End(JOB, STREAM, 0, 1, 4)))
        .endsWith("announces 4 batches, but batch 4 came");
  }

  @Test
  void aBatchOfASenderBeyondTheAnnouncedOnesIsAViolationBeforeAndAfterTheEnd() {
    batch(1, 0);
    assertThat(barrier.end(new End(JOB, STREAM, 0, 1, 0)))
        .endsWith("announces of 1 senders, but a batch of 1 came");

    Barrier other = new Barrier(JOB, new ProcessedIds());
    assertThat(other.end(new End(JOB, STREAM, 0, 1, 0))).isNull();
    assertThat(other.batch(new BatchId(JOB, STREAM, 1, 0)))
        .isEqualTo(JOB + "/sales/1/0 is from a sender above the 1 announced");
  }

  @Test
  void aRefusedBatchIsNotCounted() {
    end(0, 1, 1);
    barrier.batch(new BatchId(JOB, STREAM, 0, 7));
    assertThat(processed.contains(new BatchId(JOB, STREAM, 0, 7))).isFalse();
  }

  // ---- in words

  @Test
  void whatIsMissingIsSaidInWords() {
    assertThat(barrier.waitsFor(STREAM)).containsExactly("the first END of stream sales");
    end(2, 3, 20);
    for (int seq = 0; seq < 17; seq++) {
      batch(2, seq);
    }
    end(0, 3, 3);
    batch(0, 1);
    assertThat(barrier.waitsFor(STREAM))
        .containsExactly(
            "2 of 3 batches of sender 0 of stream sales (0, 2)",
            "END of sender 1 of stream sales",
            "3 of 20 batches of sender 2 of stream sales (17-19)");
  }

  @Test
  void aCompleteStreamWaitsForNothingAndKnowsItsSendersAndCounts() {
    end(0, 2, 1);
    end(1, 2, 0);
    batch(0, 0);
    assertThat(barrier.waitsFor(STREAM)).isEmpty();
    assertThat(barrier.senders(STREAM)).isEqualTo(2);
    assertThat(barrier.promised(STREAM, 0)).isEqualTo(1);
    assertThat(barrier.promised(STREAM, 1)).isZero();
    assertThatThrownBy(() -> barrier.promised(STREAM, 2)).hasMessageContaining("sender 2");
    assertThatThrownBy(() -> barrier.senders("names")).hasMessageContaining("names");
  }

  // ---- kept

  @Test
  void promisesComeBackFromTheirBytesAndTheSamePromisesHaveTheSameBytes() throws IOException {
    end(0, 2, 3);
    batch(0, 0);
    barrier.end(new End(JOB, "names", 0, 1, 1));
    Barrier restored = new Barrier(JOB, processed);

    restored.read(new DataInputStream(new ByteArrayInputStream(bytes(barrier))));

    assertThat(restored.waitsFor(STREAM)).isEqualTo(barrier.waitsFor(STREAM)).hasSize(2);
    assertThat(restored.waitsFor("names")).isEqualTo(barrier.waitsFor("names")).hasSize(1);
    assertThat(restored.end(new End(JOB, STREAM, 0, 2, 4))).contains("4 batches, earlier 3");
    Barrier otherwise = new Barrier(JOB, new ProcessedIds());
    otherwise.end(new End(JOB, "names", 0, 1, 1));
    otherwise.end(new End(JOB, STREAM, 0, 2, 3));
    assertThat(bytes(otherwise)).isEqualTo(bytes(barrier));
  }

  private static byte[] bytes(Barrier barrier) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    barrier.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private boolean complete() {
    return barrier.complete(STREAM);
  }

  private void end(int sender, int senders, long batches) {
    assertThat(barrier.end(new End(JOB, STREAM, sender, senders, batches))).isNull();
  }

  private void batch(int sender, long seq) {
    batch(new BatchId(JOB, STREAM, sender, seq));
  }

  private void batch(BatchId id) {
    assertThat(barrier.batch(id)).isNull();
  }
}
