package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.JobFeed;
import dev.roastery.input.feed.Scans;
import java.util.ArrayList;
import java.util.List;

/** One use of a table: which columns and rows of its parts are read, and who gets the batches. */
public record PartRoute(String table, Use use, CsvScan scan, JobFeed feed) {

  /** How queries use a table; one may be both counted and looked up. */
  public enum Use {
    COUNTED,
    LOOKED_UP
  }

  /** All routes of a table, always in the same order, because ledgers refer to their index. */
  public static List<PartRoute> of(
      JobTopology routes, String table, int batchBytes, Transport transport) {
    JobPlan plan = routes.plan();
    JobFeed feed = new JobFeed(routes, routes.all(), transport);
    Scans scans = new Scans(plan);
    CsvLimits limits = limits(batchBytes);
    List<PartRoute> all = new ArrayList<>();
    if (plan.references().contains(table)) {
      CsvScan scan = scans.reference(table).within(limits);
      all.add(new PartRoute(table, Use.LOOKED_UP, scan, feed));
    }
    if (plan.facts().contains(table)) {
      all.add(new PartRoute(table, Use.COUNTED, scans.fact(table).within(limits), feed));
    }
    return all;
  }

  /** How the parts of that table are written. */
  public static Dialect dialect(JobTopology routes, String table) {
    return routes.plan().tables().table(table).dialect();
  }

  /** The reader ignores an incomplete block at the end of a piece, so blocks must be small. */
  private static CsvLimits limits(int batchBytes) {
    CsvLimits usual = CsvLimits.DEFAULT;
    return new CsvLimits(batchBytes, usual.rowBytesMax(), Math.min(usual.blockBytes(), batchBytes));
  }

  /** {@code confirmed} runs, on any thread, when the broker has the batch for all receivers. */
  void publish(int part, long batch, byte[] rows, Runnable confirmed) {
    switch (use) {
      case COUNTED -> feed.fact(table, part, batch, rows, confirmed);
      case LOOKED_UP -> feed.reference(table, part, batch, rows, confirmed);
    }
  }
}
