package dev.roastery.simulation;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.durable.RecoveryReport;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.transport.Transport;
import dev.roastery.common.wire.JobId;
import dev.roastery.simulation.broker.SimulatedBroker;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.ExpectedResults;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.scenario.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * One schedule: a broker, a volume for each stage, nodes, a client, and a scheduler that picks the
 * next action. First a phase of faults; then the faults stop, and within a bounded number of steps
 * every job must have its answer, byte for byte, and nothing else may be left of it.
 */
final class World {

  private static final int CALM_STEPS_MAX = 60_000;
  private final SplittableRandom random;
  private final ScheduleParameters parameters;
  private final Mounter mounter;
  private final FaultCounts counts;
  private final Trace trace;
  private final Crashes crashes;
  private final SimulatedBroker broker;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<SimulatedDisk> volumes = new ArrayList<>();
  private final Map<PartitionName, String> lastOwner = new HashMap<>();
  private final List<String> queues = new ArrayList<>();
  private final ExpectedResults results = new ExpectedResults();
  private final Client client;
  private int partitions;
  private final FaultInjector faultInjector;
  private boolean calm;
  private long nanos;
  private long volumeNumbers;

  World(
      SplittableRandom random,
      ScheduleParameters parameters,
      Mounter mounter,
      Crashes crashes,
      FaultCounts counts,
      Trace trace) {
    this.random = random;
    this.parameters = parameters;
    this.mounter = mounter;
    this.crashes = crashes;
    this.counts = counts;
    this.trace = trace;
    this.broker = new SimulatedBroker(random, FaultInjector.ofBroker(parameters));
    parameters.topology().places().forEach(this::stage);
    queues.add(SimulatedTopology.CLIENT_QUEUE);
    queues.add(SimulatedTopology.GATEWAY_QUEUE);
    List<Work> all = new ArrayList<>();
    for (int job = 1; job <= parameters.sizes().jobs(); job++) {
      JobId id = new JobId(new UUID(job << 16 | 7 << 12, random.nextInt(1_000)), 1);
      all.add(parameters.topology().work(id, random));
    }
    all.forEach(results::expect);
    client = new Client(this, all);
    faultInjector = new FaultInjector(this);
  }

  private void stage(SimulatedTopology.Place place) {
    SimulatedDisk volume = new SimulatedDisk(random);
    volumes.add(volume);
    partitions += place.partitions();
    List<PartitionName> all = PartitionName.ofStage(place.stage(), place.partitions());
    for (PartitionName partition : all) {
      queues.add(partition.queue());
      queues.add(partition.cardQueue());
    }
    for (int node = 0; node < parameters.sizes().nodesPerStage(); node++) {
      nodes.add(new SimulatedNode(this, place.stage() + "@" + node, volume, all));
    }
  }

  // ---- the schedule

  void run() {
    counts.schedule();
    for (SimulatedNode node : nodes) {
      // While one node pauses during its start, another may have been started already.
      if (!node.up()) {
        node.start();
      }
    }
    if (!client.up()) {
      client.start();
    }
    int steps = parameters.sizes().chaosSteps() * parameters.topology().length();
    for (int step = 0; step < steps && !client.content(); step++) {
      faultInjector.maybeInject();
      step();
    }
    calm = true;
    faultInjector.end();
    Verdict verdict = new Verdict(this);
    for (int step = 0; !verdict.settled(); step++) {
      if (step > CALM_STEPS_MAX) {
        throw new Divergence("no end in sight: " + verdict.waits());
      }
      revive();
      step();
    }
    verdict.checkNothingIsLeft();
  }

  private void step() {
    nanos += random.nextLong(2_000_000);
    switch (random.nextInt(8)) {
      case 0 -> client.step();
      case 1, 2, 3 -> nodes.get(random.nextInt(nodes.size())).step();
      default -> broker.step();
    }
  }

  /** Lets all other nodes continue for a while; the calling node pauses meanwhile. */
  void goOnWithout() {
    if (random.nextBoolean()) {
      broker.restart();
    }
    for (int steps = random.nextInt(300); steps > 0; steps--) {
      faultInjector.maybeInject();
      step();
    }
  }

  /** Restarts nodes that are down, as a supervisor does. */
  void revive() {
    for (SimulatedNode node : nodes) {
      if (!node.up() && (calm || random.nextInt(3) == 0)) {
        node.start();
      }
    }
    if (!client.up()) {
      client.start();
    }
  }

  // ---- what nodes ask and tell

  PartitionListener watcher(String node) {
    return new PartitionListener() {
      @Override
      public void owned(PartitionName partition, long epoch) {
        trace.say(() -> node + " owns " + partition + ", epoch " + epoch);
        String before = lastOwner.put(partition, node);
        if (before != null
            && before.charAt(before.indexOf('@') + 1) != node.charAt(node.indexOf('@') + 1)) {
          counts.fault(SimulatedFault.PEER_TOOK_OVER);
        }
      }

      @Override
      public void released(PartitionName partition, String reason) {
        if (reason.startsWith("handed back")) {
          counts.fault(SimulatedFault.HANDED_BACK);
        }
      }

      @Override
      public void recovered(PartitionName partition, RecoveryReport report) {
        trace.say(() -> node + " recovered " + partition + ": " + report);
        if (report.findings().stream()
            .anyMatch(RecoveryReport.SnapshotFallback.class::isInstance)) {
          throw new Divergence(node + " found a torn snapshot: " + report);
        }
      }

      @Override
      public void failed(PartitionName partition, String error, long pauseMillis) {
        throw new Divergence(node + ": " + partition + " failed: " + error);
      }
    };
  }

  boolean strikes(int chanceOfMillion) {
    return !calm
        && chanceOfMillion > 0
        && random.nextInt(ScheduleParameters.MILLION) < chanceOfMillion;
  }

  boolean crashesBefore(String life) {
    return crashes.before(life) || strikes(parameters.crashing().atEffect());
  }

  boolean crashesAfter(String life) {
    return crashes.after(life) || strikes(parameters.crashing().atEffect());
  }

  Crashes crashes() {
    return crashes;
  }

  FaultInjector faultInjector() {
    return faultInjector;
  }

  SimulatedBroker broker() {
    return broker;
  }

  Client client() {
    return client;
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  List<SimulatedDisk> volumes() {
    return volumes;
  }

  int partitions() {
    return partitions;
  }

  Disk mount(SimulatedDisk volume, Incarnation life) {
    return mounter.mount(volume, life);
  }

  /** The stage of these partitions, in one life of a node. */
  Stage stage(PartitionName partition, Incarnation life) {
    return parameters.topology().stage(partition.stage(), life, results);
  }

  ExpectedResults results() {
    return results;
  }

  Transport connect(Incarnation life) {
    return broker.connect(life);
  }

  List<String> queues() {
    return queues;
  }

  String gatewayQueue() {
    return SimulatedTopology.GATEWAY_QUEUE;
  }

  long nextVolume() {
    return ++volumeNumbers;
  }

  SplittableRandom random() {
    return random;
  }

  ScheduleParameters parameters() {
    return parameters;
  }

  FaultCounts counts() {
    return counts;
  }

  Trace trace() {
    return trace;
  }

  long nanos() {
    return nanos;
  }
}
