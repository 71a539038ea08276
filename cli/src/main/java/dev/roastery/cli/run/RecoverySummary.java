package dev.roastery.cli.run;

import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import java.io.PrintWriter;
import java.util.Locale;

/** Adds up what a run recovered from its state folder; called by many threads. */
final class RecoverySummary implements PartitionListener {

  private final PrintWriter err;
  private boolean told;
  private int partitions;
  private long batches;
  private long bytes;

  RecoverySummary(PrintWriter err, boolean quiet) {
    this.err = err;
    this.told = quiet;
  }

  @Override
  public synchronized void recovered(PartitionName partition, RecoveryReport report) {
    if (report.epochRead() > 0) {
      sayAtOnce();
      partitions++;
      batches += report.chunks();
      bytes += report.bytes();
    }
    report.findings().forEach(finding -> err.println(partition + ": " + finding));
  }

  /** The progress begins at its start again: what is done already is read, and not done again. */
  private void sayAtOnce() {
    if (!told) {
      told = true;
      err.println("resuming an earlier run: the input is read again, and what is done counts once");
      err.flush();
    }
  }

  /** One line, if there was anything; {@code found} of {@code all} results were there. */
  synchronized void print(int found, int all) {
    if (found == all) {
      err.println("all results already existed: nothing was computed again");
    } else if (partitions > 0) {
      err.printf(
          Locale.ROOT,
          "resumed an earlier run: %d partitions loaded their snapshots and replayed %,d batches"
              + " (%,d bytes); %d of %d results already existed%n",
          partitions,
          batches,
          bytes,
          found,
          all);
    }
  }
}
