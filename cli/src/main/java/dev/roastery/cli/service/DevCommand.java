package dev.roastery.cli.service;

import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Version;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.common.process.SteadyClock;
import dev.roastery.common.process.WorkerMetrics;
import dev.roastery.common.process.watch.LogContext;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.process.GatewayOptions;
import dev.roastery.gateway.process.PartitionsCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code roastery dev}: the whole service in this process. */
@Command(
    name = "dev",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Runs the gateway and all workers in one process, without a broker.",
      "Jobs survive a restart with the same --state."
    })
public final class DevCommand implements Callable<Integer> {

  private static final Partitions PARTITIONS = Partitions.inOneProcess(Pipeline.STANDARD, 2);

  @Option(
      names = "--state",
      paramLabel = "DIR",
      defaultValue = "${env:ROASTERY_STATE:-roastery-dev}",
      description = "Folder in which jobs are stored (ROASTERY_STATE, ${DEFAULT-VALUE}).")
  private Path state = Path.of("");

  @Mixin private GatewayOptions door = new GatewayOptions();
  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    door.refuseTooSmall();
    LogContext.of(NodeName.ofThisProcess("dev").toString());
    HttpSettings address = door.http();
    door.refuseUnusable(address);
    MemoryBudget budget = memory.budget();
    LocalCluster cluster =
        LocalCluster.start(
            state,
            door.settings(PARTITIONS),
            SteadyClock.ofThisMachine(),
            NodeProcess::die,
            budget);
    Metrics metrics = new Metrics();
    WorkerMetrics.addProcess(metrics, ProcessFigures.of(budget));
    HttpGateway http = open(address, cluster, metrics);
    PrintWriter out = spec.commandLine().getOut();
    out.println("Ready: %s (Ctrl-C ends it; jobs are kept in %s)".formatted(http.address(), state));
    out.flush();
    NodeProcess.untilSignal(() -> {
      http.close();
      cluster.close();
    });
    return ExitCode.OK.number();
  }

  private static HttpGateway open(HttpSettings address, LocalCluster cluster, Metrics metrics) {
    try {
      return HttpGateway.start(
          address,
          cluster.jobs(),
          () -> List.of(PartitionsCheck.of(cluster.jobs())),
          metrics,
          NodeProcess::die);
    } catch (IOException e) {
      throw HttpGateway.failure(e);
    }
  }
}
