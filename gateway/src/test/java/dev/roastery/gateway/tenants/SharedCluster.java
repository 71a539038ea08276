package dev.roastery.gateway.tenants;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.embedded.StandardStages;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.Tokens;
import dev.roastery.gateway.jobs.StandardSettings;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.gateway.process.Gateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The product's gateway, with HTTP and a token file, and its stages, over RabbitMQ. Batches are
 * small, one at a time is on its way to the broker, and every stage has one partition, so that the
 * order in which clients are served can be read off.
 */
final class SharedCluster implements AutoCloseable {

  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final int BATCH_BYTES = 1 << 10;
  private static final long UNDER_WAY_BYTES = 1;

  private final RabbitTransport ofGateway;
  private final RabbitTransport ofWorkers;
  private final Gateway gateway;
  private final PartitionHost workers;
  private final HttpGateway http;
  private final List<Fatal> fatals = new CopyOnWriteArrayList<>();

  /** In the order in which it was sent. */
  private final List<Sent> sent = new CopyOnWriteArrayList<>();

  /** The queues whose length the gateway or a worker has asked for. */
  private final Set<String> looked = ConcurrentHashMap.newKeySet();

  final ServedBatches served = new ServedBatches();
  private final Map<UUID, String> clients = new ConcurrentHashMap<>();

  /** A message that the gateway or a worker has sent. */
  private record Sent(String queue, String type, JobId job) {}

  /**
   * @param tokenLines what each client's line in the token file ends with
   */
  SharedCluster(
      Path folder, String amqp, Map<String, String> tokenLines, PartitionSettings partitions)
      throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(
        tokens,
        tokenLines.entrySet().stream()
            .map(line -> Tokens.line(line.getKey(), line.getKey()) + line.getValue() + "\n")
            .collect(Collectors.joining()),
        UTF_8);
    ofGateway = RabbitTransport.connect(RabbitSettings.of(amqp, "gateway"), fatals::add);
    ofWorkers = RabbitTransport.connect(RabbitSettings.of(amqp, "workers"), fatals::add);
    GatewaySettings settings = settings();
    workers =
        new PartitionHost(
            stages(),
            partitions,
            new HostPorts(
                new FileDisk(Files.createDirectories(folder.resolve("workers"))),
                new Recording(ofWorkers),
                CrashPoints.none(),
                new PartitionListener() {},
                (_, fatal) -> fatals.add(fatal),
                MemoryBudget.unlimited()),
            Stance.indifferent());
    gateway =
        Gateway.open(
            settings,
            new Gateway.Ports(
                NodeName.ofThisProcess("gateway"),
                folder.resolve("gateway"),
                new Recording(ofGateway),
                1_000,
                Clock.systemUTC(),
                CrashPoints.none(),
                Set.of(),
                false,
                fatals::add));
    workers.start();
    gateway.start();
    http =
        HttpGateway.start(
            new HttpSettings(0, "127.0.0.1", null, tokens, HttpLimits.defaults()),
            gateway.jobs(),
            List::of,
            new Metrics(),
            fatals::add);
    await()
        .atMost(LIMIT)
        .until(() -> workers.reports().stream().allMatch(report -> report.epoch() > 0));
  }

  private static GatewaySettings settings() {
    GatewaySettings usual = StandardSettings.of(Partitions.oneEach());
    return new GatewaySettings(
        usual.partitions(),
        BATCH_BYTES,
        UNDER_WAY_BYTES,
        usual.partBytesMax(),
        usual.partsMax(),
        usual.openJobsMax(),
        usual.rejectedMax(),
        usual.abandonedAfter(),
        usual.keep(),
        usual.stalledAfter(),
        usual.failStalledAfter(),
        usual.lostAfter(),
        null,
        false,
        "");
  }

  private SortedMap<PartitionName, Stage> stages() {
    SortedMap<PartitionName, Stage> stages = new TreeMap<>();
    StandardStages.workers(Pipeline.STANDARD)
        .in(Partitions.oneEach())
        .forEach((name, stage) -> stages.put(name, served.by(name, stage)));
    return stages;
  }

  TenantClient client(String name) {
    return new TenantClient(http.address(), name, clients);
  }

  /** The clients whose batches that partition was given, in this order. */
  List<String> servedAt(String partition) {
    return served.at(partition).stream().map(this::client).toList();
  }

  private String client(JobId job) {
    return clients.getOrDefault(job.id(), "?");
  }

  /** Whose messages of that type were sent to that partition so far. */
  List<String> sentTo(String partition, String type) {
    return sent.stream()
        .filter(each -> each.queue().equals("roastery." + partition) && each.type().equals(type))
        .map(each -> client(each.job()))
        .toList();
  }

  /** How many messages wait at the broker for that partition. */
  long waiting(String partition) {
    return ofGateway.backlog(List.of("roastery." + partition));
  }

  Set<String> looked() {
    return looked;
  }

  List<Fatal> fatals() {
    return fatals;
  }

  /** A connection that notes down what is sent. */
  private final class Recording implements Transport {
    private final Transport real;

    Recording(Transport real) {
      this.real = real;
    }

    @Override
    public void declare(Collection<String> queues) {
      real.declare(queues);
    }

    @Override
    public void publish(String queue, Parcel parcel, Runnable confirmed) {
      try {
        Message message = MessageCodec.decode(parcel.body());
        sent.add(new Sent(queue, parcel.type(), message.job()));
      } catch (WireException _) {
        // A card or a heartbeat.
      }
      real.publish(queue, parcel, confirmed);
    }

    @Override
    public long backlog(Collection<String> queues) {
      looked.addAll(queues);
      return real.backlog(queues);
    }

    @Override
    public void whenShort(String queue, Runnable then) {
      real.whenShort(queue, then);
    }

    @Override
    public Session open(SessionListener listener) {
      return real.open(listener);
    }

    @Override
    public void close() {
      real.close();
    }
  }

  @Override
  public void close() {
    served.open();
    http.close();
    workers.close();
    gateway.close();
    ofWorkers.close();
    ofGateway.close();
  }
}
