package dev.roastery.gateway.jobs;

import dev.roastery.common.wire.RowsCodec;
import dev.roastery.gateway.embedded.BadRows;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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

  private final Part part;
  private final Ports ports;
  private final List<Reading> readings = new ArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final Deque<Sent> sent = new ArrayDeque<>();
  private @Nullable Thread reading;
  private boolean superseded;

  /** Skipped rows after what is on record, by line. */
  private final SortedMap<Long, BadRow> skipped = new TreeMap<>();

  private long known;

  /** What an upload works with. */
  record Ports(
      BadRows badRows, List<Stream> streams, Gate gate, Runnable check, long rejectedMax) {}

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
    int fingerprint;
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
    for (Stream stream : ports.streams()) {
      Reading sink = new Reading(stream.send());
      sink.reader =
          header == null || from == null
              ? new CsvReader(part.name().toString(), stream.scan(), sink)
              : CsvReader.resume(header, from, stream.scan(), sink);
      readings.add(sink);
    }
  }

  /** All of the stream; when {@code last}, the part ends with it. Returns when all is safe. */
  void read(InputStream body, boolean last) throws IOException {
    try {
      byte[] portion = new byte[PORTION];
      for (int read = next(body, portion); read >= 0; read = next(body, portion)) {
        for (Reading each : readings) {
          each.reader().accept(portion, 0, read);
        }
        keepHeader();
        record();
      }
      if (last) {
        readings.forEach(each -> each.reader().finish());
        keepHeader();
      }
    } finally {
      awaitConfirmed();
    }
    if (last && !skipped.isEmpty()) {
      throw new IllegalStateException("rows were skipped after the last batch of " + part.name());
    }
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

  private void keepHeader() throws IOException {
    CsvHeader header = readings.getFirst().reader().header();
    if (header != null && part.header() == null) {
      part.header(header);
    }
  }

  /** Puts on record what is confirmed of what is next. */
  private void record() throws IOException {
    for (Sent next = confirmed(); next != null; next = confirmed()) {
      SortedMap<Long, BadRow> before = skipped.headMap(next.to.line());
      Collection<BadRow> rows = List.copyOf(before.values());
      part.confirmed(next.to, next.fingerprint, rows);
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

  private boolean awaitOne() {
    lock.lock();
    try {
      while (!sent.isEmpty() && sent.element().unread == 0 && sent.element().unconfirmed > 0) {
        changed.awaitUninterruptibly();
      }
      return !sent.isEmpty() && sent.element().unread == 0;
    } finally {
      lock.unlock();
    }
  }

  /** One stream's reader, and what becomes of its batches. */
  private final class Reading implements CsvSink {
    private final Send send;
    private @Nullable CsvReader reader;

    Reading(Send send) {
      this.send = send;
    }

    CsvReader reader() {
      if (reader == null) {
        throw new IllegalStateException("not open");
      }
      return reader;
    }

    @Override
    public void batch(CsvBatch batch) {
      byte[] rows = RowsCodec.encode(batch.rows());
      if (batch.seq() < known) {
        compare(batch, rows);
        return;
      }
      ports.check().run();
      try {
        ports.gate().enter(rows.length);
      } catch (InterruptedException e) {
        throw new java.io.UncheckedIOException(
            new InterruptedIOException("the upload was interrupted"));
      }
      Sent of = entry(batch, rows);
      send.send(
          part.number(),
          batch.seq(),
          rows,
          () -> {
            ports.gate().leave(rows.length);
            arrived(of);
          });
    }

    /** A part that is sent again must be the same. */
    private void compare(CsvBatch batch, byte[] rows) {
      Sent of = entry(batch, rows);
      lock.lock();
      try {
        if (of.unread > 0) {
          return;
        }
        sent.remove(of);
      } finally {
        lock.unlock();
      }
      part.knows(batch.seq(), of.fingerprint);
    }

    @Override
    public void badRow(BadRow row) {
      if (ports.badRows() == BadRows.REFUSE) {
        throw new CsvException(row);
      }
      PartPosition position = part.position();
      boolean onRecord = position != null && row.line() < position.line();
      if (!onRecord) {
        skipped.putIfAbsent(row.line(), row);
      }
      if (skipped.size() + part.rejected() > ports.rejectedMax()) {
        throw new Refusal(
            Refusal.Kind.BAD_ROW,
            "more than " + ports.rejectedMax() + " bad rows; the last: " + row.sentence());
      }
    }
  }

  /** This batch's entry, with one more stream read. */
  private Sent entry(CsvBatch batch, byte[] rows) {
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
      of.fingerprint = Integer.rotateLeft(of.fingerprint, 1) ^ crc(rows);
      of.unread--;
      return of;
    } finally {
      lock.unlock();
    }
  }

  private static int crc(byte[] rows) {
    CRC32C crc = new CRC32C();
    crc.update(rows, 0, rows.length);
    return (int) crc.getValue();
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
