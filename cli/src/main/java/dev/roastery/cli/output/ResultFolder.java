package dev.roastery.cli.output;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.IoReason;
import dev.roastery.embedded.RunReport;
import dev.roastery.embedded.RunReport.QueryResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Where results are written on their way: a temporary folder, beside the one that the user asked
 * for if there is one, so that a finished result only has to be renamed. It goes when the command
 * ends, also by Ctrl-C.
 */
public final class ResultFolder implements AutoCloseable {

  private final @Nullable Path out;
  private final ScratchFolder scratch;

  private ResultFolder(@Nullable Path out, ScratchFolder scratch) {
    this.out = out;
    this.scratch = scratch;
  }

  public static ResultFolder of(@Nullable Path out) throws IOException {
    return new ResultFolder(out, out == null ? ScratchFolder.make() : ScratchFolder.in(out));
  }

  /** Finds out before the work and not after it. */
  public static void checkWritable(Path out) {
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, ".roastery-", ".try"));
    } catch (IOException e) {
      throw new Fatal(
          FatalReason.DISK_UNWRITABLE,
          "cannot write to --out " + out + ": " + IoReason.of(e) + "; fix that",
          e);
    }
  }

  public Path folder() {
    return scratch.path();
  }

  /** Moves the results to where they were asked for; those in a state folder stay there, too. */
  public void keep(RunReport report, ResultPrinter printer) throws IOException {
    if (out == null) {
      return;
    }
    for (QueryResult result : report.results()) {
      printer.writeBesideCsv(PrintedResult.of(result), folder(), out);
      Path ready = folder().resolve(result.file().getFileName().toString());
      if (!ready.equals(result.file())) {
        Files.copy(result.file(), ready, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(
          ready, out.resolve(ready.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
