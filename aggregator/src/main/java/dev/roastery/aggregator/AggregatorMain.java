package dev.roastery.aggregator;

import dev.roastery.common.partition.Stages;
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.WorkerCommand;
import dev.roastery.input.range.AllowedSources;
import dev.roastery.input.range.PartRanges;
import dev.roastery.input.source.SourceRules;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The process of an aggregator. */
@Command(
    name = "aggregator",
    mixinStandardHelpOptions = true,
    description = "Starts an aggregator, a worker that filters and groups rows.")
public final class AggregatorMain extends WorkerCommand {

  @Option(
      names = "--sources",
      paramLabel = "URL",
      split = ",",
      defaultValue = "${env:ROASTERY_SOURCES}",
      description =
          "Read parts below that address when the gateway says so: s3://BUCKET/PREFIX, or"
              + " file:///FOLDER for a folder that all nodes see; may be repeated. Without it, from"
              + " nowhere (ROASTERY_SOURCES).")
  private @Nullable List<String> sources;

  @Spec private CommandSpec spec = CommandSpec.create();

  public AggregatorMain() {
    super("aggregator", Stages.of(StageKind.AGGREGATOR, new AggregatorStage()));
  }

  @Override
  protected RangeReading ranges() {
    return new PartRanges(new AllowedSources(rules()), Pipeline.STANDARD);
  }

  private SourceRules rules() {
    try {
      return SourceRules.of(sources, this::location, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--sources: " + e.getMessage(), e);
    }
  }
}
