package dev.roastery.embedded;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.partition.host.PartitionHost;
import dev.roastery.common.partition.host.PartitionHost.HostPorts;
import dev.roastery.common.partition.host.PartitionHost.Stance;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.embedded.direct.DirectAggregation;
import dev.roastery.gateway.collect.CollectorStage;
import dev.roastery.gateway.collect.ResultFiles;
import dev.roastery.input.Dataset;
import dev.roastery.input.feed.FactSink;
import dev.roastery.input.feed.JobFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs one job, from its files to its results, in this process. */
public final class EmbeddedRun {

  private final JobPlan plan;
  private final Dataset dataset;
  private final RunSettings settings;
  private final JobTopology topology;
  private final Stages workers;
  private final Ingest.Types types;

  public EmbeddedRun(JobPlan plan, Dataset dataset, RunSettings settings) {
    this(plan, dataset, settings, StandardStages.workers(plan.partitions().pipeline()));
  }

  /** With the code of the stages of the plan's pipeline, all but the collector's. */
  public EmbeddedRun(JobPlan plan, Dataset dataset, RunSettings settings, Stages workers) {
    this(plan, dataset, settings, workers, Ingest.Types.DECLARED);
  }

  private EmbeddedRun(
      JobPlan plan, Dataset dataset, RunSettings settings, Stages workers, Ingest.Types types) {
    this.types = types;
    this.workers = workers;
    this.plan = plan;
    this.dataset = dataset;
    this.settings = settings;
    // Skipping bad rows gives different results from the same files.
    this.topology = new JobTopology(RunId.of(plan, dataset, reading(settings)), plan);
  }

  /** Of tables whose types were inferred: a CsvException of a Contradiction says otherwise. */
  public static EmbeddedRun ofInferred(JobPlan plan, Dataset dataset, RunSettings settings) {
    Stages workers = StandardStages.workers(plan.partitions().pipeline());
    return new EmbeddedRun(plan, dataset, settings, workers, Ingest.Types.INFERRED);
  }

  private static String reading(RunSettings settings) {
    return switch (settings.badRows()) {
      case REFUSE -> settings.badRows().name();
      case SKIP -> settings.badRows().name() + " " + settings.maxBadRows();
    };
  }

  /** Throws a CsvException or a JobFailure when the job fails, a Fatal when a promise is broken. */
  public RunReport run() throws IOException, InterruptedException {
    try (StateFolder state =
        settings.state() == null ? null : StateFolder.open(settings.state(), topology)) {
      return run(state);
    }
  }

  private RunReport run(@Nullable StateFolder state) throws IOException, InterruptedException {
    ResultFiles results =
        state == null
            ? new ResultFiles(settings.results(), ResultFiles.Safety.UNFORCED)
            : new ResultFiles(state.results(), ResultFiles.Safety.FORCED);
    List<BoundQuery> missing =
        plan.queries().stream()
            .filter(query -> state == null || !Files.exists(results.file(query.name())))
            .toList();
    RunCompletion outcome = new RunCompletion(missing.size());
    Set<String> awaited = missing.stream().map(BoundQuery::name).collect(Collectors.toSet());
    results.whenStored(query -> {
      if (awaited.contains(query)) {
        outcome.stored();
      }
    });
    Ingest.Taken taken =
        state != null && missing.isEmpty()
            ? new Ingest.Taken(state.skipped(), 0)
            : compute(state, results, outcome);
    List<QueryResult> found = new ArrayList<>();
    for (BoundQuery query : plan.queries()) {
      found.add(new QueryResult(query, results.file(query.name()), results.digest(query.name())));
    }
    RunReport.Input input =
        new RunReport.Input(dataset.files(), taken.rows(), dataset.bytes(), dataset.ignored());
    return new RunReport(found, taken.skipped(), input, plan.queries().size() - missing.size());
  }

  private Ingest.Taken compute(
      @Nullable StateFolder state, ResultFiles results, RunCompletion outcome)
      throws IOException, InterruptedException {
    try (ScratchDisk scratch = new ScratchDisk()) {
      return compute(state, results, outcome, scratch);
    }
  }

  private Ingest.Taken compute(
      @Nullable StateFolder state, ResultFiles results, RunCompletion outcome, ScratchDisk scratch)
      throws InterruptedException {
    InProcessTransport transport = transport(state, outcome);
    SortedMap<PartitionName, Stage> partitions = partitions(state, results);
    HostPorts ports =
        new HostPorts(
            state == null ? scratch : new FileDisk(state.partitions()),
            transport,
            settings.crashPoints(),
            settings.listener(),
            fatal -> fatal.getCause() instanceof WorkerCrash,
            (_, fatal) -> outcome.failed(fatal),
            settings.memory());
    PartitionHost host =
        new PartitionHost(partitions, partitionSettings(state), ports, Stance.indifferent());
    try {
      host.start();
      listen(transport, outcome);
      JobFeed feed = new JobFeed(topology, List.copyOf(partitions.keySet()), transport);
      return feed(state, feed, outcome, scratch);
    } finally {
      if (outcome.hasFailed()) {
        transport.close(); // threads that wait for room in a queue continue, and end
      }
      host.close();
      transport.close();
    }
  }

  private SortedMap<PartitionName, Stage> partitions(
      @Nullable StateFolder state, ResultFiles results) {
    Pipeline pipeline = plan.partitions().pipeline();
    Stages stages = workers.with(StageKind.COLLECTOR, new CollectorStage(results, pipeline));
    SortedMap<PartitionName, Stage> partitions = new TreeMap<>();
    for (PartitionName name : topology.all()) {
      if (state != null || !DirectAggregation.replaces(name)) {
        partitions.put(name, stages.named(name.stage()));
      }
    }
    return partitions;
  }

  private static InProcessTransport transport(@Nullable StateFolder state, RunCompletion outcome) {
    return new InProcessTransport(
        InProcessLimits.usual(),
        // A card is in its owner's hands for as long as that lives, so it is confirmed at once.
        queue -> state != null && !PartitionName.isCardQueue(queue),
        outcome::failed);
  }

  private static PartitionSettings partitionSettings(@Nullable StateFolder state) {
    PartitionSettings usual = PartitionSettings.defaults();
    if (state != null) {
      return usual;
    }
    // What is not kept needs no snapshot.
    return usual.withPersistence(
        new PersistenceSettings(Integer.MAX_VALUE, 0, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  private Ingest.Taken feed(
      @Nullable StateFolder state, JobFeed feed, RunCompletion outcome, ScratchDisk scratch)
      throws InterruptedException {
    FactSink facts =
        state == null ? new DirectAggregation(topology, feed, settings.memory(), scratch) : feed;
    Ingest ingest =
        new Ingest(plan, dataset, new Ingest.Feeds(feed, facts, types), outcome, settings);
    var _ = feed.tellAll(new Message.Job(topology.job(), plan.toJson()));
    ingest.run(settings.readers(), state == null ? _ -> {} : state::keepSkipped);
    outcome.await();
    awaitAll(feed.tellAll(new Message.Close(topology.job())));
    return ingest.taken();
  }

  private static void awaitAll(CompletableFuture<Void> confirmed) throws InterruptedException {
    try {
      confirmed.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a confirmation failed", e);
    }
  }

  /** Receives the failure of a partition that cannot continue with the job. */
  private static void listen(Transport transport, RunCompletion outcome) {
    Failures failures = new Failures(outcome);
    failures.session = transport.open(failures);
    failures.session.subscribe(JobTopology.GATEWAY_QUEUE, 1);
  }

  private static final class Failures implements SessionListener {
    private final RunCompletion outcome;
    private volatile @Nullable Session session;

    Failures(RunCompletion outcome) {
      this.outcome = outcome;
    }

    @Override
    public void delivered(Delivery delivery) {
      outcome.failed(new JobFailure(reason(delivery.body())));
      Session mine = session;
      if (mine != null) {
        mine.acknowledge(delivery.tag());
      }
    }

    private static String reason(byte[] body) {
      try {
        return MessageCodec.decode(body) instanceof Message.Fail fail
            ? fail.partition() + ": " + fail.reason()
            : "a partition sent an unexpected message";
      } catch (WireException e) {
        return "a partition sent an unexpected message: " + e.getMessage();
      }
    }

    @Override
    public void lost(String reason) {
      outcome.failed(new IllegalStateException(reason));
    }
  }
}
