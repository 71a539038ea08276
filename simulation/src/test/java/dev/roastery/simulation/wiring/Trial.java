package dev.roastery.simulation.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.simulation.process.ToyBroker;
import dev.roastery.simulation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A node of the product over a virtual host of its own, and what a safeguard is to do for it. */
final class Trial implements AutoCloseable {

  static final int STUCK = FatalReason.STUCK.exitCode();

  /** So many heartbeats of a second, or seconds: time for what happens after one second. */
  static final int LONG = 5;

  private final ToyBroker broker = ToyBroker.empty();
  private final Bystander bystander = new Bystander(broker.uri());
  private final String partition;
  private final WiredNode node;

  private Trial(Path folder, Wiring wiring, String partition, List<String> words)
      throws IOException {
    this.partition = partition;
    this.node = WiredNode.start(folder, wiring, broker.uri(), words);
    node.awaitSaid(partition + " is mine");
  }

  static Trial ofWorker(Path folder, Wiring wiring, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of(WiredMain.JOINER, "--health-port=-1"));
    words.addAll(List.of(options));
    return new Trial(folder, wiring, "joiner-0", words);
  }

  static Trial ofGateway(Path folder, Wiring wiring) throws IOException {
    Trial trial = new Trial(folder, wiring, "collector-0", List.of(WiredMain.GATEWAY, "--port=0"));
    trial.node.awaitSaid(
        "listening at"); // it owns its collector before, and stops cleanly only now
    return trial;
  }

  /** Its consumer takes as many messages as it is meant to; RabbitMQ gives none up for crashes. */
  void assertLimits() {
    String queue = Bystander.queue(partition);
    int prefetch = PartitionSettings.defaults().prefetch();
    assertThat(table("list_consumers", "queue_name", "ack_required", "prefetch_count"))
        .contains(queue + "\ttrue\t" + prefetch);
    List<String> queues =
        table("list_queues", "name", "type", "arguments").stream()
            .filter(line -> line.contains("\tquorum\t"))
            .toList();
    assertThat(queues).anyMatch(line -> line.startsWith(queue + "\t"));
    assertThat(queues).anyMatch(line -> line.startsWith(Bystander.DEAD + "\t"));
    assertThat(queues).allMatch(line -> line.contains("\"x-delivery-limit\",1000000"));
  }

  private List<String> table(String what, String... columns) {
    List<String> words = new ArrayList<>(List.of(what, "-p", broker.vhost()));
    words.addAll(List.of(columns));
    return broker.node().rabbitmqctl(words.toArray(String[]::new)).lines().toList();
  }

  /** Whether it ends when its partition stands still at a message. */
  boolean endsWhenStuck() throws IOException {
    standStill();
    int before = beats().size();
    Waiting.until(
        () -> "it ends, or lives on: " + node.said(),
        () -> !node.isRunning() || beats().size() > before + LONG);
    return !node.isRunning() && node.exitCode() == STUCK;
  }

  /** Whether its heart goes on beating while its partition stands still at a message. */
  boolean beatsWhileBusy() throws IOException {
    standStill();
    boolean beats = bystander.hearsMore(node.pid(), 2, 2 * LONG);
    node.release(StandStill.AT_MESSAGE);
    return beats;
  }

  private void standStill() throws IOException {
    node.hold(StandStill.AT_MESSAGE, partition);
    bystander.sendJob(partition);
    node.awaitHeld(StandStill.AT_MESSAGE);
  }

  boolean raisesAnAlarm() {
    bystander.sendDeadLetter();
    int before = beats().size();
    Waiting.until(
        () -> "it raises an alarm, or lives on: " + node.said(),
        () -> node.said().contains("ALARM: ") || beats().size() > before + LONG);
    return node.said().contains("ALARM: ");
  }

  /** Whether its last heartbeat comes after its partition is closed. */
  boolean saysGoodbyeLast() throws IOException {
    node.hold(StandStill.AT_END, partition);
    node.terminate();
    node.awaitHeld(StandStill.AT_END);
    Waiting.until(
        () -> "it says that it is stopping, or goodbye: " + node.said(),
        () ->
            beats().stream().anyMatch(Heartbeat::last)
                || beats().stream().filter(Heartbeat::stopping).count() >= 2);
    boolean tooEarly = beats().stream().anyMatch(Heartbeat::last);
    node.release(StandStill.AT_END);
    Waiting.until(() -> "it ends: " + node.said(), () -> !node.isRunning());
    assertThat(node.exitCode()).isZero();
    Waiting.until(
        () -> "it says goodbye: " + node.said(), () -> beats().stream().anyMatch(Heartbeat::last));
    return !tooEarly;
  }

  private List<Heartbeat> beats() {
    return bystander.beats(node.pid());
  }

  @Override
  public void close() {
    node.close();
    bystander.close();
  }
}
