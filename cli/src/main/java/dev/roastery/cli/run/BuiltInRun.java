package dev.roastery.cli.run;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.EmbeddedRun;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunSettings;
import dev.roastery.input.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All built-in queries over a folder with the built-in tables, in this process. */
public final class BuiltInRun {

  private BuiltInRun() {}

  public static RunReport of(Path dataset, RunSettings settings)
      throws IOException, InterruptedException {
    return of(dataset, List.of(), settings);
  }

  /** With more queries over the same tables. */
  public static RunReport of(Path dataset, List<BoundQuery> more, RunSettings settings)
      throws IOException, InterruptedException {
    Catalog catalog = Catalog.builtIn();
    Partitions partitions = Partitions.inOneProcess(Pipeline.STANDARD, settings.readers());
    List<BoundQuery> queries = new ArrayList<>(catalog.queries());
    queries.addAll(more);
    JobPlan plan = new JobPlan(catalog.tables(), queries, partitions);
    Set<String> wanted = new TreeSet<>(plan.facts());
    wanted.addAll(plan.references());
    Dataset parts = Dataset.find(dataset, wanted, catalog.tables().names());
    return new EmbeddedRun(plan, parts, settings).run();
  }
}
