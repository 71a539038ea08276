package dev.roastery.cli.service;

import dev.roastery.cli.CommandFailure;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Main;
import dev.roastery.common.storage.check.BriefCheck;
import dev.roastery.common.storage.check.Latency;
import dev.roastery.common.storage.check.StoreCheck;
import dev.roastery.common.storage.location.StoreLocation;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.gateway.format.AlignedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roastery store check}: whether a store keeps what it promises, and how fast it is. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Tries out whether an object store is fit for keeping state in it.",
      "Creates small and large objects, eight at the same moment under each of eight names, reads"
          + " them whole and in ranges, prints how long calls take, and deletes what it made. The"
          + " exit code is 57 if the store is unfit, and 56 if it refuses the credentials or has no"
          + " such bucket."
    },
    footer = {
      "",
      "Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, from the profile"
          + " AWS_PROFILE in ~/.aws/credentials, or from the container or the virtual machine."
    })
final class StoreCheckCommand implements Callable<Integer> {

  @Parameters(paramLabel = "URL", description = "The store: s3://BUCKET/PREFIX, or file:///FOLDER.")
  private String url = "";

  @Mixin private StoreOptions options = new StoreOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Map<String, String> environment = environment();
    StoreLocation location = location(environment);
    try (ObjectStore store = location.open(environment)) {
      PrintWriter out = spec.commandLine().getOut();
      StoreCheck.Fitness fitness =
          StoreCheck.run(
              store,
              claim -> {
                out.println("ok: " + claim);
                out.flush();
              });
      switch (fitness) {
        case StoreCheck.Fitness.Fit(List<Latency> latencies) -> print(latencies, out);
        case StoreCheck.Fitness.Unfit(String how) -> throw BriefCheck.unfit(store, how);
      }
      out.println(store + " is fit");
      out.flush();
      return ExitCode.OK.number();
    } catch (StoreRefusedException e) {
      throw BriefCheck.refused(e);
    } catch (StoreAwayException e) {
      throw new CommandFailure(ExitCode.UNREACHABLE, away(e));
    }
  }

  private static String away(StoreException e) {
    return e.getMessage()
        + "; check the address and try again. Objects of this check whose names begin with"
        + " roastery-check- may be left";
  }

  private Map<String, String> environment() {
    return ((Main) spec.root().userObject()).environment();
  }

  private StoreLocation location(Map<String, String> environment) {
    try {
      return options.location(url, environment);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static void print(List<Latency> latencies, PrintWriter out) throws IOException {
    List<List<@Nullable String>> rows = new ArrayList<>();
    rows.add(List.of("call", "count", "p50 ms", "p99 ms"));
    for (Latency each : latencies) {
      rows.add(
          List.of(
              each.call(),
              Integer.toString(each.count()),
              millis(each.p50Millis()),
              millis(each.p99Millis())));
    }
    AlignedRows.write(rows, List.of(false, true, true, true), out);
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis);
  }
}
