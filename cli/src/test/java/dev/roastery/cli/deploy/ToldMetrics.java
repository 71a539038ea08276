package dev.roastery.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.SteadyClock;
import dev.roastery.common.process.WorkerMetrics;
import dev.roastery.common.process.state.StateHealth;
import dev.roastery.common.process.state.VolumeSpace;
import dev.roastery.common.process.watch.Figures;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.server.Readiness.Check;
import dev.roastery.gateway.process.GatewayOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;

/** The metrics that the processes of a service tell. */
final class ToldMetrics {

  private static final Figures FIGURES = new Figures(0.5, 1, 2, 3, 4);

  private ToldMetrics() {}

  /** The names of all, from processes that work in that folder. */
  static Set<String> in(Path folder) throws Exception {
    Set<String> told = new TreeSet<>(metrics(gateways(folder)));
    told.addAll(metrics(workers(folder)));
    return told;
  }

  private static Set<String> metrics(String text) {
    return new TreeSet<>(Repository.all("^# TYPE (\\w+) ", text));
  }

  private static String gateways(Path folder) throws Exception {
    Metrics metrics = new Metrics();
    WorkerMetrics.addProcess(metrics, () -> FIGURES);
    GatewayOptions door = CommandLine.populateCommand(new GatewayOptions(), "--port=0");
    try (LocalCluster cluster =
            LocalCluster.start(
                folder,
                door.settings(Partitions.oneEach()),
                SteadyClock.ofThisMachine(),
                fatal -> {
                  throw new AssertionError(fatal);
                });
        HttpGateway http =
            HttpGateway.start(
                door.http(),
                cluster.jobs(),
                () -> List.of(new Check(Check.BROKER, null), new Check("partitions", "no node")),
                metrics,
                fatal -> {
                  throw new AssertionError(fatal);
                });
        HttpClient client = HttpClient.newHttpClient()) {
      String text =
          client
              .send(
                  HttpRequest.newBuilder(http.address().resolve("/metrics")).build(),
                  BodyHandlers.ofString())
              .body();
      assertThat(text)
          .contains("\nroastery_jobs{state=\"RUNNING\"} 0\n", "\nroastery_ready 0\n")
          .contains("\nroastery_broker_connected 1\n")
          .containsPattern("\nroastery_volume_free_bytes [1-9]")
          .containsPattern("\nroastery_started_seconds 1[0-9]{9}\n");
      return text;
    }
  }

  private static String workers(Path folder) {
    PartitionReport report =
        new PartitionReport(new PartitionName("joiner", 0), 3, Map.of(), Map.of());
    String text =
        new WorkerMetrics(
                Instant.now(),
                false,
                true,
                new StateHealth(List.of(VolumeSpace.of(folder)), ""),
                2,
                1,
                FIGURES,
                List.of(report))
            .text();
    assertThat(text)
        .contains("\nroastery_ready 0\n", "\nroastery_broker_connected 1\n")
        .contains("\nroastery_dead_letters 2\n")
        .contains("\nroastery_partition_epoch{partition=\"joiner-0\"} 3\n");
    return text;
  }
}
