package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.JobFeed;
import java.util.UUID;

/** Where the rows of tests go. */
final class ARoute {

  private ARoute() {}

  static JobTopology routes() {
    Catalog catalog = Catalog.builtIn();
    JobPlan plan = new JobPlan(catalog.tables(), catalog.queries(), Partitions.oneEach());
    return new JobTopology(new JobId(new UUID(0, 1), 1), plan);
  }

  /** Of a table that the plan does not even have. */
  static PartRoute of(String table, CsvScan scan, Transport transport) {
    JobTopology routes = routes();
    JobFeed feed = new JobFeed(routes, routes.all(), transport);
    return new PartRoute(table, PartRoute.Use.COUNTED, scan, feed);
  }
}
