package dev.roastery.simulation;

import dev.roastery.common.fault.Fatal;
import dev.roastery.simulation.broker.BrokerFault;
import dev.roastery.simulation.broker.BrokerFaults;
import dev.roastery.simulation.disk.DiskFaults;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;

/** Deals a schedule's faults, as its swarm draws them. */
final class Troubles {

  private final World world;
  private boolean diskFaultsDealt;

  Troubles(World world) {
    this.world = world;
  }

  /** The troubles that the broker deals itself. */
  static BrokerFaults ofBroker(Swarm swarm) {
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

  /** Deals whatever strikes now. */
  void perhaps() {
    if (world.strikes(world.swarm().kill())) {
      node().kill();
      world.tally().fault(FaultKind.NODE_KILLED);
    }
    if (world.strikes(world.swarm().kill())) {
      node().stopGracefully();
    }
    if (world.strikes(world.swarm().powerLoss())) {
      losePower();
    }
    if (world.strikes(world.swarm().pause())) {
      pauseOrWake(node());
    }
    if (world.strikes(world.swarm().wake())) {
      world.nodes().stream().filter(Node::paused).findFirst().ifPresent(this::pauseOrWake);
    }
    if (world.strikes(world.swarm().diskFault())) {
      dealDiskFault(world.volumes().get(world.random().nextInt(world.volumes().size())));
    }
    if (world.strikes(world.swarm().cancel() / 50)) {
      world.client().cancelOne();
    }
    if (world.strikes(Swarm.MILLION / 8)) {
      world.revive();
    }
  }

  private Node node() {
    return world.nodes().get(world.random().nextInt(world.nodes().size()));
  }

  private void losePower() {
    PowerLoss outcome = anyOutcome();
    if (world.random().nextInt(4) == 0) {
      world.tally().fault(FaultKind.ALL_NODES_AT_ONCE);
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
    world.tally().fault(FaultKind.valueOf("POWER_LOSS_" + outcome));
    world.nodes().stream().filter(node -> node.volume() == volume).forEach(Node::kill);
    volume.powerLoss(outcome);
  }

  private void pauseOrWake(Node node) {
    if (node.up() && !node.paused()) {
      node.pause();
      world.tally().fault(FaultKind.NODE_PAUSED);
      world.trace().say(() -> node.name() + " is paused");
    } else if (node.paused()) {
      node.resume();
      world.tally().fault(FaultKind.ZOMBIE_WOKEN);
      world.trace().say(() -> node.name() + " wakes");
    }
  }

  private void dealDiskFault(SimulatedDisk volume) {
    diskFaultsDealt = true;
    switch (world.random().nextInt(3)) {
      case 0 -> {
        volume.faults().failForce(1 + world.random().nextInt(3));
        world.tally().fault(FaultKind.FORCE_FAILED);
      }
      case 1 -> {
        DiskFaults.Failure[] ways = DiskFaults.Failure.values();
        volume
            .faults()
            .failCall(1 + world.random().nextInt(20), ways[world.random().nextInt(ways.length)]);
        world.tally().fault(FaultKind.DISK_CALL_FAILED);
      }
      default -> {
        volume.faults().limitSpace(volume.totalBytes() + world.random().nextInt(2_000));
        world.tally().fault(FaultKind.DISK_FULL);
      }
    }
  }

  /** A node crashed, and with it perhaps the power of its machine failed. */
  void crashed(Node node) {
    PowerLoss outcome = world.crashes().powerLoss();
    if (outcome != null) {
      losePower(node.volume(), outcome);
    } else if (world.strikes(world.swarm().crashIsPowerLoss())) {
      losePower(node.volume(), anyOutcome());
    }
  }

  /** A node ended itself: fine when a fault made it, and a divergence otherwise. */
  void died(Node node, Fatal fatal) {
    world.tally().fatal(fatal.reason());
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
    world.nodes().forEach(Node::resume);
  }

  /** Whether a process may have died half-way through anything because of its disk. */
  boolean diskFaultsDealt() {
    return diskFaultsDealt;
  }
}
