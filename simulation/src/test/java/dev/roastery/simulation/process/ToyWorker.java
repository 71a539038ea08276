package dev.roastery.simulation.process;

import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.host.PartitionThread;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.simulation.disk.ForcedOtherwise;
import dev.roastery.simulation.toy.CollectStage;
import dev.roastery.simulation.toy.JoinStage;
import dev.roastery.simulation.toy.SumStage;
import dev.roastery.simulation.toy.TopStage;
import dev.roastery.simulation.toy.ToyPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that owns, or stands in line for, all partitions of some stages. It reports what it
 * does on standard output ({@link Voice}), and takes commands of the tests on standard input
 * ({@link Orders}). SIGTERM stops it cleanly.
 */
public final class ToyWorker {

  private static final long STOP_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ToyArguments arguments;
  private final Orders orders;
  private final RabbitTransport transport;
  private final List<Seat> seats = new ArrayList<>();

  /** One partition's thread; the owner exists once the thread runs. */
  record Seat(PartitionThread thread, CompletableFuture<PartitionOwner> owner) {}

  private ToyWorker(ToyArguments arguments) {
    this.arguments = arguments;
    this.orders = new Orders(arguments.volume());
    this.transport = RabbitTransport.connect(arguments.rabbit(), ToyWorker::die);
  }

  public static void main(String[] args) {
    try {
      new ToyWorker(ToyArguments.parse(args)).run();
    } catch (Fatal fatal) {
      die(fatal);
    } catch (IllegalArgumentException wrong) {
      Voice.complain("usage " + wrong.getMessage());
      Runtime.getRuntime().halt(2);
    }
  }

  /** Runs once: a second caller waits here for the end. */
  private static synchronized void die(Fatal fatal) {
    Voice.complain("fatal " + fatal.getMessage());
    Runtime.getRuntime().halt(fatal.reason().exitCode());
  }

  private void run() {
    orders.armFromEnvironment();
    Disk disk =
        new ForcedOtherwise(
            new FileDisk(Path.of(arguments.volume())),
            file -> {
              orders.slowDown();
              file.force();
            });
    transport.declare(arguments.plan().queues());
    for (PartitionName partition : arguments.partitions()) {
      seats.add(seat(partition, disk));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    seats.forEach(seat -> {
      seat.thread().start();
      seat.thread().later(() -> Voice.say("standing in line"));
    });
    orders.follow(seats);
  }

  private Seat seat(PartitionName partition, Disk disk) {
    CompletableFuture<PartitionOwner> owner = new CompletableFuture<>();
    PartitionThread thread =
        new PartitionThread(
            partition,
            inbox -> {
              OwnerPorts ports =
                  new OwnerPorts(
                      disk,
                      transport,
                      ToyPlan.GATEWAY_QUEUE,
                      orders,
                      () -> UUID.randomUUID().toString(),
                      UUID::randomUUID,
                      inbox,
                      PartitionThread::pause,
                      new Voice());
              owner.complete(
                  new PartitionOwner(partition, stage(partition), ports, arguments.settings()));
              return owner.join();
            },
            ToyWorker::die);
    return new Seat(thread, owner);
  }

  private Stage stage(PartitionName partition) {
    return switch (partition.stage()) {
      case "sum" -> new PoisonedStage(new SumStage(), arguments.poison());
      case "top" -> new TopStage();
      case "join" -> new JoinStage();
      case "collector" -> CollectStage.toClient();
      default -> throw new IllegalArgumentException("no stage of the toy: " + partition.stage());
    };
  }

  /** SIGTERM: the parent process kills this one anyway if it takes too long. */
  private void stop() {
    Voice.say("stopping");
    long deadline = System.nanoTime() + STOP_LIMIT_NANOS;
    List<Thread> closers =
        seats.stream().map(seat -> Thread.ofPlatform().start(seat.thread()::close)).toList();
    boolean stopped = true;
    for (Thread closer : closers) {
      stopped &= ends(closer, deadline);
    }
    if (stopped) {
      transport.close();
    }
    Voice.say(stopped ? "stopped" : "not stopped in time");
    Runtime.getRuntime().halt(stopped ? 0 : 1);
  }

  private static boolean ends(Thread closer, long deadline) {
    try {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      closer.join(Math.max(1, left));
      return !closer.isAlive();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the shutdown must not be interrupted", e);
    }
  }
}
