package dev.roastery.simulation;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.storage.Disk;
import dev.roastery.simulation.broker.BrokerFault;
import dev.roastery.simulation.broker.BrokerFaults;
import dev.roastery.simulation.broker.SimulatedBroker;
import dev.roastery.simulation.disk.PowerLoss;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Says how many schedules and effects a second the two ports alone allow: nodes that write to the
 * disk what they receive, force, acknowledge and publish, and crash about twenty times.
 */
final class PortsSpeed {

  private static final int CRASHES = 20;
  private static final int TURNS_PER_LIFE = 6;

  private static long effects;

  private PortsSpeed() {}

  public static void main(String[] arguments) throws IOException {
    for (int round = 0; round < 6; round++) {
      effects = 0;
      long began = System.nanoTime();
      int schedules = 20_000;
      for (int seed = 0; seed < schedules; seed++) {
        schedule(seed);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "%,.0f schedules/s, %,.0f effects and steps/s, %d of them a schedule%n",
          schedules / seconds, effects / seconds, effects / schedules);
    }
  }

  private static void schedule(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedDisk volume = new SimulatedDisk(random);
    BrokerFaults faults =
        BrokerFaults.NONE
            .with(BrokerFault.PUBLICATION_LATE, 0.1)
            .with(BrokerFault.MESSAGE_DUPLICATED, 0.1)
            .with(BrokerFault.RESTART, 0.002);
    SimulatedBroker broker = new SimulatedBroker(random, faults);
    for (int crash = 0; crash < CRASHES; crash++) {
      Incarnation life = new Incarnation("node", new Counter());
      new Node(life, volume, broker, crash).live(random);
      life.end();
      if (crash % 2 == 0) {
        volume.powerLoss(PowerLoss.RANDOM);
      }
    }
  }

  private static final class Counter implements EffectHook {

    @Override
    public void before(Effect effect, String target, long amount) {
      effects++;
    }
  }

  private static final class Node implements SessionListener {

    private final Disk disk;
    private final SimulatedBroker broker;
    private final Transport transport;
    private final int epoch;
    private final ArrayDeque<Delivery> inbox = new ArrayDeque<>();
    private Session session;

    Node(Incarnation life, SimulatedDisk volume, SimulatedBroker broker, int epoch) {
      this.disk = volume.mount(life);
      this.broker = broker;
      this.transport = broker.connect(life);
      this.epoch = epoch;
      transport.declare(List.of("in"));
      open();
    }

    private void open() {
      inbox.clear();
      session = transport.open(this);
      session.subscribe("in", 10);
    }

    void live(SplittableRandom random) throws IOException {
      for (String name : disk.list("")) {
        disk.read(name);
        if (random.nextInt(4) == 0) {
          disk.delete(name);
        }
      }
      Disk.File journal = disk.create("journal-" + epoch + ".tmp");
      disk.rename("journal-" + epoch + ".tmp", "journal-" + epoch);
      disk.syncDirectory("");
      Parcel parcel = new Parcel(new byte[40], "id", "type", "job", "sender");
      for (int turn = 0; turn < TURNS_PER_LIFE; turn++) {
        transport.publish("in", parcel, () -> {});
        for (int step = 0; step < 6 && broker.step(); step++) {
          effects++;
        }
        while (!inbox.isEmpty()) {
          Delivery delivery = inbox.removeFirst();
          journal.append(ByteBuffer.wrap(delivery.body()));
          if (inbox.isEmpty()) {
            journal.force();
          }
          session.acknowledge(delivery.tag());
        }
      }
    }

    @Override
    public void delivered(Delivery delivery) {
      inbox.add(delivery);
    }

    @Override
    public void lost(String reason) {
      open();
    }
  }
}
