package dev.roastery.simulation.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.simulation.process.ToyBroker;
import dev.roastery.simulation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mains connect watchdog, dead letters, heartbeat, delivery limit and prefetch. */
@Tag("broker")
class WiringTest {

  private static final String JOINER = "joiner-0";
  private static final String COLLECTOR = "collector-0";
  private static final int STUCK = FatalReason.STUCK.exitCode();

  /** So many heartbeats of a second: time for what happens after one second. */
  private static final int LONG = 8;

  @TempDir private Path folder;
  private ToyBroker broker;
  private Bystander bystander;

  @BeforeEach
  void connect() {
    broker = ToyBroker.empty();
    bystander = new Bystander(broker.uri());
  }

  @AfterEach
  void disconnect() {
    bystander.close();
  }

  // ---- a worker

  @Test
  void aWorkerHasLimitsRaisesAlarmsAndSaysGoodbyeLast() throws IOException {
    try (WiredNode worker = worker(Wiring.COMPLETE)) {
      assertLimits(JOINER);
      assertThat(beatsWhileBusy(worker)).isTrue();
      assertThat(raisesAnAlarm(worker)).isTrue();
      assertThat(saysGoodbyeLast(worker, JOINER)).isTrue();
    }
  }

  @Test
  void aWorkerWhoseStageDoesNotReturnEnds() throws IOException {
    try (WiredNode worker = worker(Wiring.COMPLETE, "--stuck-after=1")) {
      assertThat(bites(worker, JOINER)).as(worker.said()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "WORKER_.*")
  void whatAWorkerLacksIsNoticed(Wiring wiring) throws IOException {
    try (WiredNode worker = worker(wiring, "--stuck-after=1")) {
      switch (wiring) {
        case WORKER_WITHOUT_WATCHDOG -> assertThat(bites(worker, JOINER)).isFalse();
        case WORKER_WITHOUT_DEAD_LETTERS -> assertThat(raisesAnAlarm(worker)).isFalse();
        case WORKER_CLOSES_ITS_HEART_FIRST ->
            assertThat(saysGoodbyeLast(worker, JOINER)).isFalse();
        case WORKER_WAITS_FOR_BUSY_PARTITIONS -> assertThat(beatsWhileBusy(worker)).isFalse();
        default -> throw new IllegalArgumentException(wiring.name());
      }
    }
  }

  private WiredNode worker(Wiring wiring, String... options) throws IOException {
    String[] all = new String[options.length + 1];
    System.arraycopy(options, 0, all, 1, options.length);
    all[0] = "--health-port=-1";
    return owning(WiredNode.start(folder, wiring, WiredMain.JOINER, broker.uri(), all), JOINER);
  }

  private static WiredNode owning(WiredNode node, String partition) {
    node.awaitSaid(partition + " is mine");
    return node;
  }

  // ---- a gateway

  @Test
  void aGatewayHasLimitsAndSaysGoodbyeLast() throws IOException {
    try (WiredNode gateway = gateway(Wiring.COMPLETE)) {
      assertLimits(COLLECTOR);
      assertThat(saysGoodbyeLast(gateway, COLLECTOR)).isTrue();
    }
  }

  @Test
  void aGatewayWhoseCollectorDoesNotReturnEnds() throws IOException {
    try (WiredNode gateway = gateway(Wiring.COMPLETE)) {
      assertThat(bites(gateway, COLLECTOR)).as(gateway.said()).isTrue();
    }
  }

  @Test
  void aGatewayWithoutWatchdogIsNoticed() throws IOException {
    try (WiredNode gateway = gateway(Wiring.GATEWAY_WITHOUT_WATCHDOG)) {
      assertThat(bites(gateway, COLLECTOR)).isFalse();
    }
  }

  @Test
  void aGatewayThatSaysGoodbyeTooEarlyIsNoticed() throws IOException {
    try (WiredNode gateway = gateway(Wiring.GATEWAY_CLOSES_ITS_HEART_FIRST)) {
      assertThat(saysGoodbyeLast(gateway, COLLECTOR)).isFalse();
    }
  }

  private WiredNode gateway(Wiring wiring) throws IOException {
    String amqp = broker.uri();
    return owning(
        WiredNode.start(folder, wiring, WiredMain.GATEWAY, amqp, "--port=0"), COLLECTOR);
  }

  // ---- the all-in-one service

  @ParameterizedTest
  @ValueSource(strings = {"aggregator-0", COLLECTOR})
  void anAllInOneServiceOfWhichAStageDoesNotReturnEnds(String partition) throws Exception {
    try (WiredNode dev = WiredNode.startDev(folder, Wiring.COMPLETE, partition)) {
      dev.awaitHeld(StandStill.AT_MESSAGE);
      Waiting.until(() -> "it ends: " + dev.said(), () -> !dev.isRunning());
      assertThat(dev.exitCode()).isEqualTo(STUCK);
      assertThat(dev.said()).contains("partition " + partition + " has been at one message");
    }
  }

  @Test
  void anAllInOneServiceWithoutWatchdogIsNoticed() throws Exception {
    Wiring wiring = Wiring.LOCAL_CLUSTER_WITHOUT_WATCHDOG;
    try (WiredNode dev = WiredNode.startDev(folder, wiring, "aggregator-0")) {
      dev.awaitHeld(StandStill.AT_MESSAGE);
      assertThat(dev.endsWithin(LONG)).isFalse();
    }
  }

  // ---- what is to hold of a node

  private void assertLimits(String partition) {
    String queue = Bystander.queue(partition);
    String consumers = ask("list_consumers", "queue_name", "ack_required", "prefetch_count");
    int prefetch = PartitionSettings.defaults().prefetch();
    assertThat(consumers.lines()).contains(queue + "\ttrue\t" + prefetch);
    List<String> ours =
        ask("list_queues", "name", "type", "arguments")
            .lines()
            .filter(line -> line.contains("\tquorum\t"))
            .toList();
    assertThat(ours).anyMatch(line -> line.startsWith(queue + "\t"));
    assertThat(ours).anyMatch(line -> line.startsWith(Bystander.DEAD + "\t"));
    assertThat(ours).allMatch(line -> line.contains("\"x-delivery-limit\",1000000"));
  }

  private String ask(String what, String... columns) {
    String[] words = new String[columns.length + 3];
    words[0] = what;
    words[1] = "-p";
    words[2] = broker.vhost();
    System.arraycopy(columns, 0, words, 3, columns.length);
    return broker.node().rabbitmqctl(words);
  }

  /** Whether it ends when a partition stands still at a message. */
  private boolean bites(WiredNode node, String partition) throws IOException {
    node.hold(StandStill.AT_MESSAGE, partition);
    bystander.sendJob(partition);
    node.awaitHeld(StandStill.AT_MESSAGE);
    int before = bystander.beats(node.pid()).size();
    Waiting.until(
        () -> "it ends, or lives on: " + node.said(),
        () -> !node.isRunning() || bystander.beats(node.pid()).size() > before + LONG);
    return !node.isRunning() && node.exitCode() == STUCK;
  }

  /** Whether its heart goes on beating while its partition is at a message. */
  private boolean beatsWhileBusy(WiredNode node) throws IOException {
    node.hold(StandStill.AT_MESSAGE, JOINER);
    bystander.sendJob(JOINER);
    node.awaitHeld(StandStill.AT_MESSAGE);
    boolean beats = bystander.hearsMore(node.pid(), 3, LONG);
    node.release(StandStill.AT_MESSAGE);
    return beats;
  }

  private boolean raisesAnAlarm(WiredNode node) {
    bystander.sendDeadLetter();
    int before = bystander.beats(node.pid()).size();
    Waiting.until(
        () -> "it raises an alarm, or lives on: " + node.said(),
        () ->
            node.said().contains("ALARM: ")
                || bystander.beats(node.pid()).size() > before + LONG);
    return node.said().contains("ALARM: ");
  }

  /** Whether its last heartbeat comes after its partition is closed. */
  private boolean saysGoodbyeLast(WiredNode node, String partition) throws IOException {
    node.hold(StandStill.AT_END, partition);
    node.terminate();
    node.awaitHeld(StandStill.AT_END);
    Waiting.until(
        () -> "it says that it is stopping: " + node.said(),
        () -> bystander.beats(node.pid()).stream().filter(Heartbeat::stopping).count() >= 2);
    boolean early = bystander.beats(node.pid()).stream().anyMatch(Heartbeat::last);
    node.release(StandStill.AT_END);
    Waiting.until(() -> "it ends: " + node.said(), () -> !node.isRunning());
    Waiting.until(
        () -> "it says goodbye: " + node.said(),
        () -> bystander.beats(node.pid()).stream().anyMatch(Heartbeat::last));
    assertThat(node.exitCode()).isZero();
    return !early;
  }
}
