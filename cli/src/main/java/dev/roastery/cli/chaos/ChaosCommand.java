package dev.roastery.cli.chaos;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.DurationText;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Main;
import dev.roastery.cli.Version;
import dev.roastery.cli.chaos.FaultOptions.Durations;
import dev.roastery.cli.chaos.FaultOptions.Filter;
import dev.roastery.cli.chaos.FaultOptions.Rhythm;
import dev.roastery.cli.chaos.target.ChaosTarget;
import dev.roastery.cli.chaos.target.ComposeTarget;
import dev.roastery.cli.chaos.target.ProcessTarget;
import dev.roastery.cli.chaos.target.ProcessTarget.StateIn;
import dev.roastery.cli.output.AtExit;
import dev.roastery.cli.output.ScratchFolder;
import dev.roastery.cli.run.BuiltInRun;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunSettings;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import dev.roastery.input.csv.CsvException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code roastery chaos}: faults on purpose, and a verdict. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Injects faults into a cluster while jobs run, and checks every result.",
      "The results must be identical to those of a run in one process. The plan of faults depends"
          + " on the seed only.",
      "",
      "Faults: kill, kill-restart, pause, stall, reset, broker-restart, broker-kill, broker-pause,"
          + " gateway-kill, power (all at once); with an object store, also store-pause,"
          + " store-restart, store-slow. More in docs/chaos.md."
    })
public final class ChaosCommand implements Callable<Integer> {

  private static final int FAULTS_USUAL = 20;
  private static final int FAULTS_MAX = 1_000;
  private static final int GENERATED_MONTHS = 24;

  @ArgGroup(multiplicity = "1")
  private Where where = new Where();

  static final class Where {
    @Option(
        names = "--processes",
        description =
            "Start a cluster of processes with a private RabbitMQ, and stop it afterwards.")
    private boolean processes;

    @Option(
        names = "--compose",
        paramLabel = "PROJECT",
        arity = "0..1",
        fallbackValue = "roastery",
        description = "The docker compose project to use; it must be running (${FALLBACK-VALUE}).")
    private String compose = "";
  }

  @Option(
      names = "--store",
      description =
          "With --processes: also start an S3 server, in which the workers keep their state instead"
              + " of on volumes.")
  private boolean store;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Folder for volumes, logs and results. By default a temporary folder, which is kept if"
              + " the run fails.")
  private @Nullable Path dir;

  @Option(
      names = "--dataset",
      paramLabel = "DIR",
      description = "Dataset to submit; may be repeated. By default, generated datasets.")
  private List<Path> datasets = new ArrayList<>();

  @Option(
      names = "--transactions",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of transactions in the larger generated dataset (${DEFAULT-VALUE}).")
  private long transactions;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Give each node this much memory for the states of its jobs, such as 2m, and have every"
              + " job also group by transaction, so that nodes spill. A docker compose project must"
              + " have been started with ROASTERY_MEMORY=SIZE.")
  private @Nullable String memory;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the fault plan (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description =
          "Number of faults; at least one of each kind (20; with --jobs, until the jobs are done).")
  private @Nullable Integer faults;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Number of jobs. By default, as many as the faults take.")
  private @Nullable Integer jobs;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "2",
      description = "Number of clients that submit at once (${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "Time from one fault to the next (${DEFAULT-VALUE}).")
  private String every = "";

  @Option(
      names = "--exponential",
      description =
          "Draw the time between faults from an exponential distribution with mean --every.")
  private boolean exponential;

  @Option(
      names = "--hold",
      paramLabel = "TIME",
      defaultValue = "6s",
      description =
          "Duration of a pause or a stall at least; up to twice as long (${DEFAULT-VALUE}).")
  private String hold = "";

  @Option(
      names = "--revive-after",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "How long a killed worker stays dead while a peer is alive (${DEFAULT-VALUE}).")
  private String reviveAfter = "";

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Only these faults, stages or nodes (aggregator-1).")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--except",
      paramLabel = "NAME",
      split = ",",
      description = "All but these faults, stages or nodes.")
  private List<String> except = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      defaultValue = "5m",
      description = "How long jobs may take after the last fault (${DEFAULT-VALUE}).")
  private String limit = "";

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Append a row about this run to a Markdown table.")
  private @Nullable Path table;

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private @Nullable Main main;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Path wanted = dir;
    if (wanted != null) {
      if (Files.exists(wanted) && !Files.isDirectory(wanted)) {
        throw usage("--dir " + wanted + " is a file, not a folder");
      }
      Files.createDirectories(wanted);
      return run(wanted);
    }
    Path folder = Files.createTempDirectory("roastery-chaos-");
    int code = run(folder);
    if (code == ExitCode.OK.number()) {
      ScratchFolder.delete(folder);
    } else {
      out().println("logs and results are kept in " + folder);
    }
    return code;
  }

  private int run(Path folder) throws IOException, InterruptedException {
    List<ExpectedDigests> expected = expected(folder);
    ChaosTarget target = target(folder);
    Runnable atExit = () -> close(target);
    AtExit.ofThisProcess().add(atExit);
    try {
      ChaosRun run =
          new ChaosRun(settings(folder, expected, target), target, this::roastery, out());
      return (run.run().isEmpty() ? ExitCode.OK : ExitCode.CHAOS_FAILED).number();
    } finally {
      target.cleanUp();
      AtExit.ofThisProcess().forget(atExit);
    }
  }

  private ChaosTarget target(Path folder) throws IOException, InterruptedException {
    if (where.processes) {
      return ProcessTarget.start(
          folder,
          new ProcessTarget.Options(
              Main.class.getName(), memory, store ? StateIn.STORE : StateIn.VOLUMES));
    }
    ComposeTarget target = ComposeTarget.of(where.compose);
    if (memory != null && !memory.equals(target.memory())) {
      throw usage(
          "--memory %s, but the project has ROASTERY_MEMORY=%s: start it with the same size"
              .formatted(memory, target.memory()));
    }
    return target;
  }

  private static void close(ChaosTarget target) {
    try {
      target.cleanUp();
    } catch (IOException | InterruptedException e) {
      System.err.println("roastery: could not clean up the cluster: " + e);
    }
  }

  private ChaosRun.Settings settings(
      Path folder, List<ExpectedDigests> expected, ChaosTarget target) throws IOException {
    return new ChaosRun.Settings(
        seed,
        folder,
        expected,
        ChaosQuery.andBuiltIn(queries(), folder),
        faultOptions(target.parts()),
        parallel,
        jobs == null ? ChaosRun.Settings.AS_MANY_AS_IT_TAKES : jobs,
        time("--limit", limit),
        table,
        environment().get("ROASTERY_TOKEN"));
  }

  private List<ChaosQuery> queries() {
    return memory == null
        ? List.of(ChaosQuery.CUSTOMERS_BY_CITY)
        : List.of(ChaosQuery.CUSTOMERS_BY_CITY, ChaosQuery.BY_TRANSACTION);
  }

  private FaultOptions faultOptions(List<String> parts) {
    Filter filter = new Filter(only, except);
    List<String> unknown = FaultOptions.unknown(parts, filter);
    if (!unknown.isEmpty()) {
      throw usage("unknown fault, stage or node " + unknown.getFirst() + " here, only " + parts);
    }
    Map<FaultKind, List<String>> victims = FaultOptions.choose(parts, filter);
    int count = count();
    if (victims.isEmpty()) {
      throw usage("--only and --except leave no fault that has a victim");
    }
    if (count > 0 && count < victims.size()) {
      throw usage(
          "--faults is " + count + ", but there are " + victims.size() + " kinds of faults");
    }
    Durations durations =
        new Durations(
            time("--every", every).toMillis(),
            time("--hold", hold).toMillis(),
            time("--revive-after", reviveAfter).toMillis());
    return new FaultOptions(
        victims, count, exponential ? Rhythm.EXPONENTIAL : Rhythm.PERIODIC, durations);
  }

  private int count() {
    if (faults != null) {
      return faults;
    }
    return jobs == null ? FAULTS_USUAL : FAULTS_MAX;
  }

  private List<ExpectedDigests> expected(Path folder) throws IOException, InterruptedException {
    List<Path> given = datasets.isEmpty() ? generated(folder) : datasets;
    List<ExpectedDigests> all = new ArrayList<>();
    for (Path dataset : given) {
      Path results = folder.resolve("expected").resolve(Integer.toString(all.size()));
      Files.createDirectories(results);
      all.add(ExpectedDigests.of(dataset, embeddedRun(dataset, results)));
    }
    return all;
  }

  private RunReport embeddedRun(Path dataset, Path results)
      throws IOException, InterruptedException {
    try {
      return BuiltInRun.of(
          dataset,
          queries().stream().map(ChaosQuery::bound).toList(),
          new RunSettings(
              Runtime.getRuntime().availableProcessors(),
              BadRows.REFUSE,
              MaxBadRows.STANDARD,
              null,
              results,
              _ -> {},
              new PartitionListener() {},
              _ -> CrashPoints.none()));
    } catch (CsvException | JobFailure failure) {
      throw new CommandFailure(
          ExitCode.INVALID, "no results to expect of " + dataset + ": " + failure.getMessage());
    }
  }

  /** Two, so that what comes to another job's result is noticed. */
  private List<Path> generated(Path folder) throws IOException {
    List<Path> made = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      Path dataset = folder.resolve("dataset-" + number);
      SampleSettings size =
          new SampleSettings(transactions / (number + 1), GENERATED_MONTHS, number + 1);
      SampleDataset sample = new SampleDataset(size, dataset, Progress.UNWATCHED);
      sample.clear();
      sample.write(Runtime.getRuntime().availableProcessors());
      made.add(dataset);
    }
    return made;
  }

  private int roastery(PrintWriter log, String... words) {
    CommandLine command = Main.commandLine(environment());
    command.setOut(log).setErr(log);
    return command.execute(words);
  }

  private void check() {
    if (store && !where.processes) {
      throw usage("--store is for --processes; a compose project has a store or has none");
    }
    if (where.processes && !store) {
      only.stream()
          .filter(FaultOptions::isOfStore)
          .findFirst()
          .ifPresent(fault -> {
            throw usage(fault + " is a fault of an object store: add --store");
          });
    }
    if (count() < 0 || count() > FAULTS_MAX) {
      throw usage("--faults is " + count() + ", not from 0 to " + FAULTS_MAX);
    }
    if ((jobs != null && jobs < 1) || parallel < 1) {
      throw usage("--jobs and --parallel start at 1");
    }
    time("--every", every);
    time("--hold", hold);
    time("--revive-after", reviveAfter);
    time("--limit", limit);
    if (count() == 0 && jobs == null) {
      throw usage("with --faults 0, set --jobs so that the run can end");
    }
  }

  private Duration time(String option, String text) {
    return DurationText.read(text)
        .orElseThrow(() -> usage(option + " is '" + text + "', not a time such as 5s or 2m"));
  }

  private Map<String, String> environment() {
    return main == null ? Map.of() : main.environment();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
