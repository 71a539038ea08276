package dev.roastery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.EmbeddedRun;
import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.embedded.RunSettings;
import dev.roastery.embedded.StandardStages;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.MaxBadRows;
import dev.roastery.simulation.disk.SimulatedDisk;
import dev.roastery.simulation.sales.SalesTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sixth stage needs its code, one element of the pipeline and a place in a process: {@link
 * ToySixthStage} is all of it here, and everything else is the product's own.
 *
 * <p>For the product's own pipeline that is at most five files: the stage, {@code StageKind},
 * {@code Pipeline}, {@code StandardStages}, and the main of the worker that runs it.
 */
class ToySixthStageTest {

  private static final int SEEDS = 400;

  private final AtomicLong passed = new AtomicLong();
  private final Stages six =
      StandardStages.workers(ToySixthStage.PIPELINE)
          .with(
              ToySixthStage.KIND,
              new ToySixthStage(ToySixthStage.PIPELINE, passed::incrementAndGet));

  @TempDir private Path folder;

  @Test
  void aSixthStageKeepsThePromiseThroughEveryFaultOfTheSimulator() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Partitions partitions = SalesTopology.few(ToySixthStage.PIPELINE, random);
      ScheduleParameters parameters =
          ScheduleParameters.draw(new SalesTopology(partitions, six), random);
      Trace trace = new Trace(false);
      new World(
              random, parameters, SimulatedDisk::mount, Crashes.BY_CHANCE, new FaultCounts(), trace)
          .run();
    }
    assertThat(passed).hasValueGreaterThan(SEEDS);
  }

  @Test
  void aRunThroughSixStagesHasTheResultsOfOneThroughFive() throws Exception {
    Path set = Files.createDirectory(folder.resolve("set"));
    new SampleDataset(new SampleSettings(2_000, 3, 1), set, Progress.UNWATCHED).write(1);
    SortedMap<String, String> five =
        results(set, null, StandardStages.workers(Pipeline.STANDARD), Pipeline.STANDARD);
    assertThat(five).hasSize(Catalog.builtIn().queries().size());

    assertThat(results(set, null, six, ToySixthStage.PIPELINE)).isEqualTo(five);
    assertThat(passed).hasValue(five.size());
    Path state = folder.resolve("state");
    assertThat(results(set, state, six, ToySixthStage.PIPELINE)).isEqualTo(five);
    assertThat(passed).hasValue(2L * five.size());
  }

  private SortedMap<String, String> results(
      Path set, @Nullable Path state, Stages workers, Pipeline pipeline) throws Exception {
    JobPlan plan = plan(Partitions.usual(pipeline));
    Set<String> wanted = new TreeSet<>(plan.facts());
    wanted.addAll(plan.references());
    RunSettings settings =
        new RunSettings(
            2,
            BadRows.REFUSE,
            MaxBadRows.STANDARD,
            state,
            Files.createTempDirectory(folder, "results"),
            _ -> {},
            new PartitionListener() {},
            _ -> CrashPoints.none());
    Dataset dataset = Dataset.find(set, wanted, Catalog.builtIn().tables().names());
    SortedMap<String, String> results = new TreeMap<>();
    for (QueryResult result : new EmbeddedRun(plan, dataset, settings, workers).run().results()) {
      results.put(result.query().name(), Files.readString(result.file()));
    }
    return results;
  }

  private static JobPlan plan(Partitions partitions) {
    return new JobPlan(Catalog.builtIn().tables(), Catalog.builtIn().queries(), partitions);
  }

  @Test
  void thePlanAndTheOptionsKnowTheSixthStageByItsDeclaration() {
    Partitions usual = Partitions.usual(ToySixthStage.PIPELINE);
    assertThat(usual).hasToString(Pipeline.STANDARD_PARTITIONS + ",toy=2");
    JobPlan plan = plan(usual);
    assertThat(plan.toJson()).contains("\"joiners\":2,\"toys\":2}");
    assertThat(JobPlan.read("plan", plan.toJson(), ToySixthStage.PIPELINE).orThrow())
        .isEqualTo(plan);
    assertThat(JobTopology.all(usual)).hasSize(JobTopology.all(standard()).size() + 2);
    assertThat(ToySixthStage.PIPELINE.workers()).endsWith("toy");
  }

  private static Partitions standard() {
    return Partitions.usual(Pipeline.STANDARD);
  }
}
