package dev.roastery.common.partition;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.abort;
import static dev.roastery.common.partition.Samples.batch;
import static dev.roastery.common.partition.Samples.begin;
import static dev.roastery.common.partition.Samples.end;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.share.Share;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What a partition sends at gates while the receiver stands still: the queue between them is
 * bounded, and a small job finds room.
 */
class HeldOutputsTest {

  /** Four mebibytes, of messages that count 8 KiB each. */
  private static final int ROOM = 512;

  /** A mebibyte of them. */
  private static final int SMALL = 128;

  private static final int MANY = 1_200;

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryDisk disk = new MemoryDisk();
  private final Worker worker = worker("a", disk);

  private Worker worker(String name, MemoryDisk volume) {
    Worker made = new Worker(name, volume, broker);
    made.stage.beforePiece = _ -> {};
    return made;
  }

  /** All that a job needs before it sends so many messages, END included. */
  private static Message[] sending(JobId job, int messages) {
    List<String> streams =
        IntStream.range(1, messages).mapToObj(stream -> "s%04d".formatted(stream)).toList();
    List<Message> all = new ArrayList<>();
    all.add(begin(job, "main=" + String.join(",", streams)));
    streams.forEach(stream -> all.add(end(job, stream, 0)));
    return all.toArray(Message[]::new);
  }

  private List<byte[]> queue() {
    return broker.ready(TallyStage.NEXT);
  }

  /** How many messages of each job are in the queue. */
  private long inQueue(JobId job) {
    return queue().stream().filter(body -> Samples.decoded(body).job().equals(job)).count();
  }

  @Test
  void noMoreThanThereIsRoomForGetsIntoTheQueueOfAReceiverThatStandsStill() {
    worker.started().given(sending(JOB, MANY)).run();

    assertThat(queue()).hasSize(ROOM);
    assertThat(worker.owner().hasWork()).isFalse();
    assertThat(worker.owner().report().idle()).isFalse();
    assertThat(worker.owner().report().waitsFor())
        .containsEntry(
            JOB, List.of("room in next-0", "its outputs of main to be sent and confirmed"));
  }

  @Test
  void theOthersFollowWhenTheReceiverGoesOn() {
    worker.started().given(sending(JOB, MANY)).run();
    List<String> taken = new ArrayList<>();
    while (!queue().isEmpty()) {
      queue().forEach(body -> taken.add(Samples.text(body)));
      broker.purge(TallyStage.NEXT);
      worker.run();
      assertThat(queue()).hasSizeLessThanOrEqualTo(ROOM);
    }

    assertThat(taken).hasSize(MANY).doesNotHaveDuplicates();
    assertThat(taken.getLast()).isEqualTo("main/0 END " + (MANY - 1));
    assertThat(worker.owner().report().waitsFor()).isEmpty();
    assertThat(worker.owner().report().idle()).isTrue();
  }

  @Test
  void aSmallJobGoesOnWhileALargeOneWaits() {
    JobId small = job(2);
    worker.started().given(sending(JOB, MANY)).run();

    worker.given(sending(small, SMALL)).run();

    assertThat(inQueue(small)).isEqualTo(SMALL);
    assertThat(inQueue(JOB)).isEqualTo(ROOM);
  }

  @Test
  void manySmallJobsOfAClientAreNotSmall() {
    worker.stage.shares = _ -> Share.of("ann");
    worker.started().given(sending(JOB, MANY)).run();

    for (int small = 2; small < 12; small++) {
      worker.given(sending(job(small), SMALL)).run();
      assertThat(inQueue(job(small))).as("only the first piece").isEqualTo(1);
    }
  }

  @Test
  void smallJobsTogetherHaveTwiceTheRoom() {
    worker.started();
    for (int small = 1; small <= 20; small++) {
      worker.given(sending(job(small), SMALL)).run();
    }

    int inHand = 20 * SMALL - queue().size();
    assertThat(inHand).isGreaterThan(0);
    assertThat(queue()).hasSizeBetween(2 * ROOM, 2 * ROOM + 20);
  }

  @Test
  void anAnswerToASingleInputIsNeverHeld() {
    worker.started().given(begin(JOB, "main=names"));
    for (int seq = 0; seq < 2 * MANY; seq++) {
      worker.given(batch(JOB, "names", seq, "echo 1"));
    }

    worker.run();

    assertThat(broker.ready(TallyStage.ECHO)).hasSize(2 * MANY);
  }

  @Test
  void anAbortedJobDoesNotWait() {
    worker.started().given(sending(JOB, MANY)).run();

    worker.given(abort(JOB)).run();

    assertThat(worker.sent()).contains("roastery.gateway GONE tally-0");
    assertThat(worker.owner().report().idle()).isTrue();
    assertThat(queue()).hasSize(ROOM);
  }

  @Test
  void theNextOwnerSendsWhatIsLeft() {
    worker.started().given(sending(JOB, MANY)).run();
    worker.stop();
    HashSet<String> arrived =
        queue().stream().map(Samples::text).collect(Collectors.toCollection(HashSet::new));
    assertThat(arrived).hasSize(ROOM);
    Worker next = worker("b", disk).started();

    while (!queue().isEmpty()) {
      queue().forEach(body -> arrived.add(Samples.text(body)));
      broker.purge(TallyStage.NEXT);
      next.run();
    }

    assertThat(arrived).hasSize(MANY);
    assertThat(next.owner().report().waitsFor()).isEmpty();
  }

  @Test
  void aJobThatWaitsForRoomIsNotReportedAsStalledHere() {
    worker.started().given(sending(JOB, MANY)).run();

    worker.after(100_000);

    assertThat(worker.events).noneMatch(event -> event.startsWith("stalled"));
  }
}
