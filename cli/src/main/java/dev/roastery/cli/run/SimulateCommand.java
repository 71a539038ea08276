package dev.roastery.cli.run;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.SettableByVariable;
import dev.roastery.simulation.Campaign;
import dev.roastery.simulation.Simulation;
import dev.roastery.simulation.TopologyKind;
import dev.roastery.simulation.store.StateKind;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
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
      "Runs the whole system on simulated disks and brokers, with injected faults.",
      "Nodes crash, lose power and pause; messages arrive late, twice and out of order. Checks that"
          + " every job ends with the right result and leaves nothing behind. A seed determines"
          + " everything that happens."
    })
public final class SimulateCommand implements Callable<Integer>, SettableByVariable {

  private static final long TOLD_EVERY = 100_000;

  @Option(
      names = "--topology",
      paramLabel = "toy|sales",
      split = ",",
      defaultValue = "toy,sales",
      description =
          "What to run: 'sales' are the product's stages, 'toy' are minimal stages that exercise"
              + " the code around a stage; both run one after the other (default:"
              + " ${DEFAULT-VALUE}).")
  private List<TopologyKind> topologies = List.of(TopologyKind.values());

  @Option(
      names = "--state",
      paramLabel = "volume|store|hostile-store",
      defaultValue = "volume",
      description =
          "Where workers keep their state: on volumes; in an object store whose calls may take"
              + " effect late; or in one that also hides objects now and then (default:"
              + " ${DEFAULT-VALUE}).")
  private String state = "volume";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of schedules of each topology (default: ${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--from",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "First seed (default: ${DEFAULT-VALUE}).")
  private long from;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of threads; 0 is one per processor (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Tell the story of this one schedule instead.")
  private @Nullable Long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (seeds < 1 || threads < 0) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--seeds must be at least 1 and --threads at least 0; see 'roastery simulate --help'");
    }
    StateKind place = place();
    boolean good = true;
    for (TopologyKind topology : topologies) {
      good &= seed != null ? tell(topology, place, seed, out) : run(topology, place, out);
      out.flush();
    }
    return good ? ExitCode.OK.number() : ExitCode.CHAOS_FAILED.number();
  }

  private StateKind place() {
    for (StateKind kind : StateKind.values()) {
      if (name(kind).equals(state)) {
        return kind;
      }
    }
    throw new CommandFailure(
        ExitCode.USAGE, "--state is '" + state + "', not volume, store or hostile-store");
  }

  private static String name(StateKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether all schedules ended well. */
  private boolean run(TopologyKind topology, StateKind place, PrintWriter out) {
    int workers = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    Campaign campaign = Campaign.run(topology, place, from, seeds, workers, this::progress);
    out.print(campaign.report());
    List<String> complaints = campaign.complaints();
    complaints.forEach(out::println);
    campaign.failures().stream()
        .findFirst()
        .ifPresent(failure ->
            out.println(
                "replay the first one with: ./roastery simulate --topology "
                    + topology.name().toLowerCase(Locale.ROOT)
                    + (place.isStore() ? " --state " + name(place) : "")
                    + " --seed "
                    + failure.seed()));
    return complaints.isEmpty();
  }

  private static boolean tell(TopologyKind topology, StateKind place, long seed, PrintWriter out) {
    List<String> story = Simulation.tell(topology, place, seed);
    story.forEach(out::println);
    return !story.getLast().contains(" FAILED: ");
  }

  private void progress(long done) {
    if (done % TOLD_EVERY == 0) {
      spec.commandLine().getErr().println(done + " of " + seeds + " schedules");
      spec.commandLine().getErr().flush();
    }
  }
}
