package dev.roastery.embedded;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.host.PartitionThread;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.topology.JobTopology;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One partition's thread; when it crashes, another one in its place, which recovers. */
final class RestartingPartition {

  private final PartitionName name;
  private final Stage stage;
  private final ClusterPorts ports;
  private final AtomicLong nonces = new AtomicLong();

  // Guarded by this.
  private WorkerTransport transport;
  private PartitionThread thread;
  private boolean closing;

  RestartingPartition(PartitionName name, Stage stage, ClusterPorts ports) {
    this.name = name;
    this.stage = stage;
    this.ports = ports;
    this.transport = new WorkerTransport(ports.transport());
    this.thread = thread(transport);
  }

  private PartitionThread thread(WorkerTransport mine) {
    return new PartitionThread(name, inbox -> owner(mine, inbox), this::ended);
  }

  private PartitionOwner owner(WorkerTransport mine, Consumer<Runnable> inbox) {
    OwnerPorts owner =
        new OwnerPorts(
            ports.disk(),
            mine,
            JobTopology.GATEWAY_QUEUE,
            ports.crashPoints().apply(name),
            () -> name + "/" + nonces.incrementAndGet(),
            UUID::randomUUID,
            inbox,
            PartitionThread::pause,
            ports.listener(),
            ports.memory());
    return new PartitionOwner(name, stage, owner, ports.settings());
  }

  synchronized void start() {
    thread.start();
  }

  private void ended(Fatal fatal) {
    if (fatal.getCause() instanceof WorkerCrash) {
      revive();
    } else {
      ports.onFatal().accept(fatal);
    }
  }

  private synchronized void revive() {
    transport.close();
    if (!closing) {
      transport = new WorkerTransport(ports.transport());
      thread = thread(transport);
      thread.start();
    }
  }

  void close() {
    PartitionThread last;
    synchronized (this) {
      closing = true;
      last = thread;
    }
    last.close();
  }
}
