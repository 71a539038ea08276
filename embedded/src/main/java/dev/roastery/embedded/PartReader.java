package dev.roastery.embedded;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.PartBytes;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.CsvSink;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.SharedPart;
import dev.roastery.input.csv.Transcoding;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.format.PartFormats;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One part: all threads read a plain file together; only the first thread reads one that is
 * compressed or in another encoding than UTF-8.
 */
final class PartReader {

  private final int number;
  private final Part part;
  private final CsvScan scan;
  private final TableReader.Receiver receiver;
  private final AtomicLong batches = new AtomicLong();

  // Guarded by this.
  private boolean begun;
  private @Nullable PartBytes bytes;
  private @Nullable SharedPart file;
  private int readers;

  PartReader(int number, Part part, CsvScan scan, TableReader.Receiver receiver) {
    this.number = number;
    this.part = part;
    this.scan = scan;
    this.receiver = receiver;
  }

  long batches() {
    return batches.get();
  }

  void read() throws IOException, InterruptedException {
    boolean stream = isStream();
    if (stream && first()) {
      readStream();
    } else if (!stream) {
      SharedPart plain = enter();
      try {
        for (SharedPart.Worker worker = plain.worker(new Sink(true)); worker.next(); ) {}
      } finally {
        leave();
      }
    }
  }

  /** Whether it must be read from its start. */
  private boolean isStream() throws IOException {
    byte[] start = part.source().start();
    return Packing.isNamed(part.name())
        || Packing.of(start) != Packing.PLAIN
        || Transcoding.isNeeded(encoding(), start);
  }

  private synchronized boolean first() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  private Dialect.Encoding encoding() {
    return scan.layout().dialect().encoding();
  }

  private void readStream() throws IOException {
    try (InputStream in = part.source().stream()) {
      InputStream plain = Packing.unpack(part.name(), in);
      PartFormats.of(part.name())
          .reader(part.name(), scan, new Sink(false))
          .readAll(Transcoding.utf8(part.name(), plain, encoding()));
    }
    receiver.progress(part.bytes());
  }

  private synchronized SharedPart enter() throws IOException {
    PartBytes opened = bytes;
    if (opened == null) {
      opened = bytes = part.source().open();
    }
    if (file == null) {
      file = PartFormats.of(part.name()).open(part.name(), opened, scan);
    }
    readers++;
    return file;
  }

  /** A thread that comes later finds no window left, and needs no open file for that. */
  private synchronized void leave() throws IOException {
    if (--readers == 0 && bytes != null) {
      bytes.close();
    }
  }

  private final class Sink implements CsvSink {
    private final boolean tellsProgress;

    Sink(boolean tellsProgress) {
      this.tellsProgress = tellsProgress;
    }

    @Override
    public void batch(CsvBatch batch) {
      batches.incrementAndGet();
      receiver.batch(number, batch);
      if (tellsProgress) {
        receiver.progress(batch.bytes());
      }
    }

    @Override
    public void badRow(CsvProblem.BadRow row) {
      receiver.badRow(row);
    }

    @Override
    public void contradiction(CsvProblem.BadRow row) {
      receiver.contradiction(row);
    }
  }
}
