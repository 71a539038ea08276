package dev.roastery.gateway.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.plan.Catalog;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.wire.Column;
import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Rows;
import dev.roastery.common.wire.RowsBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectorStageTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  @Test
  void aBigResultIsWrittenInPiecesOfOneDigest() {
    int count = 20_000;
    String[] ids =
        IntStream.range(0, count).mapToObj("transaction %05d"::formatted).toArray(String[]::new);
    Rows rows =
        new RowsBuilder()
            .with("transaction_id", Column.texts(ids))
            .with("final_amount", Column.decimals(2, new long[count]))
            .build();
    List<Integer> pieces = new ArrayList<>();
    List<ResultDigest> digests = new ArrayList<>();
    ResultSink.Result sink =
        new ResultSink.Result() {
          @Override
          public void append(ByteBuffer csv) {
            pieces.add(csv.remaining());
          }

          @Override
          public void stored(ResultDigest digest) {
            digests.add(digest);
          }
        };
    ResultWriter writer = new ResultWriter(CATALOG.query("high-value-transactions"), sink);
    writer.rows(rows, IntStream.range(0, count).toArray());
    ResultDigest digest = writer.finish();
    long bytes = "transaction_id,final_amount\n".length() + count * 23L;
    assertThat(pieces).hasSizeGreaterThan(5).allMatch(size -> size < 70_000);
    assertThat(pieces.stream().mapToLong(size -> size).sum()).isEqualTo(bytes);
    assertThat(digests).containsExactly(digest);
    assertThat(digest.rows()).isEqualTo(count);
    assertThat(digest.bytes()).isEqualTo(bytes);
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), new Partitions(1, 1, 1, 1));
    PartitionName me = new PartitionName("collector", 0);
    JobId job = new JobId(new UUID(1, 2), 1);
    byte[] later = {2, 0, 0, 0, 0};
    assertThatThrownBy(
            () -> new CollectorStage(new MemorySink()).open(me, job, plan.toJson()).restore(later))
        .hasMessageContaining("state of collector-0 has version 2");
  }
}
