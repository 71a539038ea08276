package dev.roastery.simulation;

import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.simulation.broker.BrokerFault;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.scenario.Divergence;
import dev.roastery.simulation.scenario.SimulatedTopology;
import dev.roastery.simulation.store.SimulatedObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The end of a schedule: whether it has come, and whether it is the right one. */
final class ScheduleVerdict {

  private static final Pattern FILE = Pattern.compile("[^/]+/(?:epoch|replay)-([0-9]+)(/.*)?");
  private static final Pattern NEEDED = Pattern.compile("/(segment|snapshot)-[0-9a-f]{16}");

  private static final Pattern OF_A_JOB =
      Pattern.compile("jobs/[0-9a-f-]{36}/(job.json|over|events-[0-9a-f]{16}|results/[a-z-]+.csv)");

  private static final Pattern PARTS = Pattern.compile("/parts(-[0-9]+)?/");

  private final World world;

  ScheduleVerdict(World world) {
    this.world = world;
  }

  /** Whether nothing more will happen and all participants have what they need. */
  boolean settled() {
    return world.broker().pending() == 0
        && world.client().content()
        && isEmpty(SimulatedTopology.GATEWAY_QUEUE)
        && everyNodeIsIdle()
        && everyPartitionIsOwned()
        && !anyRows()
        && isAtRest(world.store());
  }

  private static boolean isAtRest(@Nullable SimulatedObjectStore store) {
    return store == null || store.underWay() == 0;
  }

  /** Segments of the epochs that count, in which there are batches: of jobs that have ended. */
  private List<String> filesWithRows() {
    List<String> files = new ArrayList<>();
    for (SimulatedNode node : world.nodes()) {
      for (PartitionOwner owner : node.owners()) {
        if (owner.owning() && isOnVolume(node)) {
          files.addAll(rows(node, owner).segments());
        }
      }
    }
    return files;
  }

  private boolean anyRows() {
    for (SimulatedNode node : world.nodes()) {
      for (PartitionOwner owner : node.owners()) {
        if (owner.owning() && isOnVolume(node) && rows(node, owner).any()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * In a store, a call of long ago may take effect at any time, and bring back what was deleted.
   */
  private boolean isOnVolume(SimulatedNode node) {
    return world.store() == null || node == world.gateway();
  }

  private static JournalRows rows(SimulatedNode node, PartitionOwner owner) {
    PartitionReport report = owner.report();
    return new JournalRows(node.volume(), report.partition().toString(), report.epoch());
  }

  /** Whether all jobs have ended and left no rows: owners only renew their deeds from now on. */
  boolean onlyOwnersRemain() {
    return world.client().content() && everyPartitionIsOwned() && !anyRows();
  }

  private boolean isEmpty(String queue) {
    return world.broker().ready(queue) + world.broker().unacknowledged(queue) == 0;
  }

  private boolean everyNodeIsIdle() {
    for (SimulatedNode node : world.nodes()) {
      if (!node.up() || !node.idle()) {
        return false;
      }
    }
    return true;
  }

  private boolean everyPartitionIsOwned() {
    int owned = 0;
    for (SimulatedNode node : world.nodes()) {
      owned += node.owned();
    }
    return owned == world.partitions();
  }

  private List<PartitionOwner> owners() {
    List<PartitionOwner> owners = new ArrayList<>();
    world.nodes().forEach(node -> owners.addAll(node.owners()));
    return owners;
  }

  /** Throws when anything is left that should not be. */
  void checkNothingIsLeft() {
    for (PartitionOwner owner : owners()) {
      if (!owner.report().waitsFor().isEmpty()) {
        throw new Divergence("a ghost: " + owner.report());
      }
    }
    for (String queue : world.queues()) {
      if (!PartitionName.isCardQueue(queue) && !isEmpty(queue)) {
        throw new Divergence("queue " + queue + " is not empty");
      }
    }
    checkObjects(world.store());
    for (SimulatedNode node : world.nodes()) {
      for (PartitionOwner owner : node.owners()) {
        if (owner.owning() && isOnVolume(node)) {
          checkFiles(node.volume(), owner.report());
        }
      }
    }
    world.client().checkAll();
    checkFilesOfJobs();
    countBrokerFaults();
  }

  /** What comes late is not read: only that nothing was put aside can be told of the rest. */
  private static void checkObjects(@Nullable SimulatedObjectStore store) {
    for (String name : store == null ? List.<String>of() : store.names()) {
      if (name.contains("/quarantine/")) {
        throw new Divergence("a message was put aside: " + name);
      }
    }
  }

  private static boolean mayComeBack(String file) {
    return PARTS.matcher(file).find() || file.endsWith(".unfinished");
  }

  /**
   * Of jobs what the gateway needs of them. A power loss may bring back what was deleted of parts,
   * or leave a log that was being replaced, until the job is deleted.
   */
  private void checkFilesOfJobs() {
    for (String file : world.gateway().volume().files()) {
      if (file.startsWith("jobs/")
          && !OF_A_JOB.matcher(file).matches()
          && !(world.client().hasLostPower() && mayComeBack(file))
          && !world.faultInjector().diskFaultsDealt()) {
        throw new Divergence("a file that no job needs: " + file);
      }
    }
  }

  /**
   * Of the epoch that counts nothing but snapshots and segments; of older ones nothing. A claim
   * that came to nothing may have left a younger one behind, until the next owner.
   */
  private void checkFiles(SimulatedDisk volume, PartitionReport report) {
    for (String file : volume.files()) {
      if (file.startsWith(report.partition() + "/") && !belongs(file, report.epoch())) {
        throw new Divergence("a file that should not be there: " + file + " for " + report);
      }
    }
  }

  private boolean belongs(String file, long epochThatCounts) {
    Matcher matcher = FILE.matcher(file);
    if (!matcher.matches()) {
      return world.faultInjector().diskFaultsDealt() && !file.contains("quarantine");
    }
    long epoch = Long.parseLong(matcher.group(1));
    if (epoch != epochThatCounts) {
      return epoch > epochThatCounts || world.faultInjector().diskFaultsDealt() || isDiary(matcher);
    }
    return world.faultInjector().diskFaultsDealt()
        || (matcher.group(2) != null && NEEDED.matcher(matcher.group(2)).matches());
  }

  /** Of a claimant that had lost its place and died in its replay; the next replay deletes it. */
  private static boolean isDiary(Matcher file) {
    return file.group(2) == null;
  }

  /** Which process waits for what, for a schedule that does not end. */
  String waits() {
    StringBuilder text = new StringBuilder();
    world.client().waits().forEach(wait -> text.append("\n  client: ").append(wait));
    owners().forEach(owner -> text.append("\n  ").append(owner.report()));
    world
        .nodes()
        .forEach(node ->
            text.append("\n  ")
                .append(node.name())
                .append(node.up() ? " up" : " down")
                .append(node.idle() ? ", idle" : ", busy"));
    world.gateway().call(gateway -> text.append("\n  ").append(gateway));
    for (String queue : world.queues()) {
      text.append("\n  ")
          .append(queue)
          .append(": ")
          .append(world.broker().ready(queue))
          .append(" ready, ");
      text.append(world.broker().unacknowledged(queue)).append(" unacked, active ");
      text.append(world.broker().activeConsumer(queue));
    }
    filesWithRows().forEach(file -> text.append("\n  rows of ended jobs: ").append(file));
    text.append("\n  broker: ").append(world.broker().pending()).append(" pending");
    return text.toString();
  }

  private void countBrokerFaults() {
    world
        .counts()
        .faults(SimulatedFault.BROKER_RESTARTED, world.broker().struck(BrokerFault.RESTART));
    world.counts().faults(SimulatedFault.BROKER_ALARM, world.broker().struck(BrokerFault.ALARM));
    world
        .counts()
        .faults(
            SimulatedFault.DUPLICATE_DELIVERY,
            world.broker().struck(BrokerFault.MESSAGE_DUPLICATED));
    world
        .counts()
        .faults(
            SimulatedFault.REORDERED,
            world.broker().struck(BrokerFault.PUBLICATION_OVERTAKES)
                + world.broker().struck(BrokerFault.RETURN_SHUFFLED)
                + world.broker().struck(BrokerFault.RETURN_TO_TAIL));
    world
        .counts()
        .faults(SimulatedFault.DELAYED, world.broker().struck(BrokerFault.PUBLICATION_LATE));
  }
}
