package dev.roastery.bench.compare;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one job has cost a cluster.
 *
 * @param cpuMillis by process, the client's too
 * @param peakMegabytes of each process since it was started, the client's too
 */
record ClusterCost(Measured whole, Map<String, Long> cpuMillis, Map<String, Long> peakMegabytes) {

  /** The one process that is no part of the cluster. */
  static final String CLIENT = "client";

  ClusterCost {
    cpuMillis = Map.copyOf(cpuMillis);
    peakMegabytes = Map.copyOf(peakMegabytes);
  }

  /** What the processes have used so far, to be taken from what they use later. */
  static ClusterCost until(ProcessCluster cluster) throws IOException {
    return new ClusterCost(new Measured(0, 0, 0, 0), cluster.cpuMillis(), Map.of());
  }

  static ClusterCost since(ClusterCost before, ProcessCluster cluster, Measured whole)
      throws IOException {
    Map<String, Long> used = new TreeMap<>();
    cluster
        .cpuMillis()
        .forEach((name, now) -> used.put(name, now - before.cpuMillis.getOrDefault(name, 0L)));
    long clusterMillis = used.values().stream().mapToLong(Long::longValue).sum();
    used.put(CLIENT, Math.max(0, whole.cpuMillis() - clusterMillis));
    Map<String, Long> peaks = new TreeMap<>(cluster.peakMegabytes());
    long clusterMegabytes = peaks.values().stream().mapToLong(Long::longValue).sum();
    peaks.put(CLIENT, Math.max(0, whole.peakBytes() / 1_000_000 - clusterMegabytes));
    return new ClusterCost(whole, used, peaks);
  }
}
