package dev.roastery.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.PartitionSpace;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AggregatorStageTest {

  private static final JobId JOB = new JobId(new UUID(1, 2), 1);
  private static final long NOON = 1_717_243_200; // 2024-06-01 12:00:00
  private static final PartitionName ME = new PartitionName("aggregator", 1);

  private final Partition partition =
      new Partition(ME, new AggregatorStage(), "gateway", new ProcessedIds(), new NothingSent());

  private static final class NothingSent implements Partition.SendLog {
    @Override
    public boolean acknowledged(JobId job, String key) {
      return false;
    }

    @Override
    public void forget(JobId job) {}
  }

  private static String plan(String... queries) {
    Catalog catalog = Catalog.builtIn();
    List<BoundQuery> bound = List.of(queries).stream().map(catalog::query).toList();
    return new JobPlan(
            catalog.tables(),
            bound,
            Partitions.oneEach().with(StageKind.AGGREGATOR, 3).with(StageKind.MAXIMIZER, 2))
        .toJson();
  }

  private List<Outbound> deliver(Message message) {
    List<PendingSend> sends = new ArrayList<>(partition.apply(message));
    sends.addAll(partition.passGates(JOB));
    return sends.stream().flatMap(send -> send.drain().stream()).toList();
  }

  private static Batch batch(int part, long seq, Rows rows) {
    return new Batch(new BatchId(JOB, "transactions", part, seq), RowsCodec.encode(rows));
  }

  private static Rows amounts(long... cents) {
    return new RowsBuilder()
        .with("transaction_id", Columns.texts(new String[] {"a", "b"}))
        .with("final_amount", Columns.decimals(2, cents))
        .with("created_at", Columns.timestamps(NOON, NOON))
        .build();
  }

  private static Rows rows(Outbound outbound) throws WireException {
    return RowsCodec.decode(((Batch) outbound.message()).rows());
  }

  @Test
  void eachBatchHasOneAnswerWhoseIdIsMadeOfItsOwn() throws WireException {
    deliver(new Message.Job(JOB, plan("high-value-transactions")));
    List<Outbound> answers = deliver(batch(4, 7, amounts(7_499, 7_500)));
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().queue()).isEqualTo("roastery.collector-0");
    assertThat(((Batch) answers.getFirst().message()).id())
        .isEqualTo(new BatchId(JOB, "high-value-transactions", 4 * 3 + 1, 7));
    assertThat(rows(answers.getFirst()).columns())
        .containsExactly(Columns.texts("b"), Columns.decimals(2, 7_500));
  }

  @Test
  void aBatchOfWhichNothingPassesHasAnAnswerOfFewBytes() throws WireException {
    deliver(new Message.Job(JOB, plan("high-value-transactions")));
    List<Outbound> answers = deliver(batch(0, 0, amounts(1, 2)));
    assertThat(rows(answers.getFirst()).count()).isZero();
    assertThat(((Batch) answers.getFirst().message()).rows()).hasSizeLessThan(20);
  }

  @Test
  void theEndOfEachPartIsPassedOnWithItsCount() {
    deliver(new Message.Job(JOB, plan("high-value-transactions")));
    deliver(batch(1, 0, amounts(1, 2)));
    assertThat(deliver(new End(JOB, "transactions", 1, 2, 1))).isEmpty();
    assertThat(deliver(new End(JOB, "transactions", 0, 2, 0)))
        .extracting(Outbound::message)
        .containsExactly(
            new End(JOB, "high-value-transactions", 1, 6, 0),
            new End(JOB, "high-value-transactions", 4, 6, 1));
  }

  @Test
  void groupsAreSplitOverTheMaximizersSortedByKeyAndEveryoneGetsAnEnd() throws WireException {
    deliver(new Message.Job(JOB, plan("tpv-by-store")));
    long[] stores = {9, 3, 7, 1, 3, 2, 8, 4};
    long[] times = new long[stores.length];
    Arrays.fill(times, NOON);
    Rows rows =
        new RowsBuilder()
            .with("store_id", Columns.wholes(stores))
            .with("final_amount", Columns.decimals(2, 1, 2, 3, 4, 5, 6, 7, 8))
            .with("created_at", Columns.timestamps(times))
            .build();
    deliver(batch(0, 0, rows));
    List<Outbound> sent = deliver(new End(JOB, "transactions", 0, 1, 1));
    assertThat(sent)
        .extracting(Outbound::queue)
        .containsExactly(
            "roastery.maximizer-0", "roastery.maximizer-0",
            "roastery.maximizer-1", "roastery.maximizer-1");
    assertThat(sent.get(1).message()).isEqualTo(new End(JOB, "tpv-by-store", 1, 3, 1));
    List<Long> all = new ArrayList<>();
    for (Outbound batch : List.of(sent.get(0), sent.get(2))) {
      Column.Longs keys = (Column.Longs) rows(batch).columns().get(1);
      assertThat(keys.values()).isSorted();
      for (long key : keys.values()) {
        all.add(key);
      }
    }
    assertThat(all).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 7L, 8L, 9L);
  }

  /** Three batches of two parts, each with its END. */
  private static List<Message> salesOfTwoParts() {
    return List.of(
        batch(0, 0, sales(1, 2)),
        batch(0, 1, sales(2, 3)),
        batch(1, 0, sales(3, 1)),
        new End(JOB, "transactions", 0, 2, 2),
        new End(JOB, "transactions", 1, 2, 1));
  }

  private static Rows sales(long... stores) {
    long[] cents = new long[stores.length];
    long[] times = new long[stores.length];
    Arrays.setAll(cents, sale -> sale % 2 == 0 ? 100 : 10);
    Arrays.fill(times, NOON);
    return new RowsBuilder()
        .with("store_id", Columns.wholes(stores))
        .with("final_amount", Columns.decimals(2, cents))
        .with("created_at", Columns.timestamps(times))
        .build();
  }

  private static List<Outbound> sentAfter(List<Message> messages) {
    AggregatorStageTest another = new AggregatorStageTest();
    List<Outbound> sent = new ArrayList<>();
    another.deliver(new Message.Job(JOB, plan("tpv-by-store")));
    messages.forEach(message -> sent.addAll(another.deliver(message)));
    return sent;
  }

  @Test
  void eachBatchThreeTimesCountsOnce() {
    List<Message> thrice = new ArrayList<>();
    for (Message message : salesOfTwoParts()) {
      thrice.addAll(List.of(message, message, message));
    }
    assertThat(sentAfter(thrice).stream().map(AggregatorStageTest::bytes))
        .isNotEmpty()
        .containsExactlyElementsOf(
            sentAfter(salesOfTwoParts()).stream().map(AggregatorStageTest::bytes).toList());
  }

  @Test
  void endsThatOvertakeTheirBatchesChangeNothing() {
    List<Message> reversed = salesOfTwoParts().reversed();
    assertThat(sentAfter(reversed.subList(0, reversed.size() - 1))).isEmpty();
    assertThat(sentAfter(reversed).stream().map(AggregatorStageTest::bytes))
        .isNotEmpty()
        .containsExactlyElementsOf(
            sentAfter(salesOfTwoParts()).stream().map(AggregatorStageTest::bytes).toList());
  }

  private static String bytes(Outbound outbound) {
    return outbound.queue() + " " + Arrays.toString(MessageCodec.encode(outbound.message()));
  }

  @Test
  void aPartitionThatTheJobDoesNotUseIsDoneAtOnce() {
    PartitionName spare = new PartitionName("aggregator", 3);
    assertThat(new AggregatorStage().open(spare, JOB, plan("tpv-by-store")).gates()).isEmpty();
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    assertThatThrownBy(() ->
            new AggregatorStage()
                .open(ME, JOB, plan("tpv-by-store"))
                .restore(new byte[] {3, 0, 0, 0, 0}))
        .hasMessageContaining("state of aggregator-1 has version 3");
  }

  @Test
  void spilledGroupsAreMergedAsRowsComeAndNotInAStepOfTheirOwn() {
    HeapSpillStore files = new HeapSpillStore();
    Partition spilling = spilling(20 << 10, files);
    spilling.apply(new Message.Job(JOB, plan("tpv-by-store")));
    for (int part = 0; part < 32; part++) {
      spilling.apply(batch(part, 0, sales(stores(2_000L * part, 2_000))));
    }
    int before = files.reads();
    for (int part = 32; part < 132; part++) {
      spilling.apply(batch(part, 0, sales(stores(0, 20))));
    }
    int paid = files.reads();
    assertThat(paid).as("rows pay for a merge").isGreaterThan(before);
    spilling.apply(batch(132, 0, sales(stores(0, 2_000))));
    assertThat(files.created()).as("this was spilled").isEqualTo(33);
    assertThat(files.reads()).as("a spill merges nothing that is paid").isEqualTo(paid);
  }

  private static Partition spilling(long memory, HeapSpillStore files) {
    return new Partition(
        ME,
        new AggregatorStage(),
        "gateway",
        new ProcessedIds(),
        new NothingSent(),
        new PartitionSpace("here", MemoryBudget.of(memory), files));
  }

  @Test
  void aTableThatIsSpilledIsWrittenInPiecesAlsoAtItsGate() {
    HeapSpillStore files = new HeapSpillStore();
    Partition spilling = spilling(6 << 20, files);
    assertThat(stepwise(spilling, files, 75, 8_000)).isEqualTo(sentOf(75, 8_000));
    assertThat(files.written()).isGreaterThan(1 << 20);
    assertThat(files.largestStep().bytesWritten()).isLessThan(200 << 10);
  }

  @Test
  void theRunsAreOpenedOneByOneAtTheGate() {
    HeapSpillStore files = new HeapSpillStore();
    Partition spilling = spilling(20 << 10, files);
    assertThat(stepwise(spilling, files, 30, 2_000)).isEqualTo(sentOf(30, 2_000));
    assertThat(files.created()).isEqualTo(30);
    assertThat(files.largestStep().recordsRead()).isEqualTo(1);
  }

  /** What goes out at the gate when each part has brought so many stores. */
  private static List<String> stepwise(
      Partition partition, HeapSpillStore files, int parts, int count) {
    List<PendingSend> sends = new ArrayList<>();
    for (Message message : salesOf(parts, count)) {
      files.nextStep();
      partition.apply(message);
      sends.addAll(partition.passGates(JOB));
    }
    List<String> sent = new ArrayList<>();
    for (PendingSend send : sends) {
      while (send.hasNextPiece()) {
        files.nextStep();
        send.nextPiece().forEach(outbound -> sent.add(bytes(outbound)));
      }
    }
    return sent;
  }

  private static List<String> sentOf(int parts, int count) {
    return sentAfter(salesOf(parts, count)).stream().map(AggregatorStageTest::bytes).toList();
  }

  private static List<Message> salesOf(int parts, int count) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.Job(JOB, plan("tpv-by-store")));
    for (int part = 0; part < parts; part++) {
      messages.add(batch(part, 0, sales(stores((long) count * part, count))));
      messages.add(new End(JOB, "transactions", part, parts, 1));
    }
    return messages;
  }

  private static long[] stores(long first, int count) {
    return LongStream.range(first, first + count).toArray();
  }
}
