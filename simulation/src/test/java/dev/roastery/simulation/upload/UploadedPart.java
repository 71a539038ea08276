package dev.roastery.simulation.upload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartLedger;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.gateway.jobs.upload.PartRoute.Use;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.PartTerms;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.input.BadRows;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.feed.JobFeed;
import dev.roastery.input.feed.Scans;
import dev.roastery.simulation.effect.Incarnation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A part of a table that is both counted and looked up, some of its rows bad, and a client that
 * sends it in pieces from wherever the gateway says.
 */
final class UploadedPart {

  static final PartName NAME = new PartName("stores", "s.csv");
  private static final int BATCH_BYTES = 100;
  private static final int PIECE_BYTES = 420;
  private static final String QUERY =
      """
      {"name": "names", "from": "stores", "groupBy": ["store_id"],
       "measures": {"count": {"count": "*"}},
       "join": [{"table": "stores", "on": "store_id", "take": ["store_name"]}],
       "select": ["store_name", "count"]}
      """;

  private final byte[] csv = csv();
  private final JobTopology routes = routes();
  private final Arrivals arrivals;

  UploadedPart(Arrivals arrivals) {
    this.arrivals = arrivals;
  }

  private static byte[] csv() {
    StringBuilder csv = new StringBuilder("store_id,store_name\n");
    for (int row = 0; row < 60; row++) {
      csv.append(row % 13 == 5 ? "x" : row).append(",Store ").append(row).append('\n');
    }
    return csv.toString().getBytes(UTF_8);
  }

  private static JobTopology routes() {
    Catalog catalog = Catalog.builtIn();
    BoundQuery query =
        QueryDocument.read("names", QUERY.getBytes(UTF_8), catalog.tables()).orThrow();
    JobPlan plan = new JobPlan(catalog.tables(), List.of(query), Partitions.oneEach());
    return new JobTopology(new JobId(new UUID(0, 1), 1), plan);
  }

  int size() {
    return csv.length;
  }

  static PartLedger open(Disk disk) throws IOException {
    disk.createDirectory("parts");
    disk.syncDirectory("");
    PartLedger ledger = new PartLedger(NAME, 0, false, disk, "parts");
    ledger.open();
    return ledger;
  }

  private PartTerms terms(Uplink uplink, Piece piece) {
    JobFeed feed = new JobFeed(routes, routes.all(), uplink);
    Scans scans = new Scans(routes.plan());
    CsvLimits limits = new CsvLimits(BATCH_BYTES, 1 << 20, 64);
    return new PartTerms(
        List.of(
            new PartRoute("stores", Use.LOOKED_UP, scans.reference("stores").within(limits), feed),
            new PartRoute("stores", Use.COUNTED, scans.fact("stores").within(limits), feed)),
        BadRows.SKIP,
        100,
        piece);
  }

  /** All that is left, in pieces, within one life of the gateway. */
  void send(PartLedger ledger, Incarnation life, SplittableRandom random) {
    Uplink uplink = new Uplink(life, arrivals);
    boolean last = false;
    while (!last) {
      requireConfirmed(ledger);
      int from = (int) ledger.status().offset();
      int end = Math.min(from + PIECE_BYTES, csv.length);
      last = end == csv.length;
      piece(ledger, uplink, from, end, random);
      if (!last) {
        assertThat(ledger.status().offset()).isEqualTo(end);
      }
    }
  }

  private void piece(PartLedger ledger, Uplink uplink, int from, int end, SplittableRandom random) {
    Deque<Runnable> calls = new ArrayDeque<>();
    Piece piece = end == csv.length ? Piece.LAST : Piece.MORE_TO_COME;
    PartStream stream = PartStream.resume(ledger, terms(uplink, piece), calls::add);
    try {
      feed(stream, from, end, random, () -> settleSome(ledger, uplink, calls, random));
    } finally { // also after a failure, as the gateway does
      boolean more = true;
      while (more && !stream.isSettled()) {
        more = settleSome(ledger, uplink, calls, random);
      }
    }
    stream.complete();
  }

  private void feed(
      PartStream stream, int from, int end, SplittableRandom random, Runnable settling) {
    publish(stream);
    for (int at = from; at < end; ) {
      int length = Math.min(1 + random.nextInt(100), end - at);
      stream.accept(Arrays.copyOfRange(csv, at, at + length), length);
      publish(stream);
      at += length;
      if (random.nextInt(4) == 0) {
        settling.run();
      }
    }
    stream.end();
    publish(stream);
  }

  private static void publish(PartStream stream) {
    while (!stream.mayTake()) {
      stream.publishNext(() -> {});
    }
  }

  /** False when nothing is left that could be settled. */
  private boolean settleSome(
      PartLedger ledger, Uplink uplink, Deque<Runnable> calls, SplittableRandom random) {
    boolean more = uplink.confirmOne(random) || !calls.isEmpty();
    while (!calls.isEmpty()) {
      calls.remove().run();
      requireConfirmed(ledger);
    }
    return more;
  }

  /** The rule: what is on record the broker has confirmed, on both routes. */
  void requireConfirmed(PartLedger ledger) {
    for (long batch = 0; batch < ledger.status().batches(); batch++) {
      for (String stream : List.of("stores", JobTopology.referenceStream("stores"))) {
        String queue = stream.equals("stores") ? "aggregator" : "joiner";
        String key = arrivalKey(queue, stream, batch);
        assertThat(arrivals.isConfirmed(key)).as("%s is on record, unconfirmed", key).isTrue();
      }
    }
  }

  private String arrivalKey(String stage, String stream, long batch) {
    String queue =
        routes.all().stream()
            .filter(partition -> partition.stage().equals(stage))
            .findFirst()
            .orElseThrow()
            .queue();
    return queue + " " + stream + " " + batch;
  }
}
