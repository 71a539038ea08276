package dev.roastery.maximizer;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
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

class MaximizerStageTest {

  private static final JobId JOB = new JobId(new UUID(1, 2), 1);

  private static final String BEST =
      """
      { "name": "best", "from": "transactions", "groupBy": ["store_id"],
        "measures": { "n": { "count": "*" } }, "rank": { "orderBy": "n", "limit": 2 },
        "select": ["store_id", "n"] }
      """;

  private static final String COUNT =
      """
      { "name": "best", "from": "transactions",
        "measures": { "n": { "count": "*" }, "t": { "sum": "final_amount" } }, "select": ["n"] }
      """;

  private static final class NothingSent implements Partition.SendLog {
    @Override
    public boolean acknowledged(JobId job, String key) {
      return false;
    }

    @Override
    public void forget(JobId job) {}
  }

  private static String plan(String query) {
    Catalog catalog = Catalog.builtIn();
    BoundQuery bound =
        QueryDocument.read("q.json", query.getBytes(UTF_8), catalog.tables()).orThrow();
    return new JobPlan(
            catalog.tables(),
            List.of(bound),
            Partitions.oneEach().with(StageKind.AGGREGATOR, 2).with(StageKind.MAXIMIZER, 2))
        .toJson();
  }

  /** All that a partition sends when these messages have come. */
  private static List<Message> sent(Stage stage, PartitionName name, List<Message> messages) {
    return outbound(stage, name, messages).stream().map(Outbound::message).toList();
  }

  private static List<Outbound> outbound(Stage stage, PartitionName name, List<Message> messages) {
    Partition partition =
        new Partition(name, stage, "gateway", new ProcessedIds(), new NothingSent());
    List<PendingSend> sends = new ArrayList<>();
    for (Message message : messages) {
      sends.addAll(partition.apply(message));
      sends.addAll(partition.passGates(JOB));
    }
    return sends.stream().flatMap(s -> s.drain().stream()).toList();
  }

  private static Message batch(int sender, long[] stores, long... counts) {
    Rows rows =
        new RowsBuilder()
            .with("store_id", Columns.wholes(stores))
            .with("n", Columns.wholes(counts))
            .build();
    return new Batch(new BatchId(JOB, "best", sender, 0), RowsCodec.encode(rows));
  }

  private static Rows rows(Message message) throws WireException {
    return RowsCodec.decode(((Batch) message).rows());
  }

  @Test
  void sumsOfAllAggregatorsCountBeforeAnyoneIsRanked() throws WireException {
    List<Message> sent =
        sent(
            new MaximizerStage(),
            new PartitionName("maximizer", 1),
            List.of(
                new Message.Job(JOB, plan(BEST)),
                batch(0, new long[] {1, 2, 3, 4}, 9, 8, 7, 1),
                batch(1, new long[] {3, 2, 5}, 2, 1, 9),
                new End(JOB, "best", 0, 2, 1),
                new End(JOB, "best", 1, 2, 1)));
    assertThat(sent).hasSize(2);
    assertThat(rows(sent.getFirst()).columns()) // of four with nine the two with the lowest keys
        .containsExactly(Columns.wholes(1, 2), Columns.wholes(9, 9));
    assertThat(sent.getLast()).isEqualTo(new End(JOB, "best", 1, 2, 1));
  }

  @Test
  void theAbsoluteOneRanksWhatTheSharesHaveKept() throws WireException {
    List<Message> sent =
        sent(
            new AbsoluteStage(),
            new PartitionName("absolute", 0),
            List.of(
                new Message.Job(JOB, plan(BEST)),
                batch(1, new long[] {6, 2}, 5, 4),
                batch(0, new long[] {3, 9}, 5, 6),
                new End(JOB, "best", 1, 2, 1),
                new End(JOB, "best", 0, 2, 1)));
    assertThat(rows(sent.getFirst()).columns())
        .containsExactly(Columns.wholes(9, 3), Columns.wholes(6, 5));
    assertThat(sent.getLast()).isEqualTo(new End(JOB, "best", 0, 1, 1));
  }

  @Test
  void nothingIsSentBeforeEveryAggregatorHasSentAllThatItPromised() {
    List<Message> all =
        List.of(
            new Message.Job(JOB, plan(BEST)),
            batch(0, new long[] {1}, 9),
            batch(1, new long[] {3}, 2),
            new End(JOB, "best", 0, 2, 1),
            new End(JOB, "best", 1, 2, 1));
    PartitionName me = new PartitionName("maximizer", 1);
    assertThat(sent(new MaximizerStage(), me, all)).isNotEmpty();
    for (int missing = 1; missing < all.size(); missing++) {
      List<Message> messages = new ArrayList<>(all);
      messages.set(missing, all.get(1 + missing % 4)); // another one twice makes up for nothing
      assertThat(sent(new MaximizerStage(), me, messages)).as("without %d", missing).isEmpty();
    }
  }

  @Test
  void theAbsoluteOneWaitsForTheLastOfFourSharesAndSendsOneSetToItsJoiner() {
    List<Message> messages = new ArrayList<>(List.of(new Message.Job(JOB, plan(BEST))));
    for (int share = 0; share < 4; share++) {
      messages.add(batch(share, new long[] {share}, share));
      messages.add(new End(JOB, "best", share, 4, 1));
    }
    PartitionName me = new PartitionName("absolute", 0);
    assertThat(sent(new AbsoluteStage(), me, messages.subList(0, 7))).isEmpty();
    messages.addAll(List.copyOf(messages));

    assertThat(outbound(new AbsoluteStage(), me, messages))
        .extracting(Outbound::queue)
        .containsExactly("roastery.joiner-0", "roastery.joiner-0");
    assertThat(sent(new AbsoluteStage(), me, messages))
        .extracting(MessageCodec::idOf)
        .containsExactly(
            MessageCodec.idOf(batch(0, new long[] {1}, 1)),
            MessageCodec.idOf(new End(JOB, "best", 0, 1, 1)));
  }

  @Test
  void theOneGroupOfAQueryWithoutKeysComesFromOneShareEvenWithoutRows() throws WireException {
    List<Message> batches = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      List<Message> sent =
          sent(
              new MaximizerStage(),
              new PartitionName("maximizer", number),
              List.of(
                  new Message.Job(JOB, plan(COUNT)),
                  new End(JOB, "best", 0, 2, 0),
                  new End(JOB, "best", 1, 2, 0)));
      assertThat(sent.getLast()).isEqualTo(new End(JOB, "best", number, 2, sent.size() - 1));
      batches.addAll(sent.subList(0, sent.size() - 1));
    }
    assertThat(batches).hasSize(1);
    Rows row = rows(batches.getFirst());
    assertThat(row.columns().getFirst()).isEqualTo(Columns.wholes(0));
    assertThat(row.columns().getLast().isNull(0)).isTrue();
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    byte[] later = {3, 0, 0, 0, 0};
    PartitionName partial = new PartitionName("maximizer", 0);
    assertThatThrownBy(() -> new MaximizerStage().open(partial, JOB, plan(BEST)).restore(later))
        .hasMessageContaining("state of maximizer-0 has version 3");
    PartitionName absolute = new PartitionName("absolute", 0);
    assertThatThrownBy(() -> new AbsoluteStage().open(absolute, JOB, plan(BEST)).restore(later))
        .hasMessageContaining("state of absolute-0 has version 3");
  }

  @Test
  void spilledGroupsAreMergedAsRowsComeAndNotInAStepOfTheirOwn() {
    HeapSpillStore files = new HeapSpillStore();
    Partition partition = spilling(20 << 10, files);
    partition.apply(new Message.Job(JOB, plan(BEST)));
    for (int sender = 0; sender < 32; sender++) {
      partition.apply(batch(sender, stores(2_000L * sender, 2_000), new long[2_000]));
    }
    int before = files.reads();
    for (int sender = 32; sender < 132; sender++) {
      partition.apply(batch(sender, stores(0, 20), new long[20]));
    }
    int paid = files.reads();
    assertThat(paid).as("rows pay for a merge").isGreaterThan(before);
    partition.apply(batch(132, stores(0, 2_000), new long[2_000]));
    assertThat(files.created()).as("this was spilled").isEqualTo(33);
    assertThat(files.reads()).as("a spill merges nothing that is paid").isEqualTo(paid);
  }

  private static Partition spilling(long memory, HeapSpillStore files) {
    return new Partition(
        new PartitionName("maximizer", 1),
        new MaximizerStage(),
        "gateway",
        new ProcessedIds(),
        new NothingSent(),
        new PartitionSpace("here", MemoryBudget.of(memory), files));
  }

  @Test
  void aTableThatIsSpilledIsWrittenInPiecesAlsoAtItsGate() {
    HeapSpillStore files = new HeapSpillStore();
    assertThat(stepwise(spilling(6 << 20, files), files, 75, 8_000)).isEqualTo(sentOf(75, 8_000));
    assertThat(files.written()).isGreaterThan(1 << 20);
    assertThat(files.largestStep().bytesWritten()).isLessThan(200 << 10);
  }

  @Test
  void theRunsAreOpenedOneByOneAtTheGate() {
    HeapSpillStore files = new HeapSpillStore();
    assertThat(stepwise(spilling(20 << 10, files), files, 30, 2_000)).isEqualTo(sentOf(30, 2_000));
    assertThat(files.created()).isEqualTo(30);
    assertThat(files.largestStep().recordsRead()).isEqualTo(1);
  }

  /** What goes out at the gate when each sender has brought so many stores. */
  private static List<String> stepwise(
      Partition partition, HeapSpillStore files, int senders, int count) {
    List<PendingSend> sends = new ArrayList<>();
    for (Message message : storesOf(senders, count)) {
      files.nextStep();
      partition.apply(message);
      sends.addAll(partition.passGates(JOB));
    }
    List<String> sent = new ArrayList<>();
    for (PendingSend send : sends) {
      while (send.hasNextPiece()) {
        files.nextStep();
        send.nextPiece().forEach(outbound -> sent.add(bytes(outbound.message())));
      }
    }
    return sent;
  }

  private static List<String> sentOf(int senders, int count) {
    return sent(new MaximizerStage(), new PartitionName("maximizer", 1), storesOf(senders, count))
        .stream()
        .map(MaximizerStageTest::bytes)
        .toList();
  }

  private static String bytes(Message message) {
    return Arrays.toString(MessageCodec.encode(message));
  }

  private static List<Message> storesOf(int senders, int count) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.Job(JOB, plan(BEST)));
    for (int sender = 0; sender < senders; sender++) {
      long[] counts = new long[count];
      Arrays.fill(counts, sender);
      messages.add(batch(sender, stores((long) count * sender, count), counts));
      messages.add(new End(JOB, "best", sender, senders, 1));
    }
    return messages;
  }

  private static long[] stores(long first, int count) {
    return LongStream.range(first, first + count).toArray();
  }
}
