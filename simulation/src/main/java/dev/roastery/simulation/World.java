package dev.roastery.simulation;

import dev.roastery.common.durable.RecoveryReport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.PartitionOwner;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.JobId;
import dev.roastery.simulation.broker.BrokerFault;
import dev.roastery.simulation.broker.BrokerFaults;
import dev.roastery.simulation.broker.SimulatedBroker;
import dev.roastery.simulation.disk.DiskFaults;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.toy.CollectStage;
import dev.roastery.simulation.toy.JoinStage;
import dev.roastery.simulation.toy.SumStage;
import dev.roastery.simulation.toy.TopStage;
import dev.roastery.simulation.toy.ToyDataset;
import dev.roastery.simulation.toy.ToyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * One schedule: a broker, a volume for each stage, nodes, a client, and a scheduler that picks who
 * does the next thing. First a phase of faults; then the faults stop, and within a bounded number
 * of steps every job must have its answer, byte for byte, and nothing else may be left of it.
 */
final class World {

  private static final int CALM_STEPS_MAX = 60_000;

  private final SplittableRandom random;
  private final Swarm swarm;
  private final Tally tally;
  private final Trace trace;
  private final Crashes crashes;
  private final SimulatedBroker broker;
  private final List<Node> nodes = new ArrayList<>();
  private final List<SimulatedDisk> volumes = new ArrayList<>();
  private final Map<PartitionName, String> lastOwner = new HashMap<>();
  private final List<String> queues = new ArrayList<>();
  private final Client client;
  private int partitions;
  private boolean calm;
  private boolean diskFaultsDealt;
  private long nanos;
  private long volumeNumbers;

  World(SplittableRandom random, Swarm swarm, Crashes crashes, Tally tally, Trace trace) {
    this.random = random;
    this.swarm = swarm;
    this.crashes = crashes;
    this.tally = tally;
    this.trace = trace;
    this.broker = new SimulatedBroker(random, brokerFaults());
    stage(new SumStage(), "sum", swarm.plan().sums());
    stage(new TopStage(), "top", swarm.plan().tops());
    stage(new JoinStage(), "join", swarm.plan().joins());
    stage(new CollectStage(), "collector", 1);
    queues.add(ToyPlan.CLIENT_QUEUE);
    queues.add(ToyPlan.GATEWAY_QUEUE);
    List<ToyDataset> datasets = new ArrayList<>();
    for (int job = 1; job <= swarm.jobs(); job++) {
      JobId id = new JobId(new UUID(job << 16 | 7 << 12, random.nextInt(1_000)), 1);
      datasets.add(new ToyDataset(id, swarm.plan(), random));
    }
    client = new Client(this, datasets);
  }

  private BrokerFaults brokerFaults() {
    double late = swarm.delay();
    return BrokerFaults.NONE
        .with(BrokerFault.PUBLICATION_LATE, late / 4)
        .with(BrokerFault.CONFIRM_LATE, late / 2)
        .with(BrokerFault.LOSS_NOTICED_LATE, late)
        .with(BrokerFault.PUBLICATION_REFUSED, swarm.reorder() / 8)
        .with(BrokerFault.PUBLICATION_OVERTAKES, swarm.reorder())
        .with(BrokerFault.RETURN_SHUFFLED, swarm.reorder())
        .with(BrokerFault.RETURN_TO_TAIL, swarm.reorder())
        .with(BrokerFault.MESSAGE_DUPLICATED, swarm.duplicates())
        .with(BrokerFault.PUBLISHING_CUT, chance(swarm.pause()))
        .with(BrokerFault.SESSIONS_CUT, chance(swarm.pause()))
        .with(BrokerFault.RESTART, chance(swarm.brokerRestart()))
        .with(BrokerFault.ALARM, chance(swarm.brokerAlarm()));
  }

  private static double chance(int ofMillion) {
    return (double) ofMillion / Swarm.MILLION;
  }

  private void stage(Stage stage, String name, int partitions) {
    SimulatedDisk volume = new SimulatedDisk(random);
    volumes.add(volume);
    this.partitions += partitions;
    List<PartitionName> all = new ArrayList<>();
    for (int number = 0; number < partitions; number++) {
      PartitionName partition = new PartitionName(name, number);
      all.add(partition);
      queues.add(partition.queue());
      queues.add(partition.cardQueue());
    }
    for (int node = 0; node < swarm.nodesPerStage(); node++) {
      nodes.add(new Node(this, name + "@" + node, stage, volume, all));
    }
  }

  // ---- the schedule

  void run() {
    tally.schedule();
    nodes.forEach(Node::start);
    client.start();
    for (int step = 0; step < swarm.chaosSteps() && !client.content(); step++) {
      trouble();
      step();
    }
    calmDown();
    for (int step = 0; !settled(); step++) {
      if (step > CALM_STEPS_MAX) {
        throw new Divergence("no end in sight: " + waits());
      }
      revive();
      step();
    }
    checkNothingIsLeft();
    countBrokerFaults();
  }

  private void step() {
    nanos += random.nextLong(2_000_000);
    switch (random.nextInt(8)) {
      case 0 -> client.step();
      case 1, 2, 3 -> nodes.get(random.nextInt(nodes.size())).step();
      default -> broker.step();
    }
  }

  private void trouble() {
    if (strikes(swarm.kill())) {
      node().kill();
      tally.fault(FaultKind.NODE_KILLED);
    }
    if (strikes(swarm.powerLoss())) {
      losePower();
    }
    if (strikes(swarm.pause())) {
      pauseOrWake(node());
    }
    if (strikes(swarm.diskFault())) {
      dealDiskFault(volumes.get(random.nextInt(volumes.size())));
    }
    if (strikes(swarm.cancel() / 50)) {
      client.cancelOne();
    }
    if (strikes(Swarm.MILLION / 8)) {
      revive();
    }
  }

  private Node node() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  private void losePower() {
    PowerLoss[] outcomes = PowerLoss.values();
    PowerLoss outcome = outcomes[random.nextInt(outcomes.length)];
    if (random.nextInt(4) == 0) {
      tally.fault(FaultKind.ALL_NODES_AT_ONCE);
      volumes.forEach(volume -> losePower(volume, outcome));
    } else {
      losePower(volumes.get(random.nextInt(volumes.size())), outcome);
    }
  }

  void losePower(SimulatedDisk volume, PowerLoss outcome) {
    trace.say(() -> "power loss, " + outcome);
    tally.fault(FaultKind.valueOf("POWER_LOSS_" + outcome));
    nodes.stream().filter(node -> node.volume() == volume).forEach(Node::kill);
    volume.powerLoss(outcome);
  }

  private void pauseOrWake(Node node) {
    if (node.up() && !node.paused()) {
      node.pause();
      tally.fault(FaultKind.NODE_PAUSED);
      trace.say(() -> node.name() + " is paused");
    } else if (node.paused()) {
      node.resume();
      tally.fault(FaultKind.ZOMBIE_WOKEN);
      trace.say(() -> node.name() + " wakes");
    }
  }

  private void dealDiskFault(SimulatedDisk volume) {
    diskFaultsDealt = true;
    switch (random.nextInt(3)) {
      case 0 -> {
        volume.faults().failForce(1 + random.nextInt(3));
        tally.fault(FaultKind.FORCE_FAILED);
      }
      case 1 -> {
        DiskFaults.Failure[] ways = DiskFaults.Failure.values();
        volume.faults().failCall(1 + random.nextInt(20), ways[random.nextInt(ways.length)]);
        tally.fault(FaultKind.DISK_CALL_FAILED);
      }
      default -> {
        volume.faults().limitSpace(volume.totalBytes() + random.nextInt(2_000));
        tally.fault(FaultKind.DISK_FULL);
      }
    }
  }

  /** Starts again what is down; nobody is told to. */
  private void revive() {
    for (Node node : nodes) {
      if (!node.up() && (calm || random.nextInt(3) == 0)) {
        node.start();
      }
    }
    if (!client.up()) {
      client.start();
    }
  }

  private void calmDown() {
    calm = true;
    trace.say(() -> "the faults stop");
    broker.become(BrokerFaults.NONE);
    broker.endAlarm();
    for (SimulatedDisk volume : volumes) {
      volume.faults().limitSpace(Long.MAX_VALUE);
      volume.faults().failCall(Integer.MAX_VALUE, DiskFaults.Failure.BEFORE);
      volume.faults().failForce(Integer.MAX_VALUE);
    }
    nodes.forEach(Node::resume);
  }

  // ---- the end

  private boolean settled() {
    return client.up()
        && client.content()
        && broker.pending() == 0
        && nodes.stream().allMatch(node -> node.up() && node.idle())
        && everyPartitionIsOwned();
  }

  private boolean everyPartitionIsOwned() {
    int owned = 0;
    for (Node node : nodes) {
      owned += node.owned();
    }
    return owned == partitions;
  }

  private List<PartitionOwner> owners() {
    List<PartitionOwner> owners = new ArrayList<>();
    nodes.forEach(node -> owners.addAll(node.owners()));
    return owners;
  }

  private void checkNothingIsLeft() {
    for (PartitionOwner owner : owners()) {
      if (!owner.report().waitsFor().isEmpty()) {
        throw new Divergence("a ghost: " + owner.report());
      }
    }
    for (String queue : queues) {
      if (!queue.endsWith(".owner") && broker.ready(queue) + broker.unacknowledged(queue) > 0) {
        throw new Divergence("queue " + queue + " is not empty");
      }
    }
    for (SimulatedDisk volume : volumes) {
      checkFiles(volume);
    }
  }

  /** No temporary file, and of older epochs nothing once the owner has taken its next snapshot. */
  private void checkFiles(SimulatedDisk volume) {
    for (String file : volume.files()) {
      if (!file.matches("[a-z]+-[0-9]+/(deeded|epoch-[0-9]+/(segment|snapshot)-[0-9a-f]{16})")
          && !diskFaultsDealt) {
        throw new Divergence("a file that nobody needs: " + file);
      }
    }
  }

  private String waits() {
    StringBuilder text = new StringBuilder();
    client.waits().forEach(wait -> text.append("\n  client: ").append(wait));
    owners().forEach(owner -> text.append("\n  ").append(owner.report()));
    nodes.forEach(
        node -> text.append("\n  ").append(node.name()).append(node.up() ? " up" : " down"));
    for (String queue : queues) {
      text.append("\n  ").append(queue).append(": ").append(broker.ready(queue)).append(" ready, ");
      text.append(broker.unacknowledged(queue)).append(" unacked, active ");
      text.append(broker.activeConsumer(queue));
    }
    text.append("\n  broker: ").append(broker.pending()).append(" pending");
    return text.toString();
  }

  private void countBrokerFaults() {
    tally.faults(FaultKind.BROKER_RESTARTED, broker.struck(BrokerFault.RESTART));
    tally.faults(FaultKind.BROKER_ALARM, broker.struck(BrokerFault.ALARM));
    tally.faults(FaultKind.DUPLICATE_DELIVERY, broker.struck(BrokerFault.MESSAGE_DUPLICATED));
    tally.faults(
        FaultKind.REORDERED,
        broker.struck(BrokerFault.PUBLICATION_OVERTAKES)
            + broker.struck(BrokerFault.RETURN_SHUFFLED)
            + broker.struck(BrokerFault.RETURN_TO_TAIL));
    tally.faults(FaultKind.DELAYED, broker.struck(BrokerFault.PUBLICATION_LATE));
  }

  // ---- what nodes ask and tell

  /** A node ended itself: fine when a fault made it, and a divergence otherwise. */
  void died(Node node, Fatal fatal) {
    tally.fatal(fatal.reason());
    switch (fatal.reason()) {
      case FENCED -> {}
      case FORCE_FAILED, NO_SPACE, DISK_UNREADABLE, DISK_UNWRITABLE -> {
        if (!diskFaultsDealt) {
          throw new Divergence(node.name() + " died without a fault", fatal);
        }
        node.volume().faults().limitSpace(Long.MAX_VALUE);
      }
      default -> throw new Divergence(node.name() + " died", fatal);
    }
  }

  PartitionListener watcher(String node) {
    return new PartitionListener() {
      @Override
      public void owned(PartitionName partition, long epoch) {
        trace.say(() -> node + " owns " + partition + ", epoch " + epoch);
        String before = lastOwner.put(partition, node);
        if (before != null
            && before.charAt(before.indexOf('@') + 1) != node.charAt(node.indexOf('@') + 1)) {
          tally.fault(FaultKind.PEER_TOOK_OVER);
        }
      }

      @Override
      public void recovered(PartitionName partition, RecoveryReport report) {
        trace.say(() -> node + " recovered " + partition + ": " + report);
      }

      @Override
      public void failed(PartitionName partition, String error, long pauseMillis) {
        throw new Divergence(node + ": " + partition + " failed: " + error);
      }
    };
  }

  boolean strikes(int chanceOfMillion) {
    return !calm && chanceOfMillion > 0 && random.nextInt(Swarm.MILLION) < chanceOfMillion;
  }

  boolean crashesBefore() {
    return crashes.before() || strikes(swarm.crashAtEffect());
  }

  boolean crashesAfter() {
    return crashes.after() || strikes(swarm.crashAtEffect());
  }

  Transport connect(Incarnation life) {
    return broker.connect(life);
  }

  List<String> queues() {
    return queues;
  }

  String gatewayQueue() {
    return ToyPlan.GATEWAY_QUEUE;
  }

  long nextVolume() {
    return ++volumeNumbers;
  }

  SplittableRandom random() {
    return random;
  }

  Swarm swarm() {
    return swarm;
  }

  Tally tally() {
    return tally;
  }

  Trace trace() {
    return trace;
  }

  long nanos() {
    return nanos;
  }

  List<SimulatedDisk> volumes() {
    return volumes;
  }

  List<Node> nodes() {
    return nodes;
  }
}
