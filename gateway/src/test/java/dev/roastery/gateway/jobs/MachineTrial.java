package dev.roastery.gateway.jobs;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.common.workflow.engine.Host;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Jobs on a real disk and a host of the test's, before partitions that only the test plays. */
final class MachineTrial implements Transport {

  static final GatewaySettings SETTINGS = StandardSettings.of(Partitions.oneEach());

  final JobMachine machine;
  final List<Parcel> sent = new ArrayList<>();
  final List<Runnable> unconfirmed = new ArrayList<>();
  final List<Notification> notified = new ArrayList<>();
  final List<UUID> discarded = new ArrayList<>();

  /** Why notifications fail; empty if they succeed. */
  Optional<String> receiver = Optional.empty();

  /** What happens while a step deletes files. */
  Runnable whileDiscarding = () -> {};

  /** Whether the broker confirms at once. */
  boolean confirms = true;

  MachineTrial(Path state, Host host) throws IOException {
    this(state, host, CrashPoints.none());
  }

  MachineTrial(Path state, Host host, CrashPoints crash) throws IOException {
    this(new FileDisk(state), host, crash);
  }

  MachineTrial(Disk disk, Host host, CrashPoints crash) throws IOException {
    this.machine =
        new JobMachine(
            new JobMachine.Ports(disk, host, this, this::tell, crash, new Random(1)),
            SETTINGS,
            new Watching());
  }

  private CompletableFuture<Optional<String>> tell(Notification notification) {
    notified.add(notification);
    return CompletableFuture.completedFuture(receiver);
  }

  static JobRequest request(boolean approval, @Nullable URI webhook) {
    return new JobRequest(
        "May",
        List.of(new QueryChoice.BuiltIn("tpv-by-store")),
        null,
        BadRows.REFUSE,
        approval,
        webhook);
  }

  UUID create() {
    return machine.create("ann", request(false, null), null).job().record().id();
  }

  JobFacts facts(UUID job) {
    return machine.find(job).orElseThrow();
  }

  List<String> kinds(UUID job) {
    return machine.events(job, 0).stream().map(JobEvent::kind).toList();
  }

  /** Both tables that the query needs. */
  void send(UUID job) {
    for (String table : List.of("stores", "transactions")) {
      PartName name = new PartName(table, "t.csv");
      var _ = machine.part(facts(job).id(), name, false, 100);
      machine.partCompleted(facts(job).id(), name, new PartStatus(10, 1, 0, 0, 3));
    }
  }

  @Override
  public void declare(Collection<String> queues) {}

  @Override
  public void publish(String queue, Parcel parcel, Runnable confirmed) {
    sent.add(parcel);
    if (confirms) {
      confirmed.run();
    } else {
      unconfirmed.add(confirmed);
    }
  }

  @Override
  public Session open(SessionListener listener) {
    throw new UnsupportedOperationException("nothing is consumed here");
  }

  @Override
  public void close() {}

  private final class Watching implements JobMachine.Watcher {
    @Override
    public void changed(UUID job) {}

    @Override
    public void discardFiles(JobRecord job) {
      discarded.add(job.id());
      whileDiscarding.run();
    }
  }
}
