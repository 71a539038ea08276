package dev.roastery.simulation;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.SharedPlans;
import dev.roastery.simulation.broker.SimulatedBroker;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.gateway.Evidence;
import dev.roastery.simulation.gateway.Receivers;
import dev.roastery.simulation.gateway.SimulatedGateway;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.source.SimulatedSource;
import dev.roastery.simulation.store.SimulatedObjectStore;
import dev.roastery.simulation.store.StateKind;
import dev.roastery.simulation.store.WorkerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: a broker, a volume for each stage, nodes, a client, and a scheduler that picks the
 * next action. First a phase of faults; then the faults stop, and within a bounded number of steps
 * every job must have its answer, byte for byte, and nothing else may be left of it.
 */
final class World {

  private static final int CALM_STEPS_MAX = 60_000;

  /** When the gateway and its clients have only waited for so many steps, time passes. */
  private static final int QUIET_STEPS = 500;

  /** The gateway's pauses are seconds: by its clock, the steps of the others are long. */
  private static final int GATEWAY_MILLIS_OF_STEP = 64;

  /** When a schedule begins. */
  private static final long BEGIN_MILLIS = 1_800_000_000_000L;

  /** A job that its client does not care for any more. */
  static final Duration ABANDONED_AFTER = Duration.ofHours(1);

  /** Where workers would put results. */
  static final ResultSink NO_RESULTS =
      (_, query) -> {
        throw new IllegalStateException("a worker has the result " + query);
      };

  private final SplittableRandom random;
  private final ScheduleParameters parameters;
  private final Mounter mounter;
  private final FaultCounts counts;
  private final Trace trace;
  private final Crashes crashes;
  private final SimulatedBroker broker;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<SimulatedDisk> volumes = new ArrayList<>();

  /** Where the workers have their state, unless they have volumes. */
  private final @Nullable SimulatedObjectStore store;

  private final StateKind state;

  /** Where workers read parts, in some schedules. */
  private final SimulatedSource source;

  private final Map<PartitionName, String> lastOwner = new HashMap<>();
  private final List<String> queues = new ArrayList<>();
  private final GatewaySettings gatewaySettings;
  private final Receivers receivers;
  private final Evidence evidence = new Evidence();

  /** Each plan is read from the disk once; a gateway is started more than ten times. */
  private final SharedPlans plansRead = new SharedPlans();

  private final SimulatedNode gatewayNode;
  private final Client client;
  private int partitions;
  private final FaultInjector faultInjector;
  private boolean calm;

  /** Owners renew their deeds for ever: when only that is left, their clock stands still. */
  private boolean renewalsRest;

  private int quietSteps;
  private long passedMillis;
  private long nanos;
  private long volumeNumbers;

  World(
      SplittableRandom random,
      ScheduleParameters parameters,
      Mounter mounter,
      Crashes crashes,
      FaultCounts counts,
      Trace trace) {
    this(random, parameters, StateKind.VOLUME, mounter, crashes, counts, trace);
  }

  World(
      SplittableRandom random,
      ScheduleParameters parameters,
      StateKind state,
      Mounter mounter,
      Crashes crashes,
      FaultCounts counts,
      Trace trace) {
    this.state = state;
    this.store =
        state.isStore() ? new SimulatedObjectStore(random, state.faults(random), trace::say) : null;
    this.random = random;
    this.parameters = parameters;
    this.source = new SimulatedSource(new SplittableRandom(parameters.sizes().chaosSteps()));
    this.mounter = mounter;
    this.crashes = crashes;
    this.counts = counts;
    this.trace = trace;
    this.broker = new SimulatedBroker(random, FaultInjector.ofBroker(parameters));
    this.gatewaySettings = settings(parameters.topology());
    this.receivers =
        new Receivers(
            random,
            parameters.clients().webhookTroubles() / 2,
            () -> counts.fault(SimulatedFault.WEBHOOK_REFUSED),
            () -> counts.fault(SimulatedFault.WEBHOOK_ANSWER_LOST));
    queues.add(SimulatedTopology.GATEWAY_QUEUE);
    for (StageKind stage : parameters.topology().partitions().pipeline().stages()) {
      stage(stage, parameters.topology().partitions());
    }
    gatewayNode = nodes.getLast(); // the last stage is its own
    client = new Client(this);
    faultInjector = new FaultInjector(this);
  }

  private static GatewaySettings settings(SimulatedTopology topology) {
    return new GatewaySettings(
        topology.partitions(),
        topology.batchBytes(),
        1 << 20,
        1 << 20,
        100,
        100,
        100,
        ABANDONED_AFTER,
        Duration.ofDays(7),
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        Duration.ofSeconds(8),
        null,
        false,
        "");
  }

  private void stage(StageKind stage, Partitions counted) {
    SimulatedDisk volume = new SimulatedDisk(random);
    volumes.add(volume);
    partitions += counted.of(stage);
    List<PartitionName> all = PartitionName.ofStage(stage, counted.of(stage));
    for (PartitionName partition : all) {
      queues.add(partition.queue());
      queues.add(partition.cardQueue());
    }
    if (stage.process().equals(Pipeline.GATEWAY)) {
      nodes.add(new SimulatedNode(this, "gateway@0", volume, all, this::gateway));
      return;
    }
    for (int node = 0; node < parameters.sizes().nodesPerStage(); node++) {
      nodes.add(new SimulatedNode(this, stage.name() + "@" + node, volume, all));
    }
  }

  private SimulatedGateway gateway(Disk disk, Transport transport, CrashPoints crash) {
    return new SimulatedGateway(
        new SimulatedGateway.Ports(
            disk,
            transport,
            crash,
            this::millis,
            random,
            receivers,
            evidence,
            plansRead,
            SimulatedTopology.GATEWAY_QUEUE),
        gatewaySettings);
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
    int steps = parameters.sizes().chaosSteps() * parameters.topology().length();
    for (int step = 0; step < steps && !client.content(); step++) {
      faultInjector.maybeInject();
      step();
    }
    calm = true;
    faultInjector.end();
    if (store != null) {
      counts.strikes(store);
      store.endFaults(SimulatedObjectStore.Leftovers.LATER);
    }
    ScheduleVerdict verdict = new ScheduleVerdict(this);
    for (int step = 0; !verdict.settled(); step++) {
      if (step > CALM_STEPS_MAX) {
        throw new Divergence("no end in sight: " + verdict.waits());
      }
      revive();
      renewalsRest = verdict.onlyOwnersRemain();
      step();
      letTimePassWhenQuiet();
    }
    verdict.checkNothingIsLeft();
  }

  /** A participant that waits only for a time of day would need very many steps. */
  private void letTimePassWhenQuiet() {
    quietSteps = gatewayNode.waits() ? quietSteps + 1 : 0;
    if (quietSteps > QUIET_STEPS && gatewayNode.nextMillis() != Long.MAX_VALUE) {
      quietSteps = 0;
      pass(Math.max(0, gatewayNode.nextMillis() - millis()));
    }
  }

  /** A participant has advanced: there is more to do now. */
  void gotOn() {
    quietSteps = 0;
  }

  /** Time passes by the clock of the gateway. */
  void pass(long passing) {
    trace.say(() -> passing + " ms pass");
    passedMillis += passing;
  }

  /** The time of day. */
  long millis() {
    return BEGIN_MILLIS + passedMillis;
  }

  private void step() {
    nanos += renewalsRest ? 0 : random.nextLong(2_000_000);
    passedMillis += random.nextInt(GATEWAY_MILLIS_OF_STEP);
    if (store != null) {
      store.landSome();
    }
    switch (random.nextInt(10)) {
      case 0 -> client.step();
      case 1, 2 -> gatewayNode.step();
      case 3, 4, 5 -> nodes.get(random.nextInt(nodes.size())).step();
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
        if (report.findings().stream().anyMatch(RecoveryReport.SnapshotFallback.class::isInstance)
            && state != StateKind.HOSTILE_STORE) {
          throw new Divergence(node + " found a torn snapshot: " + report);
        }
      }

      @Override
      public void failed(PartitionName partition, String error, long pauseMillis) {
        // A disk that fails is the collector's business too: it stores results.
        if (!node.startsWith("gateway") || !faultInjector.diskFaultsDealt()) {
          throw new Divergence(node + ": " + partition + " failed: " + error);
        }
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

  /** Where a worker has its state. */
  Disk stateOfWorker(SimulatedDisk volume, Incarnation life) {
    return store == null ? mount(volume, life) : WorkerStore.disk(store, life);
  }

  @Nullable SimulatedObjectStore store() {
    return store;
  }

  SimulatedSource source() {
    return source;
  }

  /** Whether the gateway sends references: in every third schedule, without a draw. */
  boolean refers() {
    return parameters.sizes().chaosSteps() % 3 == 0;
  }

  StateKind state() {
    return state;
  }

  /** The stage of this partition, in one life of a node. */
  Stage stage(PartitionName partition, ResultSink results) {
    return parameters.topology().stage(partition.stage(), results);
  }

  SimulatedNode gateway() {
    return gatewayNode;
  }

  Receivers receivers() {
    return receivers;
  }

  Evidence evidence() {
    return evidence;
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
