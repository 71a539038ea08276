package dev.roastery.gateway.process;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitState;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.process.NodeOptions;
import dev.roastery.common.process.NodeProcess;
import dev.roastery.common.process.SteadyClock;
import dev.roastery.common.process.WorkerMetrics;
import dev.roastery.common.process.watch.LogContext;
import dev.roastery.common.process.watch.ProcessFigures;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.Readiness.Check;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The process of a gateway. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Starts the gateway, which accepts datasets and serves results over HTTP.")
public final class GatewayMain implements Callable<Integer> {

  private static final Logger log = LoggerFactory.getLogger(GatewayMain.class);

  @Mixin private NodeOptions node = new NodeOptions();
  @Mixin private GatewayOptions door = new GatewayOptions();
  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Override
  public Integer call() throws InterruptedException {
    door.refuseTooSmall();
    GatewaySettings settings = door.settings(node.partitions());
    HttpSettings address = door.http();
    NodeName name = NodeName.ofThisProcess("gateway");
    LogContext.of(name.toString());
    RabbitSettings broker = node.rabbit(name);
    door.refuseSlower(node.heartbeatMillis());
    door.refuseUnusable(address);
    log.info("starting {}, volume {}", name, node.folder().toAbsolutePath());
    MemoryBudget budget = memory.budget();
    RabbitTransport transport = RabbitTransport.connect(broker, NodeProcess::die);
    Gateway.Ports ports =
        new Gateway.Ports(
            name,
            node.folder(),
            transport,
            node.heartbeatMillis(),
            SteadyClock.ofThisMachine(),
            NodeProcess.crashPoints(node.folder()),
            node.lostAccepted(),
            node.lostBrokerAccepted(),
            NodeProcess::die,
            budget);
    Gateway.checkVolume(settings, ports);
    Gateway gateway = Gateway.open(settings, ports);
    gateway.start();
    Metrics metrics = new Metrics();
    WorkerMetrics.addProcess(metrics, ProcessFigures.of(budget));
    HttpGateway http = open(address, gateway, transport, metrics);
    NodeProcess.onSignal(() -> {
      log.info("stopping {}: finishing the work in hand", name);
      gateway.stopping();
      http.close();
      gateway.close();
      transport.close();
    });
    log.info("listening at {}", http.address());
    if (door.isOpenToOthers()) {
      log.warn("there are no --tokens: everyone who reaches this port is the same client");
    }
    NodeProcess.untilSignal();
    return 0;
  }

  private static HttpGateway open(
      HttpSettings address, Gateway gateway, RabbitTransport transport, Metrics metrics) {
    try {
      return HttpGateway.start(
          address,
          gateway.jobs(),
          () -> List.of(broker(transport), PartitionsCheck.of(gateway.jobs())),
          metrics,
          NodeProcess::die);
    } catch (IOException e) {
      throw HttpGateway.failure(e);
    }
  }

  private static Check broker(RabbitTransport transport) {
    RabbitState state = transport.state();
    return new Check(Check.BROKER, state.isReady() ? null : state.links());
  }
}
