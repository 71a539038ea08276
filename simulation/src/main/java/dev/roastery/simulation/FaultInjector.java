package dev.roastery.simulation;

import dev.roastery.common.fault.Fatal;
import dev.roastery.simulation.broker.BrokerFault;
import dev.roastery.simulation.broker.BrokerFaults;
import dev.roastery.simulation.disk.DiskFaults;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.store.StateKind;

/** Injects a schedule's faults, with the probabilities of its parameters. */
final class FaultInjector {

  private final World world;
  private boolean diskFaultsDealt;

  FaultInjector(World world) {
    this.world = world;
  }

  /** The faults that the broker injects itself. */
  static BrokerFaults ofBroker(ScheduleParameters parameters) {
    double late = parameters.deliveries().delay();
    return BrokerFaults.NONE
        .with(BrokerFault.PUBLICATION_LATE, late / 4)
        .with(BrokerFault.CONFIRM_LATE, late / 2)
        .with(BrokerFault.LOSS_NOTICED_LATE, late)
        .with(BrokerFault.PUBLICATION_REFUSED, parameters.deliveries().reorder() / 8)
        .with(BrokerFault.PUBLICATION_OVERTAKES, parameters.deliveries().reorder())
        .with(BrokerFault.RETURN_SHUFFLED, parameters.deliveries().reorder())
        .with(BrokerFault.RETURN_TO_TAIL, parameters.deliveries().reorder())
        .with(BrokerFault.MESSAGE_DUPLICATED, parameters.deliveries().duplicates())
        .with(BrokerFault.PUBLISHING_CUT, chance(parameters.pauses().pause()))
        .with(BrokerFault.SESSIONS_CUT, chance(parameters.pauses().pause()))
        .with(BrokerFault.RESTART, chance(parameters.outages().brokerRestart()))
        .with(BrokerFault.ALARM, chance(parameters.outages().brokerAlarm()));
  }

  private static double chance(int ofMillion) {
    return (double) ofMillion / ScheduleParameters.MILLION;
  }

  /** Injects what the dice say, often nothing. */
  void maybeInject() {
    if (world.strikes(world.parameters().outages().kill())) {
      node().kill();
      world.counts().fault(SimulatedFault.NODE_KILLED);
    }
    if (world.strikes(world.parameters().outages().kill())) {
      node().stopGracefully();
    }
    if (world.strikes(world.parameters().outages().powerLoss())) {
      losePower();
    }
    if (world.strikes(world.parameters().pauses().pause())) {
      pauseOrWake(node());
    }
    if (world.strikes(world.parameters().pauses().wake())) {
      world.nodes().stream().filter(SimulatedNode::paused).findFirst().ifPresent(this::pauseOrWake);
    }
    if (world.strikes(world.parameters().diskFault())) {
      dealDiskFault(world.volumes().get(world.random().nextInt(world.volumes().size())));
    }
    if (world.strikes(world.parameters().clients().cancel())) {
      world.client().cancelOne();
    }
    if (world.strikes(world.parameters().clients().breakOff())) {
      world.client().breakOffOne();
    }
    if (world.strikes(world.parameters().clients().timePasses())) {
      world.counts().fault(SimulatedFault.TIME_PASSED);
      world.pass(someTime());
    }
    if (world.strikes(world.parameters().clients().away())) {
      world.counts().fault(SimulatedFault.GATEWAY_AWAY);
      world.gateway().kill();
      world.pass(someTime());
    }
    if (world.strikes(ScheduleParameters.MILLION / 8)) {
      world.revive();
    }
  }

  /** Around the times that mean something to a gateway: its pauses, its limits. */
  private long someTime() {
    long abandoned = World.ABANDONED_AFTER.toMillis();
    long[] times = {2_000, 70_000, 700_000, 1_900_000, abandoned / 4 + 60_000, abandoned + 60_000};
    return world.random().nextLong(times[world.random().nextInt(times.length)]) + 1;
  }

  private SimulatedNode node() {
    return world.nodes().get(world.random().nextInt(world.nodes().size()));
  }

  private void losePower() {
    PowerLoss outcome = anyOutcome();
    if (world.random().nextInt(4) == 0) {
      world.counts().fault(SimulatedFault.ALL_NODES_AT_ONCE);
      world.volumes().forEach(volume -> losePower(volume, outcome));
    } else {
      losePower(world.volumes().get(world.random().nextInt(world.volumes().size())), outcome);
    }
  }

  /** RANDOM, of which every other one is a special case, is as likely as all of them together. */
  private PowerLoss anyOutcome() {
    PowerLoss[] outcomes = PowerLoss.values();
    return world.random().nextBoolean()
        ? PowerLoss.RANDOM
        : outcomes[world.random().nextInt(outcomes.length)];
  }

  private void losePower(SimulatedDisk volume, PowerLoss outcome) {
    world.trace().say(() -> "power loss, " + outcome);
    world.counts().fault(SimulatedFault.valueOf("POWER_LOSS_" + outcome));
    if (volume == world.gateway().volume()) {
      world.client().powerLost();
    }
    world.nodes().stream().filter(node -> node.volume() == volume).forEach(SimulatedNode::kill);
    volume.powerLoss(outcome);
  }

  private void pauseOrWake(SimulatedNode node) {
    if (node.up() && !node.paused()) {
      node.pause();
      world.counts().fault(SimulatedFault.NODE_PAUSED);
      world.trace().say(() -> node.name() + " is paused");
    } else if (node.paused()) {
      node.resume();
      world.counts().fault(SimulatedFault.ZOMBIE_WOKEN);
      world.trace().say(() -> node.name() + " wakes");
    }
  }

  /** While a job is created, which happens too seldom to be met by chance. */
  void maybeFailForceOfGateway() {
    if (world.strikes(50 * world.parameters().diskFault())) {
      diskFaultsDealt = true;
      world.gateway().volume().faults().failForce(1 + world.random().nextInt(3));
      world.counts().fault(SimulatedFault.FORCE_FAILED);
    }
  }

  private void dealDiskFault(SimulatedDisk volume) {
    diskFaultsDealt = true;
    switch (world.random().nextInt(3)) {
      case 0 -> {
        volume.faults().failForce(1 + world.random().nextInt(3));
        world.counts().fault(SimulatedFault.FORCE_FAILED);
      }
      case 1 -> {
        DiskFaults.Failure[] ways = DiskFaults.Failure.values();
        volume
            .faults()
            .failCall(1 + world.random().nextInt(20), ways[world.random().nextInt(ways.length)]);
        world.counts().fault(SimulatedFault.DISK_CALL_FAILED);
      }
      default -> {
        volume.faults().limitSpace(volume.totalBytes() + world.random().nextInt(2_000));
        world.counts().fault(SimulatedFault.DISK_FULL);
      }
    }
  }

  /** A node crashed, and with it perhaps the power of its machine failed. */
  void crashed(SimulatedNode node) {
    PowerLoss outcome = world.crashes().powerLoss();
    if (outcome != null) {
      losePower(node.volume(), outcome);
    } else if (world.strikes(world.parameters().crashing().isPowerLoss())) {
      losePower(node.volume(), anyOutcome());
    }
  }

  /** A node ended itself: fine when a fault made it, and a divergence otherwise. */
  void died(SimulatedNode node, Fatal fatal) {
    world.counts().fatal(fatal.reason());
    switch (fatal.reason()) {
      case FENCED -> {}
      case FORCE_FAILED, NO_SPACE, DISK_UNREADABLE, DISK_UNWRITABLE -> {
        if (!diskFaultsDealt && world.state() != StateKind.HOSTILE_STORE) {
          throw new Divergence(node.name() + " died without a fault", fatal);
        }
        node.volume().faults().limitSpace(Long.MAX_VALUE);
      }
      case VOLUME_LOST, VOLUME_STALE, SNAPSHOT_CORRUPT, JOURNAL_CORRUPT -> {
        if (world.state() != StateKind.HOSTILE_STORE || node == world.gateway()) {
          throw new Divergence(node.name() + " died", fatal);
        }
      }
      default -> throw new Divergence(node.name() + " died", fatal);
    }
  }

  /** The faults stop: nothing more strikes, and what is broken works again. */
  void end() {
    world.trace().say(() -> "the faults stop");
    world.broker().become(BrokerFaults.NONE);
    world.broker().endAlarm();
    for (SimulatedDisk volume : world.volumes()) {
      volume.faults().limitSpace(Long.MAX_VALUE);
      volume.faults().failCall(Integer.MAX_VALUE, DiskFaults.Failure.BEFORE);
      volume.faults().failForce(Integer.MAX_VALUE);
    }
    world.nodes().forEach(SimulatedNode::resume);
  }

  /** Whether a process may have died half-way through anything because of its disk. */
  boolean diskFaultsDealt() {
    return diskFaultsDealt;
  }
}
