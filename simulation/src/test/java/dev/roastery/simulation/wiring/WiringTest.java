package dev.roastery.simulation.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.simulation.mutation.Mutant;
import dev.roastery.simulation.process.ToyBroker;
import dev.roastery.simulation.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The mains connect watchdog, dead letters, heartbeat, delivery limit, prefetch and numbers, as far
 * as they have them: the all-in-one service has no RabbitMQ, and a run in one process no watchdog
 * either.
 */
@Tag("broker")
class WiringTest {

  private static final String AGGREGATOR = "aggregator-0";
  private static final String COLLECTOR = "collector-0";

  @TempDir private Path folder;

  @Test
  void aWorkerHasLimitsRaisesAlarmsAndSaysGoodbyeLast() throws IOException {
    try (Trial worker = Trial.ofWorker(folder, Wiring.COMPLETE)) {
      worker.assertLimits();
      assertThat(worker.beatsWhileBusy()).isTrue();
      assertThat(worker.raisesAnAlarm()).isTrue();
      assertThat(worker.saysGoodbyeLast()).isTrue();
    }
  }

  @Test
  void workersWithAStoreHaveNumbersOfTheirOwnAndTheNextOneTakesWhatIsFreeAgain()
      throws IOException {
    String broker = ToyBroker.empty().uri();
    try (WiredNode first = numbered(broker, "first")) {
      first.awaitSaid("this is node 0 of 2");
      try (WiredNode second = numbered(broker, "second")) {
        second.awaitSaid("this is node 1 of 2");
        first.terminate();
        Waiting.until(() -> "the first ends: " + first.said(), () -> !first.isRunning());
        try (WiredNode third = numbered(broker, "third")) {
          third.awaitSaid("this is node 0 of 2");
        }
      }
    }
  }

  private WiredNode numbered(String broker, String name) throws IOException {
    return WiredNode.start(
        folder.resolve(name),
        Wiring.COMPLETE,
        broker,
        folder.resolve("store").toUri().toString(),
        List.of(WiredMain.JOINER, "--health-port=-1", "--nodes=2"));
  }

  @Test
  void aWorkerWhoseStageDoesNotReturnEnds() throws IOException {
    try (Trial worker = Trial.ofWorker(folder, Wiring.COMPLETE, "--stuck-after=1")) {
      assertThat(worker.endsWhenStuck()).isTrue();
    }
  }

  @Test
  void aGatewayHasLimitsAndSaysGoodbyeLast() throws IOException {
    try (Trial gateway = Trial.ofGateway(folder, Wiring.COMPLETE)) {
      gateway.assertLimits();
      assertThat(gateway.saysGoodbyeLast()).isTrue();
    }
  }

  @Test
  void aGatewayWhoseCollectorDoesNotReturnEnds() throws IOException {
    try (Trial gateway = Trial.ofGateway(folder, Wiring.COMPLETE)) {
      assertThat(gateway.endsWhenStuck()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {AGGREGATOR, COLLECTOR})
  void anAllInOneServiceOfWhichAStageDoesNotReturnEnds(String partition) throws IOException {
    try (WiredNode dev = WiredNode.startDev(folder, Wiring.COMPLETE, partition)) {
      Waiting.until(() -> "it ends: " + dev.said(), () -> !dev.isRunning());
      assertThat(dev.exitCode()).isEqualTo(Trial.STUCK);
      assertThat(dev.said()).contains("partition " + partition + " has been at one message");
    }
  }

  /** All at the same time, because most of it is waiting for what does not happen. */
  @Test
  void whateverIsTakenOutIsNoticed() {
    Map<Wiring, CompletableFuture<Boolean>> safe = new EnumMap<>(Wiring.class);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Wiring wiring : Wiring.values()) {
        if (wiring != Wiring.COMPLETE) {
          safe.put(wiring, CompletableFuture.supplyAsync(() -> isSafe(wiring), threads));
        }
      }
    }
    assertThat(safe)
        .allSatisfy((wiring, result) -> assertThat(result.join()).as("%s", wiring).isFalse());
  }

  private boolean isSafe(Wiring wiring) {
    Path own = folder.resolve(wiring.name());
    try {
      return switch (wiring) {
        case COMPLETE -> true;
        case WORKER_WITHOUT_WATCHDOG -> {
          try (Trial worker = Trial.ofWorker(own, wiring, "--stuck-after=1")) {
            yield isSafe(wiring, worker);
          }
        }
        case WORKER_WITHOUT_DEAD_LETTERS,
            WORKER_CLOSES_ITS_HEART_FIRST,
            WORKER_WAITS_FOR_BUSY_PARTITIONS -> {
          try (Trial worker = Trial.ofWorker(own, wiring)) {
            yield isSafe(wiring, worker);
          }
        }
        case GATEWAY_WITHOUT_WATCHDOG, GATEWAY_CLOSES_ITS_HEART_FIRST -> {
          try (Trial gateway = Trial.ofGateway(own, wiring)) {
            yield isSafe(wiring, gateway);
          }
        }
        case LOCAL_CLUSTER_WITHOUT_WATCHDOG -> {
          try (WiredNode dev = WiredNode.startDev(own, wiring, AGGREGATOR)) {
            dev.awaitHeld(StandStill.AT_MESSAGE);
            yield dev.endsWithin(Trial.LONG);
          }
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSafe(Wiring wiring, Trial node) throws IOException {
    return switch (wiring) {
      case WORKER_WITHOUT_WATCHDOG, GATEWAY_WITHOUT_WATCHDOG -> node.endsWhenStuck();
      case WORKER_WITHOUT_DEAD_LETTERS -> node.raisesAnAlarm();
      case WORKER_CLOSES_ITS_HEART_FIRST, GATEWAY_CLOSES_ITS_HEART_FIRST -> node.saysGoodbyeLast();
      case WORKER_WAITS_FOR_BUSY_PARTITIONS -> node.beatsWhileBusy();
      case COMPLETE, LOCAL_CLUSTER_WITHOUT_WATCHDOG -> true;
    };
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPLETE")
  void whatIsTakenOutWasThere(Wiring wiring) throws ReflectiveOperationException {
    Mutant product = wiring.product();
    product.loadClass(wiring.type());
    assertThat(product.changes()).isPositive();
  }
}
