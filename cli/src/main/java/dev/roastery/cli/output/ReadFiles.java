package dev.roastery.cli.output;

import dev.roastery.input.Dataset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was read of a folder, and what was not, for people. */
public final class ReadFiles {

  private ReadFiles() {}

  /** {@code rows} is 0 where they were not counted. */
  public static String counted(int files, long rows, long bytes) {
    return String.format(
        Locale.ROOT,
        "%,d %s, %s%,.1f MB",
        files,
        files == 1 ? "file" : "files",
        rows == 0 ? "" : String.format(Locale.ROOT, "%,d %s, ", rows, rows == 1 ? "row" : "rows"),
        bytes / 1e6);
  }

  /** The files that were left out, by name; nothing if there are none. */
  public static Optional<String> ignored(List<String> names) {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("not read, " + names.size() + ": " + Dataset.shortened(names));
  }
}
