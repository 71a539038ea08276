package dev.roastery.cli;

import dev.roastery.simulation.Campaign;
import dev.roastery.simulation.Simulation;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code roastery simulate}: the whole system under faults, schedule by schedule. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the whole system on simulated disks, broker and nodes that crash, lose power, stand",
      "still, and get messages late, twice and out of order; checks that every job ends with the",
      "right result and leaves nothing behind. A seed fixes everything that happens."
    })
final class Simulate implements Callable<Integer> {

  private static final long TOLD_EVERY = 100_000;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_SIMULATE_SEEDS:-10000}",
      description = "How many schedules (default: ${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--from",
      paramLabel = "SEED",
      defaultValue = "${env:ROASTERY_SIMULATE_FROM:-1}",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long from;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "${env:ROASTERY_SIMULATE_THREADS:-0}",
      description = "Threads; 0 is one for each processor (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Tells the story of this one schedule instead.")
  private @Nullable Long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (seed != null) {
      return tell(seed, out);
    }
    if (seeds < 1 || threads < 0) {
      throw new CommandFailure(
          ExitCode.USAGE, "--seeds starts at 1 and --threads at 0: see 'roastery simulate --help'");
    }
    int workers = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    Campaign campaign = Campaign.run(from, seeds, workers, this::progress);
    out.print(campaign.report());
    List<String> complaints = campaign.complaints();
    complaints.forEach(out::println);
    campaign.failures().stream()
        .findFirst()
        .ifPresent(failure ->
            out.println("replay the first one with: ./roastery simulate --seed " + failure.seed()));
    out.flush();
    return complaints.isEmpty() ? ExitCode.OK.number() : ExitCode.CHAOS_FAILED.number();
  }

  private static int tell(long seed, PrintWriter out) {
    List<String> story = Simulation.tell(seed);
    story.forEach(out::println);
    out.flush();
    return story.getLast().contains(" FAILED: ")
        ? ExitCode.CHAOS_FAILED.number()
        : ExitCode.OK.number();
  }

  private void progress(long done) {
    if (done % TOLD_EVERY == 0) {
      spec.commandLine().getErr().println(done + " of " + seeds + " schedules");
      spec.commandLine().getErr().flush();
    }
  }
}
