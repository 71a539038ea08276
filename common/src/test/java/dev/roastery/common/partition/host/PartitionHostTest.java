package dev.roastery.common.partition.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.TallyStage;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionHostTest {

  private static final PartitionName ZERO = new PartitionName("tally", 0);
  private static final PartitionName ONE = new PartitionName("tally", 1);

  @TempDir Path volume;

  private final List<PartitionName> owned = new CopyOnWriteArrayList<>();
  private final List<PartitionName> refused = new CopyOnWriteArrayList<>();
  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();
  private final InProcessTransport broker =
      new InProcessTransport(
          InProcessLimits.usual(),
          fatal -> {
            throw fatal;
          });

  @BeforeEach
  void bothPartitionsWereInUse() {
    try (PartitionHost host = host()) {
      host.start();
      await().until(() -> owned.size() == 2);
    }
    owned.clear();
  }

  @AfterEach
  void closeBroker() {
    broker.close();
  }

  private PartitionHost host() {
    SortedMap<PartitionName, Stage> stages = new TreeMap<>();
    stages.put(ZERO, new TallyStage());
    stages.put(ONE, new TallyStage());
    PartitionListener listener =
        new PartitionListener() {
          @Override
          public void owned(PartitionName partition, long epoch) {
            owned.add(partition);
          }

          @Override
          public void refused(PartitionName partition, Fatal why, long pauseMillis) {
            refused.add(partition);
          }
        };
    return new PartitionHost(
        stages,
        PartitionSettings.defaults(),
        new PartitionHost.HostPorts(
            new FileDisk(volume),
            broker,
            CrashPoints.none(),
            listener,
            (_, fatal) -> fatals.add(fatal)),
        PartitionHost.Stance.indifferent());
  }

  private void lose(PartitionName partition) throws IOException {
    try (Stream<Path> all = Files.walk(volume.resolve(partition.toString()))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void theLostVolumeOfOnePartitionDoesNotEndTheProcessThatOwnsAnother() throws Exception {
    lose(ONE);
    try (PartitionHost host = host()) {
      host.start();

      await().until(() -> owned.contains(ZERO) && refused.contains(ONE));

      assertThat(fatals).isEmpty();
      assertThat(host.refusals().get(ONE).reason()).isEqualTo(FatalReason.VOLUME_LOST);
      assertThat(host.refusals()).doesNotContainKey(ZERO);
    }
  }

  @Test
  void aRefusedPartitionIsLeftToANodeThatHasItsVolume() throws Exception {
    Path right = Files.move(volume.resolve("tally-1"), volume.resolve("elsewhere"));
    try (PartitionHost host = host()) {
      host.start();
      await().until(() -> refused.contains(ONE));
      Files.move(right, volume.resolve("tally-1"));
      try (PartitionHost peer = host()) {
        peer.start();

        await().until(() -> owned.contains(ONE));
      }
    }
    assertThat(fatals).isEmpty();
  }

  @Test
  void aProcessWithNoOtherPartitionEnds() throws Exception {
    lose(ZERO);
    lose(ONE);
    PartitionHost host = host();
    host.start();

    await().until(() -> !fatals.isEmpty());

    assertThat(fatals).first().extracting(Fatal::reason).isEqualTo(FatalReason.VOLUME_LOST);
    host.close();
  }
}
