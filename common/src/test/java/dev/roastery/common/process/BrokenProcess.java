package dev.roastery.common.process;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.host.PartitionThread;
import dev.roastery.common.partition.ownership.PartitionOwner;
import dev.roastery.common.partition.ownership.PartitionOwner.OwnerPorts;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.WorkflowNode;
import dev.roastery.common.workflow.engine.Engine;
import dev.roastery.common.workflow.engine.Listener;
import dev.roastery.common.workflow.engine.ThreadHost;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** A process in which a promise is found broken; it would run for ever otherwise. */
final class BrokenProcess {

  /** Where that is. */
  enum Place {
    THREAD_WITHOUT_AN_OWNER,
    STAGE,
    WORKFLOW_STEP
  }

  private static final PartitionName NAME = new PartitionName("tally", 0);

  private BrokenProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    NodeProcess.dieOfUncaught();
    switch (Place.valueOf(arguments[0])) {
      case THREAD_WITHOUT_AN_OWNER ->
          Thread.startVirtualThread(() -> {
            throw broken();
          });
      case STAGE -> stage();
      case WORKFLOW_STEP -> step();
    }
    new CountDownLatch(1).await();
  }

  private static Fatal broken() {
    return new Fatal(
        FatalReason.NO_SPACE, "planted by a test", new IllegalStateException("the cause"));
  }

  private static void stage() {
    InProcessTransport transport =
        new InProcessTransport(InProcessLimits.usual(), NodeProcess::die);
    transport.declare(List.of(NAME.queue(), NAME.cardQueue()));
    PartitionThread thread =
        new PartitionThread(
            NAME,
            inbox ->
                new PartitionOwner(
                    NAME,
                    (_, _, _) -> {
                      throw broken();
                    },
                    new OwnerPorts(
                        new MemoryDisk(),
                        transport,
                        "gateway",
                        CrashPoints.none(),
                        () -> UUID.randomUUID().toString(),
                        UUID::randomUUID,
                        inbox,
                        PartitionThread::pause,
                        new NodeLog()),
                    PartitionSettings.defaults()),
            NodeProcess::die);
    thread.start();
    Message job = new Message.Job(new JobId(new UUID(1, 1), 1), "a plan");
    transport.publish(NAME.queue(), Parcel.of(job, "a test"), () -> {});
  }

  private static void step() {
    Workflow workflow =
        Workflow.named("one")
            .node(
                WorkflowNode.named(
                    "step",
                    _ -> {
                      throw broken();
                    }))
            .edge("step", "DONE")
            .success("DONE")
            .failure("FAILED")
            .cancelled("CANCELLED")
            .build();
    ThreadHost host =
        new ThreadHost(
            InstantSource.system(), (_, thrown) -> NodeProcess.die(Fatal.of(thrown, "workflows")));
    Engine engine =
        Engine.open(
            new Engine.Store(new MemoryDisk(), "workflows"),
            List.of(workflow),
            host,
            new Silent(),
            CrashPoints.none());
    engine.start(new ExecutionId("a"), "one", "");
  }

  private static final class Silent implements Listener {
    @Override
    public void on(ExecutionId id, Logged event) {}

    @Override
    public void trouble(ExecutionId id, String sentence) {}
  }
}
