package dev.roastery.common.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.share.Share;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.PartitionSpace;
import dev.roastery.testkit.HeapSpillStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose jobs spill when the memory of a process is not enough for all. */
class MemoryOfClientsTest {

  private final List<String> spilled = new ArrayList<>();

  private final Partition partition =
      new Partition(
          Samples.NAME,
          (_, _, plan) -> new Held(plan),
          Samples.GATEWAY,
          new ProcessedIds(),
          new NothingConfirmed(),
          new PartitionSpace("here", MemoryBudget.of(900), new HeapSpillStore()));

  /** A job whose plan is its client, and which holds as many bytes as its last batch says. */
  private final class Held implements StageJob {
    private final String client;
    private long bytes;

    Held(String client) {
      this.client = client;
    }

    @Override
    public Share share() {
      return Share.of(client);
    }

    @Override
    public List<Gate> gates() {
      return List.of(new Gate("all", List.of("rows")));
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      bytes = Long.parseLong(Samples.text(batch).split(" ", 2)[1]);
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {}

    @Override
    public long memoryBytes() {
      return bytes;
    }

    @Override
    public void spill() {
      spilled.add(client + " " + bytes);
      bytes = 0;
    }

    @Override
    public byte[] save() {
      return new byte[0];
    }

    @Override
    public void restore(byte[] saved) {}
  }

  private static final class NothingConfirmed implements Partition.SendLog {
    @Override
    public boolean acknowledged(JobId job, String key) {
      return false;
    }

    @Override
    public void forget(JobId job) {}
  }

  private void holds(int job, String client, int bytes) {
    JobId id = Samples.job(job);
    assertThat(partition.apply(Samples.begin(id, client))).isEmpty();
    assertThat(partition.apply(Samples.batch(id, "rows", 0, Integer.toString(bytes)))).isEmpty();
  }

  @Test
  void aClientWithManyJobsGivesWayToOneWithOne() {
    for (int job = 1; job <= 4; job++) {
      holds(job, "ann", 200);
    }
    holds(5, "bob", 400);
    partition.giveWay();
    assertThat(spilled).isNotEmpty().allMatch(each -> each.startsWith("ann"));
  }
}
