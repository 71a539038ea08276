package dev.roastery.joiner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.Message.End;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoinerStageTest {

  private static final JobId JOB = new JobId(new UUID(1, 2), 1);
  private static final PartitionName ME = new PartitionName("joiner", 0);
  private static final String STORES = "reference.stores";

  private static final class NothingSent implements Partition.SendLog {
    @Override
    public boolean acknowledged(JobId job, String key) {
      return false;
    }

    @Override
    public void forget(JobId job) {}
  }

  private static String plan() {
    Catalog catalog = Catalog.builtIn();
    return new JobPlan(
            catalog.tables(), List.of(catalog.query("tpv-by-store")), Partitions.oneEach())
        .toJson();
  }

  private static List<Message> sent(List<Message> messages) {
    Partition partition =
        new Partition(ME, new JoinerStage(), "gateway", new ProcessedIds(), new NothingSent());
    List<PendingSend> sends = new ArrayList<>();
    for (Message message : messages) {
      sends.addAll(partition.apply(message));
      sends.addAll(partition.passGates(JOB));
    }
    return sends.stream().flatMap(s -> s.drain().stream()).map(Outbound::message).toList();
  }

  private static Message stores(int part, long seq, String name, long... ids) {
    String[] names = new String[ids.length];
    for (int row = 0; row < names.length; row++) {
      names[row] = name + row;
    }
    Rows rows =
        new RowsBuilder()
            .with("store_id", Columns.wholes(ids))
            .with("store_name", Columns.texts(names))
            .build();
    return new Batch(new BatchId(JOB, STORES, part, seq), RowsCodec.encode(rows));
  }

  private static Message totals() {
    Rows rows =
        new RowsBuilder()
            .with("half", Columns.wholes(4048, 4048, 4049))
            .with("store_id", Columns.wholes(1, 3, 2))
            .with("tpv", Columns.decimals(2, 10, 30, 20))
            .build();
    return new Batch(new BatchId(JOB, "tpv-by-store", 0, 0), RowsCodec.encode(rows));
  }

  private static List<Message> all() {
    return List.of(
        new Message.Job(JOB, plan()),
        totals(),
        new End(JOB, "tpv-by-store", 0, 1, 1),
        stores(0, 0, "first ", 1),
        stores(0, 1, "second ", 2, 1, 2),
        stores(1, 0, "third ", 2, 1),
        new End(JOB, STORES, 0, 2, 2),
        new End(JOB, STORES, 1, 2, 1));
  }

  @Test
  void theFirstRowOfAKeyCountsWhateverOrderTheyComeIn() throws WireException {
    for (int seed = 0; seed < 30; seed++) {
      List<Message> messages = new ArrayList<>(all());
      Collections.shuffle(messages, new Random(seed));
      List<Message> sent = sent(messages);
      assertThat(sent).hasSize(2);
      Rows result = RowsCodec.decode(((Batch) sent.getFirst()).rows());
      assertThat(result.columns())
          .containsExactly(
              Columns.wholes(4048, 4048, 4049),
              Columns.texts("first 0", null, "second 0"),
              Columns.decimals(2, 10, 30, 20));
      assertThat(sent.getLast()).isEqualTo(new End(JOB, "tpv-by-store", 0, 1, 1));
    }
  }

  @Test
  void nothingIsSentBeforeBothAreComplete() {
    for (int missing = 1; missing < all().size(); missing++) {
      List<Message> messages = new ArrayList<>(all());
      messages.remove(missing);
      assertThat(sent(messages)).as("without message %d", missing).isEmpty();
    }
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    byte[] later = {3, 0, 0, 0, 0};
    assertThatThrownBy(() -> new JoinerStage().open(ME, JOB, plan()).restore(later))
        .hasMessageContaining("state of joiner-0 has version 3");
  }
}
