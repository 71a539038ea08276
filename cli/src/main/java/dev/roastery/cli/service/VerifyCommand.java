package dev.roastery.cli.service;

import dev.roastery.cli.ExitCode;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.StateCheck;
import dev.roastery.common.journal.recovery.VolumeCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code roastery verify}: reads all that partitions keep, and says what is damaged. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks the snapshots and journals below a directory, or in an object store.",
      "Names the file and offset, or the object, of any damage, and changes nothing; workers may be"
          + " running. The exit code is that of the first damage: 44 a chunk buffer, 45 a snapshot,"
          + " 46 a file of a newer version, 51 a file of another partition."
    })
public final class VerifyCommand implements Callable<Integer> {

  @Mixin private StateOptions state = new StateOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    try (StatePlace place = state.open()) {
      return verify(place.partitions());
    }
  }

  private int verify(List<StatePlace.Found> partitions) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<VolumeCheck.Damage> damages = new ArrayList<>();
    for (StatePlace.Found partition : partitions) {
      VolumeCheck.Result result =
          StateCheck.of(partition.disk(), partition.directory(), partition.name().toString());
      out.printf(
          "%s: %d epochs, %d snapshots, %d segments: %s%n",
          partition.path(),
          result.epochs(),
          result.snapshots(),
          result.segments(),
          result.damages().isEmpty() ? "whole" : "DAMAGED");
      result.tornTails().forEach(tail -> out.printf("  incomplete write, harmless: %s%n", tail));
      result.damages().forEach(damage -> out.printf("  %s: %s%n", damage.reason(), damage.what()));
      damages.addAll(result.damages());
    }
    out.flush();
    if (!damages.isEmpty()) {
      FatalReason first = damages.getFirst().reason();
      throw new Fatal(first, damages.size() + " damaged places, listed above");
    }
    return ExitCode.OK.number();
  }
}
