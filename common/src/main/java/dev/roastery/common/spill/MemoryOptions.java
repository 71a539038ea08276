package dev.roastery.common.spill;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How much memory, and how much disk beyond it, the jobs of a process may take. */
public final class MemoryOptions {

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([kmg]?)");

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "${env:ROASTERY_MEMORY:-0}",
      description =
          "Memory for the working states of all jobs in this process, such as 200m or 2g; what is"
              + " more goes to files (ROASTERY_MEMORY). 0 is a fifth of the heap.")
  private String memory = "0";

  @Option(
      names = "--job-disk",
      paramLabel = "SIZE",
      defaultValue = "${env:ROASTERY_JOB_DISK:-0}",
      description =
          "Disk that one job may take for such files in this process, such as 20g; a job that"
              + " needs more fails (ROASTERY_JOB_DISK). 0 is no limit.")
  private String jobDisk = "0";

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** For all partitions of this process together. */
  public MemoryBudget budget() {
    long bytes = size("--memory", memory);
    long disk = size("--job-disk", jobDisk);
    return new MemoryBudget(
        bytes == 0 ? MemoryBudget.heapShare() : bytes, disk == 0 ? Long.MAX_VALUE : disk);
  }

  private long size(String option, String text) {
    Matcher parts = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new ParameterException(
          spec.commandLine(),
          option + " is '" + text + "', not a number of bytes, perhaps with k, m or g behind it");
    }
    int shift =
        switch (parts.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    long units = Long.parseLong(parts.group(1));
    if (units > Long.MAX_VALUE >> shift) {
      throw new ParameterException(
          spec.commandLine(), option + " is '" + text + "', more than any machine has");
    }
    return units << shift;
  }
}
