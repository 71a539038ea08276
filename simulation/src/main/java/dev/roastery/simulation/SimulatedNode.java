package dev.roastery.simulation;

import dev.roastery.common.broker.QueueRoom;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.Preference;
import dev.roastery.common.partition.poison.SuspectTurn;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.collect.ResultSink;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import dev.roastery.simulation.gateway.SimulatedGateway;
import dev.roastery.simulation.source.SimulatedReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A simulated process: an owner for each partition of its stage, as a real worker has them; and the
 * job core, when it is the gateway.
 */
final class SimulatedNode implements EffectHook {

  /** Some jobs end in this time, in many schedules. */
  private static final long ENDED_KEPT_MILLIS = 50;

  /** After each message that goes out at a gate, the next one waits until the queue is short. */
  private static final QueueRoom.Limits ROOM_FOR_ONE = new QueueRoom.Limits(1, 0);

  private final World world;
  private final String name;
  private final SimulatedDisk volume;
  private final List<PartitionName> partitions;
  private final @Nullable GatewayMaker makesGateway;
  private final List<Seat> seats = new ArrayList<>();
  private @Nullable Incarnation life;
  private @Nullable SimulatedGateway gateway;
  private boolean paused;
  private boolean standsStill;
  private long upSinceMillis;
  private int lives;
  private int nonces;

  /** What this life of the process has of memory for working states. */
  private MemoryBudget memory = MemoryBudget.unlimited();

  /**
   * A create in a store decides between nodes, so what others do just before it matters more than
   * elsewhere.
   */
  private static final int PAUSES_AT_CREATE = 10;

  /** What this life of the process reads of parts. */
  private SimulatedReader reader;

  /** One partition's owner with its inbox. */
  private static final class Seat {
    final Deque<Runnable> inbox = new ArrayDeque<>();
    @Nullable PartitionOwner owner;
  }

  /** The gateway's job core, in one life of its process. */
  interface GatewayMaker {
    SimulatedGateway make(Disk disk, Transport transport, CrashPoints crash);
  }

  /** A worker. */
  SimulatedNode(World world, String name, SimulatedDisk volume, List<PartitionName> partitions) {
    this(world, name, volume, partitions, null);
  }

  /** A process that is a gateway too, if it is given one. */
  SimulatedNode(
      World world,
      String name,
      SimulatedDisk volume,
      List<PartitionName> partitions,
      @Nullable GatewayMaker makesGateway) {
    this.world = world;
    this.name = name;
    this.volume = volume;
    this.partitions = partitions;
    this.makesGateway = makesGateway;
    this.reader = world.source().reader();
  }

  String name() {
    return name;
  }

  SimulatedDisk volume() {
    return volume;
  }

  boolean up() {
    return life != null;
  }

  long upSinceMillis() {
    return upSinceMillis;
  }

  boolean paused() {
    return paused;
  }

  @Nullable Incarnation life() {
    return life;
  }

  void start() {
    Incarnation begun = new Incarnation(name + "." + ++lives, this);
    life = begun;
    seats.clear();
    gateway = null;
    memory = MemoryBudget.of(world.parameters().memoryBytes());
    reader = world.source().reader();
    upSinceMillis = world.millis();
    world.trace().say(() -> begun.node() + " starts");
    alive(() -> {
      Transport broker = world.connect(begun);
      boolean refers = makesGateway != null && world.refers();
      Transport transport = refers ? world.source().of(broker) : broker;
      transport.declare(world.queues());
      Disk disk =
          makesGateway == null ? world.stateOfWorker(volume, begun) : world.mount(volume, begun);
      SimulatedGateway core =
          makesGateway == null ? null : makesGateway.make(disk, transport, crashPoints());
      for (PartitionName partition : partitions) {
        Seat seat = new Seat();
        ResultSink results = core == null ? World.NO_RESULTS : core.results();
        seat.owner =
            owner(begun, disk, transport, partition, world.stage(partition, results), seat);
        seats.add(seat);
        seat.owner.start(world.nanos());
      }
      if (core != null) {
        core.start();
        gateway = core;
      }
    });
  }

  private PartitionOwner owner(
      Incarnation begun,
      Disk disk,
      Transport transport,
      PartitionName partition,
      Stage stage,
      Seat seat) {
    ScheduleParameters parameters = world.parameters();
    PartitionOwner.OwnerPorts ports =
        new PartitionOwner.OwnerPorts(
            disk,
            transport,
            world.gatewayQueue(),
            crashPoints(),
            () -> begun.node() + "/" + ++nonces,
            () -> new UUID(7, world.nextVolume()),
            seat.inbox::add,
            _ -> {},
            world.watcher(begun.node()),
            memory,
            SuspectTurn.alone(),
            reader);
    PersistenceSettings persistence =
        new PersistenceSettings(
            parameters.sizes().commitInterval(),
            1 << 16,
            parameters.sizes().segmentBytes(),
            ENDED_KEPT_MILLIS);
    PartitionSettings settings =
        new PartitionSettings(
            parameters.sizes().groupMax(),
            8,
            1_000_000,
            deedRenewalMillis(),
            RetryPolicy.defaults(),
            1_000,
            persistence,
            parameters.sizes().groupMax() == 1 ? ROOM_FOR_ONE : QueueRoom.Limits.standard());
    return new PartitionOwner(partition, stage, ports, settings, preference(partition));
  }

  /** Often; but with many partitions not so often that the broker never has nothing to do. */
  private long deedRenewalMillis() {
    return 200L * Math.max(1, world.partitions() - 7);
  }

  /** The preference of nodes that share their partitions, with shorter times. */
  private Preference preference(PartitionName partition) {
    if (makesGateway != null) {
      return new Preference.Indifferent();
    }
    int number = name.charAt(name.indexOf('@') + 1) - '0';
    return switch (Preference.of(partition, number, world.parameters().sizes().nodesPerStage())) {
      case Preference.Indifferent it -> it;
      case Preference.Preferred _ -> new Preference.Preferred(100);
      case Preference.Spare _ -> new Preference.Spare(30, 50);
    };
  }

  private CrashPoints crashPoints() {
    return new CrashPoints() {
      @Override
      public void reached(CrashPoint point) {
        world.counts().point(point);
        if (world.strikes(world.parameters().crashing().atPoint())) {
          world.counts().fault(SimulatedFault.CRASH_AT_POINT);
          world.trace().say(() -> name + " crashes at " + point);
          throw died("at " + point);
        }
      }
    };
  }

  private SimulatedCrash died(String where) {
    Incarnation current = life;
    return current == null ? new SimulatedCrash(where) : current.crash(where);
  }

  /** Does one thing, if there is one to do. */
  void step() {
    if (life == null || paused || standsStill || seats.isEmpty()) {
      return;
    }
    SimulatedGateway core = gateway;
    if (core != null && world.random().nextInt(4) > 0) {
      alive(core::work);
      return;
    }
    reader.step();
    Seat seat = seats.get(world.random().nextInt(seats.size()));
    PartitionOwner owner = seat.owner;
    if (owner != null) {
      alive(() -> {
        int items = world.random().nextInt(4);
        for (Runnable next; items >= 0 && (next = seat.inbox.poll()) != null; items--) {
          next.run();
        }
        owner.work(world.nanos());
      });
    }
  }

  /**
   * Runs a client's call in the gateway; false when there is no answer, because the process is not
   * there or dies of it.
   */
  boolean call(Consumer<SimulatedGateway> question) {
    SimulatedGateway core = gateway;
    if (core == null || life == null || paused || standsStill) {
      return false;
    }
    boolean[] answered = new boolean[1];
    alive(() -> {
      question.accept(core);
      answered[0] = true;
    });
    if (!answered[0]) {
      world.counts().fault(SimulatedFault.ANSWER_LOST);
    }
    return answered[0];
  }

  /** Whether the gateway's job core has nothing to do but to wait. */
  boolean waits() {
    return gateway != null && gateway.idle();
  }

  /** When the gateway has something to do by itself; {@link Long#MAX_VALUE} when never. */
  long nextMillis() {
    return gateway == null ? Long.MAX_VALUE : gateway.nextMillis();
  }

  /** Runs the node's code; it may end the node. */
  private void alive(Runnable code) {
    Incarnation mine = life;
    try {
      code.run();
    } catch (SimulatedCrash crash) {
      if (life == mine) {
        world.trace().say(() -> name + " crashed: " + crash.getMessage());
        world.counts().crash();
        if (makesGateway != null) {
          world.counts().fault(SimulatedFault.GATEWAY_CRASHED);
        }
        gone();
        world.faultInjector().crashed(this);
      }
    } catch (Fatal fatal) {
      if (life == mine) {
        world.trace().say(() -> name + " ends itself: " + fatal.getMessage());
        world.faultInjector().died(this, fatal);
        kill();
      }
    }
  }

  /** The process ends now; what it had under way at its ports ends with it. */
  void kill() {
    Incarnation current = life;
    if (current != null) {
      current.end();
      gone();
    }
  }

  private void gone() {
    life = null;
    paused = false;
    gateway = null;
    seats.clear();
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
  }

  /** A SIGTERM; a paused process does not receive it. */
  void stopGracefully() {
    if (life != null && !paused && !standsStill) {
      world.counts().fault(SimulatedFault.NODE_STOPPED);
      SimulatedGateway core = gateway;
      alive(() -> {
        owners().forEach(PartitionOwner::stop);
        if (core != null) {
          core.close();
        }
      });
      kill();
    }
  }

  boolean idle() {
    if ((gateway != null && !gateway.idle()) || !reader.idle()) {
      return false;
    }
    for (Seat seat : seats) {
      if (!seat.inbox.isEmpty() || (seat.owner != null && seat.owner.hasWork())) {
        return false;
      }
    }
    return true;
  }

  /** How many partitions this node owns. */
  int owned() {
    int owned = 0;
    for (Seat seat : seats) {
      owned += seat.owner != null && seat.owner.owning() ? 1 : 0;
    }
    return owned;
  }

  List<PartitionOwner> owners() {
    List<PartitionOwner> owners = new ArrayList<>(seats.size());
    for (Seat seat : seats) {
      owners.add(Objects.requireNonNull(seat.owner));
    }
    return owners;
  }

  // ---- what the disk and the broker tell of this node's effects

  @Override
  public void before(Effect effect, String target, long amount) {
    world.counts().effect();
    world.trace().say(() -> name + " " + effect + " " + target + " " + amount);
    pauseWithin(effect);
    if (world.crashesBefore(nameOfLife())) {
      world.counts().fault(SimulatedFault.CRASH_BEFORE_EFFECT);
      throw new SimulatedCrash("before " + effect);
    }
  }

  private String nameOfLife() {
    return name + "." + lives;
  }

  /**
   * The process pauses right here while other processes continue; then it resumes as if nothing had
   * happened.
   */
  private void pauseWithin(Effect effect) {
    Incarnation mine = life;
    int often = effect == Effect.STORE_CREATE ? PAUSES_AT_CREATE : 1;
    if (mine == null
        || standsStill
        || !world.strikes(often * world.parameters().pauses().atEffect())) {
      return;
    }
    world.counts().fault(SimulatedFault.PAUSED_WITHIN_EFFECT);
    world.trace().say(() -> mine.node() + " stands still");
    standsStill = true;
    world.goOnWithout();
    standsStill = false;
    if (mine.over()) {
      throw new SimulatedCrash("killed while it stood still");
    }
    world.trace().say(() -> mine.node() + " goes on");
  }

  @Override
  public int cutsAppendAt(String target, int size) {
    if (size > 0 && world.strikes(world.parameters().crashing().withinAppend())) {
      world.counts().fault(SimulatedFault.CRASH_WITHIN_APPEND);
      return world.random().nextInt(size);
    }
    return size;
  }

  @Override
  public void after(Effect effect, String target, long amount) {
    if (world.crashesAfter(nameOfLife())) {
      world.counts().fault(SimulatedFault.CRASH_AFTER_EFFECT);
      throw new SimulatedCrash("after " + effect);
    }
  }
}
