package dev.roastery.gateway.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.partition.JobProgress;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OrphanedJobsTest {

  private static final PartitionName PARTITION = new PartitionName("joiner", 0);

  private final BlockingQueue<Delivery> delivered = new LinkedBlockingQueue<>();

  @Test
  void onlyAGatewayThatOwnsTheCollectorHasJobsDiscarded() throws Exception {
    try (InProcessTransport transport =
        new InProcessTransport(
            InProcessLimits.usual(),
            fatal -> {
              throw fatal;
            })) {
      transport.declare(List.of(PARTITION.queue()));
      transport.open(new Deliveries()).subscribe(PARTITION.queue(), 8);
      AtomicBoolean owns = new AtomicBoolean(false);
      OrphanedJobs orphans = new OrphanedJobs(transport, owns::get, _ -> false);

      orphans.discard(List.of(report(new JobId(new UUID(1, 1), 1))));
      owns.set(true);
      JobId orphan = new JobId(new UUID(2, 2), 1);
      orphans.discard(List.of(report(orphan)));

      Delivery first = delivered.poll(60, TimeUnit.SECONDS);
      assertThat(first).isNotNull();
      assertThat(MessageCodec.decode(first.body()))
          .isInstanceOfSatisfying(
              Message.Abort.class, abort -> assertThat(abort.job()).isEqualTo(orphan));
    }
  }

  private static PartitionReport report(JobId job) {
    return new PartitionReport(PARTITION, 1, Map.of(job, new JobProgress(1, 2)), Map.of());
  }

  private final class Deliveries implements SessionListener {
    @Override
    public void delivered(Delivery delivery) {
      delivered.add(delivery);
    }

    @Override
    public void lost(String reason) {}
  }
}
