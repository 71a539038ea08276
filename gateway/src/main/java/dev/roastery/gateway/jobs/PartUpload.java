package dev.roastery.gateway.jobs;

import dev.roastery.gateway.feed.JobFeed;
import dev.roastery.gateway.ingest.BadRows;
import dev.roastery.gateway.ingest.CsvBatch;
import dev.roastery.gateway.ingest.CsvException;
import dev.roastery.gateway.ingest.CsvHeader;
import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import dev.roastery.gateway.ingest.CsvReader;
import dev.roastery.gateway.ingest.CsvScan;
import dev.roastery.gateway.ingest.CsvSink;
import dev.roastery.gateway.ingest.PartPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a part's bytes on its way: parsed as it arrives, cut into batches, sent; and what
 * the broker has confirmed is put on record. All of that is done by the thread that reads, so a
 * slow broker slows the client down, and memory holds a few batches.
 */
final class PartUpload {

  private static final int PORTION = 64 << 10;

  /** What a part may have computed before it counts as large. */
  private static final int SMALL = 1 << 20;

  private final Part part;
  private final Ports ports;
  private final List<Reading> readings = new ArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final Deque<Sent> sent = new ArrayDeque<>();
  private @Nullable Thread reading;
  private boolean superseded;
  private boolean abandoned;

  /** Skipped rows after what is on record, by line. */
  private final SortedMap<Long, BadRow> skipped = new TreeMap<>();

  private long known;
  private boolean large;
  private @Nullable PartPosition onRecord;

  /**
   * What an upload works with.
   *
   * @param processors those that large parts may compute on
   */
  record Ports(
      BadRows badRows,
      List<Stream> streams,
      Gate gate,
      Semaphore processors,
      Runnable check,
      long rejectedMax) {}

  /** What is read of a table, and where it goes; a table may be both counted and looked up. */
  record Stream(CsvScan scan, Send send) {}

  /** Sends a batch. */
  interface Send {
    void send(int part, long batch, byte[] rows, Runnable confirmed);
  }

  /** Where a batch waits for its turn. */
  interface Gate {
    void enter(long bytes) throws InterruptedException;

    void leave(long bytes);
  }

  /** A batch of the part, in all streams, until it is confirmed in all. */
  private static final class Sent {
    final PartPosition to;
    int unread;
    int unconfirmed;

    Sent(PartPosition to, int streams) {
      this.to = to;
      this.unread = streams;
      this.unconfirmed = streams;
    }
  }

  /** A newer upload of the same part has taken over. */
  static final class Superseded extends IOException {
    private static final long serialVersionUID = 1;

    Superseded() {
      super("another upload of the same part has begun");
    }
  }

  PartUpload(Part part, Ports ports) {
    this.part = part;
    this.ports = ports;
  }

  /** Reads from the part's start; what is with the broker already is only compared. */
  void fromStart() {
    open(null, null);
  }

  /** Reads from where the part was confirmed. */
  void fromConfirmed() {
    open(part.header(), part.position());
  }

  private void open(@Nullable CsvHeader header, @Nullable PartPosition from) {
    known = part.batches();
    onRecord = part.position();
    for (Stream stream : ports.streams()) {
      Reading sink = new Reading(readings.size(), stream.send(), from);
      sink.reader =
          header == null || from == null
              ? new CsvReader(part.name().toString(), stream.scan(), sink)
              : CsvReader.resume(header, from, stream.scan(), sink);
      readings.add(sink);
    }
  }

  /** All of the stream; when {@code last}, the part ends with it. Returns when all is safe. */
  void read(InputStream body, boolean last) throws IOException {
    LatestBytes latest = new LatestBytes(sentUpTo());
    try {
      byte[] portion = new byte[PORTION];
      long sum = 0;
      for (int read = next(body, portion); read >= 0; read = next(body, portion)) {
        sum += read;
        large = sum > SMALL;
        accept(portion, read);
        keepHeader();
        record();
        if (!last) {
          latest.add(portion, read);
          latest.forgetBefore(sentUpTo());
        }
      }
      if (last) {
        readings.forEach(each -> each.reader().finish());
        keepHeader();
        readings.forEach(each -> part.ended(each.stream, each.next));
      }
    } finally {
      awaitConfirmed();
    }
    if (!last) {
      part.keep(latest);
    }
    if (last && !skipped.isEmpty()) {
      throw new IllegalStateException("rows were skipped after the last batch of " + part.name());
    }
  }

  private void accept(byte[] portion, int length) {
    occupy();
    try {
      for (Reading each : readings) {
        each.reader().accept(portion, 0, length);
      }
    } finally {
      vacate();
    }
  }

  private void occupy() {
    if (large) {
      ports.processors().acquireUninterruptibly();
    }
  }

  private void vacate() {
    if (large) {
      ports.processors().release();
    }
  }

  /** The end of the last batch that has been cut in all streams. */
  private long sentUpTo() {
    return readings.stream().mapToLong(each -> each.end).min().orElseThrow();
  }

  private int next(InputStream body, byte[] portion) throws IOException {
    enter(Thread.currentThread());
    try {
      return body.read(portion);
    } finally {
      enter(null);
    }
  }

  /** Notes which thread may be interrupted, for it only waits for bytes. */
  private void enter(@Nullable Thread thread) throws Superseded {
    lock.lock();
    try {
      reading = thread;
      if (superseded) {
        boolean _ = Thread.interrupted();
        throw new Superseded();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody will hear of it any more. */
  void abandon() {
    lock.lock();
    try {
      abandoned = true;
      superseded = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the reading as soon as nothing is half done. */
  void supersede() {
    lock.lock();
    try {
      superseded = true;
      if (reading != null) {
        reading.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private void keepHeader() {
    CsvHeader header = readings.getFirst().reader().header();
    if (header != null) {
      part.header(header);
    }
  }

  /** Puts on record what is confirmed of what is next. */
  private void record() {
    for (Sent next = confirmed(); next != null; next = confirmed()) {
      SortedMap<Long, BadRow> before = skipped.headMap(next.to.line());
      Collection<BadRow> rows = List.copyOf(before.values());
      part.confirmed(next.to, rows);
      before.clear();
    }
  }

  private @Nullable Sent confirmed() {
    lock.lock();
    try {
      Sent first = sent.peek();
      return first != null && first.unread == 0 && first.unconfirmed == 0 ? sent.remove() : null;
    } finally {
      lock.unlock();
    }
  }

  /** Also after a failure: what could be sent is sent, and counts. */
  private void awaitConfirmed() throws IOException {
    record();
    while (awaitOne()) {
      record();
    }
  }

  private boolean awaitOne() throws IOException {
    lock.lock();
    try {
      while (!sent.isEmpty() && sent.element().unread == 0 && sent.element().unconfirmed > 0) {
        if (abandoned) {
          throw new InterruptedIOException("the gateway ends, or the job is over");
        }
        changed.awaitUninterruptibly();
      }
      return !sent.isEmpty() && sent.element().unread == 0;
    } finally {
      lock.unlock();
    }
  }

  /** One stream's reader, and what becomes of its batches. */
  private final class Reading implements CsvSink {
    private final int stream;
    private final Send send;
    private long next;
    private long end;
    private @Nullable CsvReader reader;

    Reading(int stream, Send send, @Nullable PartPosition from) {
      this.stream = stream;
      this.send = send;
      this.next = from == null ? 0 : from.batch();
      this.end = from == null ? 0 : from.offset();
    }

    CsvReader reader() {
      if (reader == null) {
        throw new IllegalStateException("not open");
      }
      return reader;
    }

    @Override
    public void batch(CsvBatch batch) {
      ports.check().run();
      keepHeader();
      byte[] rows = JobFeed.rows(batch);
      part.sending(stream, batch.seq(), fingerprint(batch, rows));
      next = batch.seq() + 1;
      end = batch.to().offset();
      if (batch.seq() >= known) {
        send(batch, rows);
      }
    }

    private void send(CsvBatch batch, byte[] rows) {
      vacate();
      try {
        ports.gate().enter(rows.length);
      } catch (InterruptedException e) {
        throw new UncheckedIOException(new InterruptedIOException("the upload was interrupted"));
      } finally {
        occupy();
      }
      Sent of = entry(batch);
      send.send(
          part.number(),
          batch.seq(),
          rows,
          () -> {
            ports.gate().leave(rows.length);
            arrived(of);
          });
    }

    @Override
    public void badRow(BadRow row) {
      if (ports.badRows() == BadRows.REFUSE) {
        throw new CsvException(row);
      }
      if (onRecord == null || row.line() >= onRecord.line()) {
        skipped.putIfAbsent(row.line(), row);
      }
      if (skipped.size() + part.rejected() > ports.rejectedMax()) {
        throw new Refusal(
            Refusal.Kind.BAD_ROW,
            "more than " + ports.rejectedMax() + " bad rows; the last: " + row.sentence());
      }
    }
  }

  /** What a batch is known again by: its rows, and where it ends. */
  private static int fingerprint(CsvBatch batch, byte[] rows) {
    CRC32C crc = new CRC32C();
    crc.update(
        ByteBuffer.allocate(16).putLong(batch.to().offset()).putLong(batch.to().line()).flip());
    crc.update(rows, 0, rows.length);
    return (int) crc.getValue();
  }

  /** This batch's entry, with one more stream read. */
  private Sent entry(CsvBatch batch) {
    lock.lock();
    try {
      Sent of = null;
      for (Sent each : sent) {
        if (each.to.batch() == batch.to().batch()) {
          of = each;
        }
      }
      if (of == null) {
        of = new Sent(batch.to(), readings.size());
        sent.add(of);
      }
      of.unread--;
      return of;
    } finally {
      lock.unlock();
    }
  }

  private void arrived(Sent of) {
    lock.lock();
    try {
      of.unconfirmed--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
