package dev.roastery.cli.run;

import dev.roastery.cli.BadRowOptions;
import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Main;
import dev.roastery.cli.PlanDocuments;
import dev.roastery.cli.QueryOptions;
import dev.roastery.cli.SettableByVariable;
import dev.roastery.cli.Version;
import dev.roastery.cli.output.InterruptionNotice;
import dev.roastery.cli.output.ProgressBar;
import dev.roastery.cli.output.ProgressBar.Unit;
import dev.roastery.cli.output.ResultFolder;
import dev.roastery.cli.output.ResultOptions;
import dev.roastery.cli.output.Terminal;
import dev.roastery.cli.tables.FolderTables;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.spill.MemoryOptions;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunSettings;
import dev.roastery.embedded.StateFolder;
import dev.roastery.embedded.TooManyBadRows;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.gateway.jobs.upload.RejectedRows;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.source.DatasetFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code roastery run}: the whole pipeline in this process. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Answers queries over a folder of CSV files, in one process.",
      "Without --tables, each file DIR/<table>.csv and each folder DIR/<table>/ is a table, and the"
          + " type of a column is the least that fits all of its values; or the tables are the"
          + " built-in ones, if the queries are about these.",
      "DIR may be s3://BUCKET/PREFIX: then objects are read, those that a list of the bucket shows"
          + " now; one that is replaced while it is read ends the run.",
      "With --tables, the parts of a table are the files DIR/<table>/*.csv or DIR/<table>*.csv."
          + " Files may be compressed (.gz, .zst). Hidden files are not read."
    },
    footer = {
      "",
      "Results go to standard output, everything else to standard error.",
      "Every option can also be set by an environment variable: --bad-rows by"
          + " ROASTERY_RUN_BAD_ROWS."
    })
public final class RunCommand implements Callable<Integer>, SettableByVariable {

  private static final int THREADS_MAX = 64;

  @Parameters(paramLabel = "DIR", description = "Folder with the tables, or s3://BUCKET/PREFIX.")
  private String given = "";

  @Mixin private QueryOptions asked = new QueryOptions();

  @Option(
      names = "--tables",
      paramLabel = "FILE",
      description =
          "Document that defines the tables; without it, they are found in the files, or built"
              + " in.")
  private @Nullable Path tables;

  @Mixin private ResultOptions options = new ResultOptions();

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description =
          "Keep all state in DIR: after a crash or a kill, rerun the same command to resume.")
  private @Nullable Path state;

  @Mixin private BadRowOptions reading = new BadRowOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of reading threads; 0 is one per processor (${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--quiet",
      fallbackValue = "true",
      description = "Print nothing on standard error unless something is wrong.")
  private boolean quiet;

  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  @Override
  public Integer call() throws IOException, InterruptedException {
    long start = System.nanoTime();
    checkState();
    int readers = readers();
    try (DatasetFolder folder = options.places().dataset(given)) {
      Answering answering = answering(folder, readers);
      options.check();
      return answer(answering, readers, start);
    }
  }

  private int answer(Answering answering, int readers, long start)
      throws IOException, InterruptedException {
    Path out = options.out();
    try (InterruptionNotice _ = interruptionNotice();
        ResultFolder results = ResultFolder.of(out)) {
      RecoverySummary recoveries = new RecoverySummary(spec.commandLine().getErr(), quiet);
      RunReport report = run(answering, readers, results, recoveries);
      results.keep(report, options.printer());
      keepRejected(report.skipped());
      options.deliver();
      if (out == null) {
        options.printer().printOf(report.results(), spec.commandLine().getOut());
        spec.commandLine().getOut().flush();
      }
      if (!quiet) {
        recoveries.print(report.found(), report.results().size());
        new RunSummary(spec.commandLine().getErr())
            .print(report, System.nanoTime() - start, options.shownOut());
        answering.types().ifPresent(types -> spec.commandLine().getErr().println(types));
      }
      return ExitCode.OK.number();
    }
  }

  private Terminal terminal() {
    Map<String, String> environment = main == null ? Map.of() : main.environment();
    return quiet ? Terminal.silent() : Terminal.of(spec.commandLine().getErr(), environment);
  }

  private InterruptionNotice interruptionNotice() {
    Path kept = state;
    return new InterruptionNotice(
        spec.commandLine().getErr(),
        kept == null
            ? "nothing is kept; with --state DIR, the same command would resume"
            : "what is done is safe in " + kept + "; run the same command again to resume");
  }

  private RunReport run(
      Answering answering, int readers, ResultFolder results, PartitionListener listener)
      throws IOException, InterruptedException {
    try {
      return answering.report((dataset, run) -> {
        long bytes = dataset.bytes();
        try (var progress = new ProgressBar(terminal(), "reading", Unit.BYTES, bytes)) {
          return run.with(
                  new RunSettings(
                      readers,
                      reading.badRows(),
                      reading.limit(),
                      state,
                      results.folder(),
                      new KeptProgress(progress, state, bytes),
                      listener,
                      crashPoints(),
                      memory.budget()))
              .run();
        }
      });
    } catch (TooManyBadRows tooMany) {
      keepRejected(tooMany.rows());
      options.deliver();
      new RunSummary(spec.commandLine().getErr()).skipped(tooMany.rows());
      throw BadRowOptions.exceeded(String.valueOf(tooMany.getMessage()), !options.isPrinted());
    } catch (CsvException | JobFailure failure) {
      throw new CommandFailure(ExitCode.JOB_FAILED, String.valueOf(failure.getMessage()));
    } catch (StateFolder.Refused refused) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(refused.getMessage()));
    }
  }

  /** The declared or built-in tables if there are, and otherwise those of the folder. */
  private Answering answering(DatasetFolder folder, int readers)
      throws IOException, InterruptedException {
    List<String> chosen = asked.chosen();
    options.checkStream(chosen.size());
    FolderTables folderTables = new FolderTables(folder, reading.ignored());
    Inference.Question question = known -> plan(known, readers);
    if (tables != null || folderTables.areBuiltIn(chosen, question)) {
      Tables known = PlanDocuments.tables(tables);
      JobPlan plan = plan(known, readers);
      options.checkStream(plan.queries().size());
      return new Answering.OfDeclared(folder, reading.ignored(), known, plan);
    }
    try {
      Inference inference = folderTables.infer(readers, reading.badRows());
      if (chosen.isEmpty()) {
        throw folderTables.nothingAsked(inference);
      }
      return new Answering.OfInferred(inference, question, state != null, this::say);
    } catch (CsvException | JobFailure failure) {
      throw new CommandFailure(ExitCode.JOB_FAILED, String.valueOf(failure.getMessage()));
    }
  }

  private void say(String sentence) {
    if (!quiet) {
      spec.commandLine().getErr().println(sentence);
      spec.commandLine().getErr().flush();
    }
  }

  /** The same file as that of a job of a gateway. */
  private void keepRejected(List<BadRow> rows) throws IOException {
    Path wanted = options.out();
    if (wanted != null && !rows.isEmpty()) {
      Files.write(wanted.resolve(BadRowOptions.REJECTS), RejectedRows.file(rows));
    }
  }

  /** For tests of --state: ROASTERY_CRASH names a point at which this process crashes. */
  private Function<PartitionName, CrashPoints> crashPoints() {
    Path kept = state;
    CrashPoints armed =
        kept == null
            ? CrashPoints.none()
            : CrashPoints.fromEnvironment(
                System.getenv("ROASTERY_CRASH"), kept.resolve("roastery.crashed"));
    return _ -> armed;
  }

  private JobPlan plan(Tables known, int readers) {
    List<BoundQuery> bound =
        asked.chosenOrBuiltIn().stream().map(query -> PlanDocuments.query(query, known)).toList();
    try {
      return new JobPlan(known, bound, Partitions.inOneProcess(Pipeline.STANDARD, readers));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.INVALID, String.valueOf(e.getMessage()));
    }
  }

  private int readers() {
    if (threads < 0 || threads > THREADS_MAX) {
      throw usage("--threads is " + threads + ", not from 0 to " + THREADS_MAX);
    }
    return threads > 0
        ? threads
        : Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors());
  }

  private void checkState() {
    for (Path part = state; part != null; part = part.getParent()) {
      if (Files.exists(part) && !Files.isDirectory(part)) {
        throw usage("--state " + part + " is a file, not a folder");
      }
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
