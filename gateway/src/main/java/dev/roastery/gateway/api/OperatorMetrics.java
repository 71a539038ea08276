package dev.roastery.gateway.api;

import dev.roastery.common.process.Metrics;
import dev.roastery.common.process.Metrics.Figure;
import dev.roastery.gateway.api.server.Readiness;
import dev.roastery.gateway.api.server.Readiness.Check;
import dev.roastery.gateway.cluster.ClusterView.Life;
import dev.roastery.gateway.jobs.service.JobCounts;
import dev.roastery.gateway.jobs.service.JobService;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What an operator is woken by: deploy/prometheus/alerts.yaml uses them. */
final class OperatorMetrics {

  private final Metrics metrics;
  private final JobService service;

  OperatorMetrics(Metrics metrics, JobService service) {
    this.metrics = metrics;
    this.service = service;
  }

  void register(Readiness readiness) {
    double started =
        ProcessHandle.current().info().startInstant().map(Instant::getEpochSecond).orElse(0L);
    metrics.gauge("roastery_started_seconds", "When this process started.", () -> started);
    metrics.gauge(
        "roastery_ready",
        "1 when everything that this process needs is available.",
        () -> readiness.checks().stream().allMatch(check -> check.problem() == null) ? 1 : 0);
    metrics.gauge(
        "roastery_broker_connected",
        "1 when this process is connected to the broker, or needs none.",
        () -> readiness.checks().stream().anyMatch(OperatorMetrics::isWithoutBroker) ? 0 : 1);
    metrics.gauge("roastery_jobs", "Jobs by state.", "state", this::jobs);
    metrics.gauge("roastery_nodes", "Nodes known to the gateway.", "life", this::nodes);
    metrics.gauge(
        "roastery_partitions_unowned", "Partitions without a living owner.", this::unowned);
    metrics.gauges(
        service::census,
        List.of(
            new Figure<>(
                "roastery_jobs_stalled", "Jobs that make no progress.", JobCounts::stalledJobs),
            new Figure<>(
                "roastery_backlog_messages",
                "Messages waiting for workers, which makes uploads wait.",
                JobCounts::backlogMessages),
            new Figure<>(
                "roastery_volume_bytes",
                "Size of the volume's file system.",
                now -> now.volume().bytes()),
            new Figure<>(
                "roastery_volume_free_bytes",
                "Free space of the volume's file system.",
                now -> now.volume().freeBytes())));
    metrics.counter(
        "roastery_webhook_failures_total",
        "Failed attempts to notify a receiver.",
        () -> service.census().webhookFailures());
    metrics.counter(
        "roastery_takeovers_total",
        "Partitions that another node went on with.",
        () -> service.census().takeovers());
    metrics.counter(
        "roastery_traces_sent_total",
        "Traces of jobs that the collector has taken.",
        () -> service.census().tracesSent());
    metrics.counter(
        "roastery_trace_failures_total",
        "Failed attempts to send the trace of a job.",
        () -> service.census().traceFailures());
    metrics.gauge(
        "roastery_queue_messages",
        "Messages that wait in the queue of a partition.",
        "partition",
        this::queues);
  }

  private Map<String, Double> queues() {
    Map<String, Double> queues = new TreeMap<>();
    service
        .queueLengths()
        .forEach((partition, messages) -> queues.put(partition.toString(), (double) messages));
    return queues;
  }

  private static boolean isWithoutBroker(Check check) {
    return check.name().equals(Check.BROKER) && check.problem() != null;
  }

  private Map<String, Double> jobs() {
    Map<String, Double> jobs = new TreeMap<>();
    service.census().jobs().forEach((state, count) -> jobs.put(state.name(), (double) count));
    return jobs;
  }

  private Map<String, Double> nodes() {
    Map<String, Double> nodes = new TreeMap<>();
    for (Life life : Life.values()) {
      nodes.put(word(life), 0.0);
    }
    service.workers().workers().forEach(node -> nodes.merge(word(node.life()), 1.0, Double::sum));
    return nodes;
  }

  private static String word(Life life) {
    return life.name().toLowerCase(Locale.ROOT);
  }

  private double unowned() {
    return service.workers().partitions().stream().filter(each -> each.owner() == null).count();
  }
}
