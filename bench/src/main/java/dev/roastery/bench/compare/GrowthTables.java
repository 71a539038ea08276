package dev.roastery.bench.compare;

import dev.roastery.common.pipeline.Pipeline;
import java.util.ArrayList;
import java.util.List;

/** What {@link Growth} prints: a line for each size, number of groups and number of partitions. */
final class GrowthTables {

  private static final double GIGABYTE = 1e9;
  private static final List<String> OF_A_JOB = List.of("", "MB", "groups", "partitions");

  private final MarkdownTable costs =
      new MarkdownTable(join(OF_A_JOB, List.of("ms", "from-to", "MB/s", "CPU s/GB", "peak MB")));
  private final MarkdownTable cpu = new MarkdownTable(join(OF_A_JOB, processes()));
  private final MarkdownTable peaks = new MarkdownTable(join(OF_A_JOB, processes()));
  private boolean hasClusters;

  private static List<String> processes() {
    List<String> names = new ArrayList<>(List.of(ClusterCost.CLIENT, Pipeline.GATEWAY));
    names.addAll(Pipeline.STANDARD.workers());
    names.add(ProcessCluster.BROKER);
    return names;
  }

  void addRun(GrowthDataset dataset, int partitions, List<Measured> rounds) {
    addCosts(job("run", dataset, partitions), dataset.bytes(), rounds);
  }

  void addCluster(GrowthDataset dataset, int partitions, List<ClusterCost> rounds) {
    List<Object> job = job("submit", dataset, partitions);
    addCosts(job, dataset.bytes(), rounds.stream().map(ClusterCost::whole).toList());
    cpu.row(
        join(
            job,
            processes().stream()
                .map(name ->
                    Measured.median(rounds, round -> round.cpuMillis().getOrDefault(name, 0L)))
                .map(millis -> secondsPerGigabyte(millis, dataset.bytes()))
                .toList()));
    ClusterCost last = rounds.getLast();
    peaks.row(
        join(
            job,
            processes().stream()
                .map(name -> last.peakMegabytes().getOrDefault(name, 0L))
                .toList()));
    hasClusters = true;
  }

  private void addCosts(List<Object> job, long bytes, List<Measured> rounds) {
    long wall = Measured.median(rounds, Measured::wallMillis);
    var range = rounds.stream().mapToLong(Measured::wallMillis).summaryStatistics();
    List<Object> cells = new ArrayList<>(job);
    cells.add(wall);
    cells.add("%,d-%,d".formatted(range.getMin(), range.getMax()));
    cells.add(bytes / 1000 / Math.max(1, wall));
    cells.add(secondsPerGigabyte(Measured.median(rounds, Measured::cpuMillis), bytes));
    cells.add(Measured.median(rounds, Measured::peakBytes) / 1_000_000);
    costs.row(cells);
  }

  private static List<Object> job(String program, GrowthDataset dataset, int partitions) {
    return List.of(program, Math.round(dataset.bytes() / 1e6), dataset.groups(), partitions);
  }

  private static double secondsPerGigabyte(long millis, long bytes) {
    return millis / 1000.0 / (bytes / GIGABYTE);
  }

  private static <T> List<T> join(List<T> some, List<? extends T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  @Override
  public String toString() {
    if (!hasClusters) {
      return costs.toString();
    }
    return """
    %s

    CPU seconds for a GB, by process:

    %s

    The most memory of each process, MB:

    %s\
    """
        .formatted(costs, cpu, peaks);
  }
}
