package dev.roastery.gateway.jobs.upload;

import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.CsvSink;
import dev.roastery.input.csv.PartFormat;
import dev.roastery.input.csv.StreamedPart;
import dev.roastery.input.feed.JobFeed;
import dev.roastery.input.format.PartFormats;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One upload of one part, from bytes to recorded batches:
 *
 * <pre>
 *   accept(bytes)  →  rows are parsed, batches cut, their fingerprints recorded; they wait
 *   publishNext()  →  the first waiting batch is passed to the broker's client
 *   (confirmed)    →  confirmed batches are recorded in order: the upload can resume after them
 * </pre>
 *
 * <p>A state machine with a single writer: it starts no thread and never blocks. Its writer makes
 * all calls, and confirmations of the broker are handed to it ({@code writer}). Memory holds the
 * batches of one portion only, if the caller checks {@link #mayTake} before it accepts the next.
 */
public final class PartStream {

  private final PartLedger ledger;
  private final PartTerms terms;
  private final Consumer<Runnable> writer;
  private final List<Reading> readings = new ArrayList<>();

  /** Batches that are cut but not published yet. */
  private final Deque<CutBatch> waiting = new ArrayDeque<>();

  /** Batches that are published on some route but not recorded yet, in order. */
  private final Deque<Published> published = new ArrayDeque<>();

  /** Skipped rows after the last recorded batch, by line. */
  private final SortedMap<Long, BadRow> skipped = new TreeMap<>();

  private final @Nullable PartPosition resumedAt;

  /** How many batches were recorded before this upload; they are only compared. */
  private final long known;

  private final TailBuffer tail;

  /** A batch of one route that waits to be published. */
  private record CutBatch(PartRoute route, PartPosition to, long read, long number, byte[] rows) {}

  /** A batch of the part until it is confirmed on all routes. */
  private static final class Published {
    final PartPosition to;
    final long read;
    int unpublished;
    int unconfirmed;

    Published(PartPosition to, long read, int routes) {
      this.to = to;
      this.read = read;
      this.unpublished = routes;
      this.unconfirmed = routes;
    }
  }

  private PartStream(
      PartLedger ledger, PartTerms terms, Consumer<Runnable> writer, @Nullable PartPosition from) {
    this.ledger = ledger;
    this.terms = terms;
    this.writer = writer;
    this.resumedAt = ledger.position();
    this.known = ledger.status().batches();
    this.tail = new TailBuffer(from == null ? 0 : from.offset());
    for (PartRoute route : terms.routes()) {
      readings.add(new Reading(readings.size(), route, from));
    }
  }

  /**
   * Reads from the part's start; recorded batches are only compared.
   *
   * @param writer runs a call to this stream on its writer's thread; any thread may use it
   */
  public static PartStream fromStart(
      PartLedger ledger, PartTerms terms, Consumer<Runnable> writer) {
    ledger.discardTail();
    return new PartStream(ledger, terms, writer, null);
  }

  /** Resumes at the ledger's position with the tail that it kept; new bytes follow the tail. */
  public static PartStream resume(PartLedger ledger, PartTerms terms, Consumer<Runnable> writer) {
    PartStream stream = new PartStream(ledger, terms, writer, ledger.position());
    byte[] kept = ledger.tail();
    stream.accept(kept, kept.length);
    return stream;
  }

  // ---- from bytes to batches

  /** Accepts the next {@code length} bytes of the part. */
  public void accept(byte[] bytes, int length) {
    for (Reading each : readings) {
      each.reader.accept(bytes, 0, length);
    }
    recordHeader();
    if (terms.piece() == Piece.MORE_TO_COME) {
      tail.add(bytes, length);
      tail.discardBefore(cutUpTo());
    }
  }

  /** There are no more bytes. Batches may still wait to be published or confirmed. */
  public void end() {
    if (terms.piece() == Piece.LAST) {
      readings.forEach(each -> each.reader.finish());
      recordHeader();
      readings.forEach(each -> ledger.ended(each.place, each.next));
    }
  }

  /** Called after the end, when all is settled: records the tail after the last batch. */
  public void complete() {
    if (!published.isEmpty() || !mayTake()) {
      throw new IllegalStateException(ledger.name() + " has batches that are not recorded");
    }
    switch (terms.piece()) {
      case MORE_TO_COME -> ledger.keepTail(tail);
      case LAST -> {
        if (!skipped.isEmpty()) {
          throw new IllegalStateException(
              "rows were skipped after the last batch of " + ledger.name());
        }
      }
    }
  }

  /** The end of the last batch that has been cut on all routes. */
  private long cutUpTo() {
    return readings.stream().mapToLong(each -> each.end).min().orElseThrow();
  }

  private void recordHeader() {
    byte[] header = readings.getFirst().reader.header();
    if (header != null) {
      ledger.header(header);
    }
  }

  // ---- from batches to the broker

  /** Whether no batch waits to be published, so that more bytes may be accepted. */
  public boolean mayTake() {
    return waiting.isEmpty();
  }

  /** The size of the batch that {@link #publishNext} publishes; 0 if none waits. */
  public int nextBytes() {
    CutBatch next = waiting.peek();
    return next == null ? 0 : next.rows().length;
  }

  /** Publishes the batch that has waited longest; {@code arrived} runs on any thread. */
  public void publishNext(Runnable arrived) {
    CutBatch next = waiting.remove();
    Published of = published(next);
    next.route()
        .publish(
            ledger.number(),
            next.number(),
            next.rows(),
            () -> {
              arrived.run();
              writer.accept(() -> confirmed(of));
            });
    of.unpublished--; // not if it failed: then no confirmation is awaited
    recordConfirmed(); // the confirmation may have arrived within the call
  }

  private Published published(CutBatch batch) {
    for (Published each : published) {
      if (each.to.batch() == batch.to().batch()) {
        return each;
      }
    }
    Published added = new Published(batch.to(), batch.read(), readings.size());
    published.add(added);
    return added;
  }

  /** Discards the waiting batches; they are cut again when the upload resumes. */
  public void dropWaiting() {
    waiting.clear();
  }

  // ---- from the broker to the ledger

  private void confirmed(Published batch) {
    batch.unconfirmed--;
    recordConfirmed();
  }

  /** A batch leaves the queue only when it is recorded: if that fails, no later one is recorded. */
  private void recordConfirmed() {
    for (Published first = published.peek(); isSafe(first); first = published.peek()) {
      SortedMap<Long, BadRow> before = skipped.headMap(first.to.line());
      ledger.confirmed(first.to, first.read, List.copyOf(before.values()));
      before.clear();
      published.remove();
    }
  }

  private static boolean isSafe(@Nullable Published batch) {
    return batch != null && batch.unpublished == 0 && batch.unconfirmed == 0;
  }

  /**
   * Whether no awaited confirmation could still be recorded. A batch that is not published on all
   * routes, or that is confirmed but could not be written, is never recorded, nor is any after it.
   */
  public boolean isSettled() {
    Published first = published.peek();
    return first == null || first.unpublished > 0 || first.unconfirmed == 0;
  }

  /** The reader of one route, which turns its batches into waiting ones. */
  private final class Reading implements CsvSink {
    private final int place;
    private final PartRoute route;
    private final StreamedPart reader;
    private long next;
    private long end;

    Reading(int place, PartRoute route, @Nullable PartPosition from) {
      this.place = place;
      this.route = route;
      this.next = from == null ? 0 : from.batch();
      this.end = from == null ? 0 : from.offset();
      String part = ledger.name().toString();
      PartFormat format = PartFormats.of(part);
      byte[] header = ledger.header();
      this.reader =
          header == null || from == null
              ? format.reader(part, route.scan(), this)
              : format.resume(part, header, from, route.scan(), this);
    }

    @Override
    public void batch(CsvBatch batch) {
      recordHeader();
      byte[] rows = JobFeed.rows(batch);
      ledger.sending(place, batch.seq(), fingerprint(batch, rows));
      next = batch.seq() + 1;
      end = batch.to().offset();
      if (batch.seq() >= known) {
        waiting.add(new CutBatch(route, batch.to(), batch.read(), batch.seq(), rows));
      }
    }

    @Override
    public void badRow(BadRow row) {
      if (terms.badRows() == BadRows.REFUSE) {
        throw new CsvException(row);
      }
      if (resumedAt == null || row.line() >= resumedAt.line()) {
        skipped.putIfAbsent(row.line(), row);
      }
      if (skipped.size() + ledger.status().rejected() > terms.rejectedMax()) {
        throw new Refusal(
            Refusal.Kind.BAD_ROW,
            "more than " + terms.rejectedMax() + " bad rows; the last: " + row.sentence());
      }
    }
  }

  /** Identifies a batch by its rows and its end. */
  private static int fingerprint(CsvBatch batch, byte[] rows) {
    CRC32C crc = new CRC32C();
    crc.update(
        ByteBuffer.allocate(16).putLong(batch.to().offset()).putLong(batch.to().line()).flip());
    crc.update(rows, 0, rows.length);
    return (int) crc.getValue();
  }
}
