package dev.roastery.cli.run;

import dev.roastery.cli.tables.TableLines;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.EmbeddedRun;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunSettings;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.input.Dataset;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** How the queries of a run are answered: over tables that are known, or over those of a folder. */
sealed interface Answering {

  /** A run that lacks only its settings. */
  interface Unset {
    EmbeddedRun with(RunSettings settings);
  }

  /** Runs it. */
  interface Running {
    RunReport run(Dataset dataset, Unset run) throws IOException, InterruptedException;
  }

  RunReport report(Running running) throws IOException, InterruptedException;

  /** The tables for people, if nobody has declared them; known when there is a report. */
  Optional<String> types();

  /** Over declared or built-in tables. */
  record OfDeclared(DatasetFolder folder, List<String> ignored, Tables known, JobPlan plan)
      implements Answering {
    @Override
    public RunReport report(Running running) throws IOException, InterruptedException {
      Set<String> wanted = new TreeSet<>(plan.facts());
      wanted.addAll(plan.references());
      Dataset dataset = Dataset.find(folder, wanted, known.names(), ignored);
      return running.run(dataset, settings -> new EmbeddedRun(plan, dataset, settings));
    }

    @Override
    public Optional<String> types() {
      return Optional.empty();
    }
  }

  /** Over a folder's own tables. */
  final class OfInferred implements Answering {
    private final Inference inference;
    private final Inference.Question question;
    private final boolean resumable;
    private final Consumer<String> say;
    private Optional<String> types = Optional.empty();

    /** A run that is {@code resumable} must have the same types from its beginning. */
    OfInferred(
        Inference inference, Inference.Question question, boolean resumable, Consumer<String> say) {
      this.inference = inference;
      this.question = question;
      this.resumable = resumable;
      this.say = say;
    }

    @Override
    public RunReport report(Running running) throws IOException, InterruptedException {
      Inference.Attempt attempt =
          (plan, dataset) -> {
            RunReport report =
                running.run(dataset, with -> EmbeddedRun.ofInferred(plan, dataset, with));
            types = Optional.of(TableLines.of(plan, dataset, inference));
            return report;
          };
      return resumable
          ? inference.runCertain(question, attempt)
          : inference.run(question, attempt, say);
    }

    @Override
    public Optional<String> types() {
      return types;
    }
  }
}
