package dev.roastery.simulation.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.partition.Outbound;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.simulation.toy.ToyDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Messages that cannot be processed, in real processes (M14, M15). */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoisonTest {

  private static final int BATCHES_OF_PART = 20;

  /** No row of a dataset has it, unless it was put there. */
  private static final long POISON = 1_000;

  /** One in live processing, one in a replay that suspects nothing yet, three that are watched. */
  private static final int DEATHS = 5;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private ToyCluster cluster;
  private int clusters;

  @BeforeEach
  void openCluster() {
    cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster-" + ++clusters));
  }

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  @Test
  void aMessageThatEndsEveryProcessIsPutAsideAndItsJobFailsAlone() throws IOException {
    ToyDataset poisoned = cluster.dataset(BATCHES_OF_PART).with(POISON, 10);
    ToyDataset innocent = cluster.dataset(BATCHES_OF_PART);
    List<ToyProcess> dead = new ArrayList<>();
    ToyProcess owner = cluster.startOwner("--poison", Long.toString(POISON));
    cluster.gateway().send(interleaved(poisoned, innocent));
    while (dead.size() < DEATHS) {
      assertThat(owner.awaitExit()).as("%s", owner.tail()).isEqualTo(PoisonedStage.EXIT_CODE);
      dead.add(owner);
      owner = cluster.launch(Map.of(), "--poison", Long.toString(POISON));
    }

    cluster.awaitOwner(owner);
    assertThat(cluster.assertFailed(poisoned)).contains("it crashed the process every time");
    cluster.assertCompleted(innocent);
    ToyDataset later = cluster.dataset(BATCHES_OF_PART);
    cluster.gateway().send(later.messages());
    cluster.assertCompleted(later);
    assertThat(owner.alive()).isTrue();
    assertThat(dead).allSatisfy(each -> assertThat(each.lines("poisoned by ")).hasSize(1));
    assertThat(quarantined()).hasSize(1).first().asString().startsWith("it crashed the process");
  }

  @Test
  void aDamagedMessageIsPutAsideAndItsJobWaitsForTheRightOne() throws IOException {
    ToyProcess owner = cluster.startOwner();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = new ArrayList<>(dataset.messages());
    Outbound batch =
        messages.remove(
            messages.indexOf(
                messages.stream()
                    .filter(each -> each.message() instanceof Message.Batch)
                    .findFirst()
                    .orElseThrow()));
    byte[] damaged = MessageCodec.encode(batch.message());
    damaged[damaged.length / 2] ^= 1;
    cluster.gateway().sendBytes(batch.queue(), damaged);
    cluster.gateway().send(messages);
    cluster.gateway().awaitConfirmed();
    Waiting.until(() -> "is quarantined", () -> !quarantined().isEmpty());
    assertThat(quarantined()).hasSize(1).first().asString().startsWith("not a message");
    assertThat(cluster.gateway().results(dataset.job())).isEmpty();

    cluster.gateway().send(List.of(batch));

    cluster.assertCompleted(dataset);
    cluster.assertOneCardEach();
    assertThat(owner.lines("released ")).isEmpty();
  }

  private static List<Outbound> interleaved(ToyDataset one, ToyDataset other) {
    List<Outbound> messages = new ArrayList<>();
    List<Outbound> first = one.messages();
    List<Outbound> second = other.messages();
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      for (List<Outbound> each : List.of(first, second)) {
        if (i < each.size()) {
          messages.add(each.get(i));
        }
      }
    }
    return messages;
  }

  /** Why each message was put aside, in any partition. */
  private List<String> quarantined() throws IOException {
    List<String> reasons = new ArrayList<>();
    try (Stream<Path> files = Files.walk(cluster.volume)) {
      for (Path file : files.filter(PoisonTest::isQuarantined).toList()) {
        String text = new String(Files.readAllBytes(file), UTF_8);
        reasons.add(text.substring(0, text.indexOf('\n')));
      }
    }
    return reasons;
  }

  private static boolean isQuarantined(Path file) {
    return file.getParent().endsWith("quarantine")
        && !file.toString().endsWith(DurableFiles.UNFINISHED);
  }
}
