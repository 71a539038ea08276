package dev.roastery.embedded;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs of the built-in queries, or of others, over a dataset. */
final class Runs {

  private final Path dataset;
  private final Path folder;
  private int threads = 2;
  private BadRows badRows = BadRows.REFUSE;
  private @Nullable Path state;
  private Tables tables = Catalog.builtIn().tables();
  private List<BoundQuery> queries = Catalog.builtIn().queries();
  private PartitionListener listener = new PartitionListener() {};
  private Function<PartitionName, CrashPoints> crashes = _ -> CrashPoints.none();

  private Runs(Path dataset, Path folder) {
    this.dataset = dataset;
    this.folder = folder;
  }

  static Runs of(Path dataset, Path folder) {
    return new Runs(dataset, folder);
  }

  Runs by(int number) {
    threads = number;
    return this;
  }

  Runs with(BadRows policy) {
    badRows = policy;
    return this;
  }

  Runs keeping(Path in) {
    state = in;
    return this;
  }

  Runs asking(List<BoundQuery> others) {
    queries = others;
    return this;
  }

  /** The built-in queries over the built-in tables in other files. */
  Runs describedBy(Tables described) {
    tables = described;
    queries =
        Catalog.builtIn().queryNames().stream()
            .map(name -> QueryDocument.read(name, Catalog.document(name), described).orThrow())
            .toList();
    return this;
  }

  Runs watchedBy(PartitionListener watcher) {
    listener = watcher;
    return this;
  }

  Runs crashing(Function<PartitionName, CrashPoints> at) {
    crashes = at;
    return this;
  }

  RunReport run() throws IOException, InterruptedException {
    var plan =
        new JobPlan(
            tables,
            queries,
            Partitions.oneEach()
                .with(StageKind.AGGREGATOR, threads)
                .with(StageKind.MAXIMIZER, 2)
                .with(StageKind.JOINER, 2));
    Set<String> wanted = new TreeSet<>(plan.facts());
    wanted.addAll(plan.references());
    List<String> all = tables.all().stream().map(TableSpec::name).toList();
    Dataset found = Dataset.find(dataset, wanted, all);
    Path results = Files.createTempDirectory(folder, "results");
    return new EmbeddedRun(
            plan,
            found,
            new RunSettings(
                threads, badRows, MaxBadRows.UNLIMITED, state, results, _ -> {}, listener, crashes))
        .run();
  }

  SortedMap<String, String> results() throws IOException, InterruptedException {
    SortedMap<String, String> results = new TreeMap<>();
    for (RunReport.QueryResult result : run().results()) {
      results.put(result.query().name(), Files.readString(result.file()));
    }
    return results;
  }

  /** A copy with all parts in one folder. */
  static Path flattened(Path dataset, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.walk(dataset)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
    return to;
  }
}
