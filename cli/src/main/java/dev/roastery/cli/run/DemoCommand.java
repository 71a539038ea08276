package dev.roastery.cli.run;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.output.ResultPrinter;
import dev.roastery.cli.output.ScratchFolder;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunReport.QueryResult;
import dev.roastery.embedded.RunSettings;
import dev.roastery.embedded.WorkerCrash;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleReport;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.gateway.format.ResultFormat;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code roastery demo}: what the promise means, to be watched. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows that a crash does not change the results.",
      "Generates a small dataset, answers all queries over it, then answers them again while a"
          + " worker crashes and recovers from disk, and compares the results. Leaves no files"
          + " behind."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final SampleSettings SET = new SampleSettings(100_000, 24, 1);
  private static final PartitionName VICTIM = new PartitionName(StageKind.AGGREGATOR, 1);

  /** By then it has a snapshot, and batches behind it. */
  private static final int FATAL_CHUNK = 17;

  private static final int THREADS = 2;

  @Option(names = "--results", description = "Also print the results, which are long.")
  private boolean results;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (ScratchFolder scratch = ScratchFolder.make()) {
      Path set = Files.createDirectory(scratch.path().resolve("set"));
      SampleReport written = new SampleDataset(SET, set, Progress.UNWATCHED).write(THREADS);
      say(
          "1. generated a dataset: %,d files, %,d rows, %.1f MB",
          written.files(), written.rows(), written.bytes() / 1e6);

      RunReport calm = run(set, scratch.folder("calm"), null, new Watch(err), Life.QUIET);
      say("2. answered %d queries without a crash", calm.results().size());

      say("3. answering them again, with all state on disk; one worker will crash");
      Watch watch = new Watch(err);
      RunReport crashed =
          run(set, scratch.folder("hit"), scratch.path().resolve("state"), watch, Life.SHORT);

      if (results) {
        PrintWriter out = spec.commandLine().getOut();
        new ResultPrinter(ResultFormat.TABLE).printOf(crashed.results(), out);
        out.flush();
      }
      return verdict(calm, crashed, watch);
    }
  }

  private int verdict(RunReport calm, RunReport crashed, Watch watch) {
    say("4. SHA-256 of each result after the crash:");
    new RunSummary(spec.commandLine().getErr()).digests(crashed);
    if (watch.crashes.get() != 1 || !digests(calm).equals(digests(crashed))) {
      throw new CommandFailure(
          ExitCode.CHAOS_FAILED,
          "the results differ from those without a crash, or no worker crashed: this is a bug");
    }
    say("   all %d are identical to those of the run without a crash", crashed.results().size());
    say("next: roastery demo --results prints them; roastery help run asks your own files");
    return ExitCode.OK.number();
  }

  private static List<String> digests(RunReport report) {
    return report.results().stream().map(QueryResult::digest).map(Record::toString).toList();
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getErr().printf(Locale.ROOT, format + "%n", arguments);
    spec.commandLine().getErr().flush();
  }

  /** Whether the first life of the victim is cut short. */
  private enum Life {
    QUIET,
    SHORT
  }

  private static RunReport run(Path set, Path results, @Nullable Path state, Watch watch, Life life)
      throws IOException, InterruptedException {
    RunSettings settings =
        new RunSettings(
            THREADS,
            BadRows.REFUSE,
            MaxBadRows.STANDARD,
            state,
            results,
            _ -> {},
            watch,
            partition ->
                life == Life.SHORT && partition.equals(VICTIM)
                    ? watch.fatalFor(partition)
                    : CrashPoints.none());
    return BuiltInRun.of(set, settings);
  }

  /** Crashes the victim once, and reports how it recovers. */
  private static final class Watch implements PartitionListener {

    private final PrintWriter err;
    private final AtomicInteger crashes = new AtomicInteger();
    private final AtomicLong diedAtNanos = new AtomicLong();

    Watch(PrintWriter err) {
      this.err = err;
    }

    CrashPoints fatalFor(PartitionName partition) {
      AtomicInteger left = new AtomicInteger(FATAL_CHUNK);
      return point -> {
        if (point == CrashPoint.AFTER_CHUNK && crashes.get() == 0 && left.decrementAndGet() == 0) {
          crashes.incrementAndGet();
          diedAtNanos.set(System.nanoTime());
          tell("   %s crashed at its batch %d and lost its memory", partition, FATAL_CHUNK);
          throw new WorkerCrash(partition + " was crashed by the demo");
        }
      };
    }

    @Override
    public void recovered(PartitionName partition, RecoveryReport report) {
      if (report.epochRead() > 0) {
        tell(
            "   %s restarted: it read its last snapshot and %d batches (%,d bytes) from disk",
            partition, report.chunks(), report.bytes());
      }
    }

    @Override
    public void owned(PartitionName partition, long epoch) {
      if (epoch > 1) {
        long millis = (System.nanoTime() - diedAtNanos.get()) / 1_000_000;
        tell(
            "   %s resumed in epoch %d, %d ms after the crash; the other workers never stopped",
            partition, epoch, millis);
      }
    }

    private void tell(String format, Object... arguments) {
      err.printf(Locale.ROOT, format + "%n", arguments);
      err.flush();
    }
  }
}
