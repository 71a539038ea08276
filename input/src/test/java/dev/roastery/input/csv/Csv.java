package dev.roastery.input.csv;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.PartBytes;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvScan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Layouts, and the ways to read a part, for the tests. */
public final class Csv {

  static final String PART = "orders.csv";

  /** One column of each type; none must have a value. */
  public static final CsvLayout ORDERS =
      layout(
          nullable("id", new ColumnType.Whole()),
          nullable("amount", new ColumnType.Decimal(2)),
          nullable("name", new ColumnType.Text()),
          nullable("day", new ColumnType.Date()),
          nullable("at", new ColumnType.Timestamp()));

  public static final String HEADER = "id,amount,name,day,at\n";

  private Csv() {}

  static CsvLayout layout(Field... fields) {
    return new CsvLayout(List.of(fields));
  }

  static Field nullable(String name, ColumnType type) {
    return new Field(name, type, Presence.NULLABLE);
  }

  static Field required(String name, ColumnType type) {
    return new Field(name, type, Presence.REQUIRED);
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** In one portion, by the format of that name's parts. */
  static Outcome.Reading whole(PartFormat format, String name, byte[] part, CsvScan scan) {
    return sink -> push(format.reader(name, scan, sink), part, part.length);
  }

  /** In portions of that many bytes. */
  static Outcome.Reading portions(
      PartFormat format, String name, byte[] part, int bytes, CsvScan scan) {
    return sink -> {
      StreamedPart reader = format.reader(name, scan, sink);
      for (int at = 0; at < part.length; at += bytes) {
        reader.accept(part, at, Math.min(bytes, part.length - at));
      }
      reader.finish();
    };
  }

  /** From a batch's end on, by another reader. */
  static Outcome.Reading resumed(
      PartFormat format, String name, byte[] part, PartPosition from, CsvScan scan) {
    StreamedPart first =
        format.reader(
            name,
            scan,
            new CsvSink() {
              @Override
              public void batch(CsvBatch batch) {}

              @Override
              public void badRow(CsvProblem.BadRow row) {}
            });
    first.accept(part, 0, part.length);
    first.finish();
    byte[] header = Objects.requireNonNull(first.header());
    byte[] rest = Arrays.copyOfRange(part, (int) from.offset(), part.length);
    return sink -> push(format.resume(name, header, from, scan, sink), rest, rest.length);
  }

  /** By several threads. */
  static Outcome.Reading parallel(
      PartFormat format, String name, byte[] part, int threads, CsvScan scan) {
    return sink -> workers(format.open(name, PartInMemory.of(part), scan), threads, sink);
  }

  /** In one portion. */
  public static Outcome.Reading whole(byte[] part, CsvScan scan) {
    return sink -> push(new CsvReader(PART, scan, sink), part, part.length);
  }

  public static Outcome.Reading whole(String part, CsvScan scan) {
    return whole(bytes(part), scan);
  }

  /** In two portions. */
  static Outcome.Reading split(byte[] part, int at, CsvScan scan) {
    return sink -> {
      CsvReader reader = new CsvReader(PART, scan, sink);
      reader.accept(part, 0, at);
      reader.accept(part, at, part.length - at);
      reader.finish();
    };
  }

  /** In portions of random sizes. */
  static Outcome.Reading portions(byte[] part, int most, Random random, CsvScan scan) {
    return sink -> {
      CsvReader reader = new CsvReader(PART, scan, sink);
      for (int at = 0; at < part.length; ) {
        int length = Math.min(random.nextInt(most + 1), part.length - at);
        reader.accept(part, at, length);
        at += length;
      }
      reader.finish();
    };
  }

  /** From a batch's end on. */
  static Outcome.Reading resumed(byte[] part, byte[] header, PartPosition from, CsvScan scan) {
    byte[] rest = Arrays.copyOfRange(part, (int) from.offset(), part.length);
    return sink -> push(new CsvReader(PART, scan, sink).at(from, header), rest, rest.length);
  }

  private static void push(StreamedPart reader, byte[] part, int length) {
    reader.accept(part, 0, length);
    reader.finish();
  }

  /** By several threads. */
  public static Outcome.Reading parallel(byte[] part, int threads, CsvScan scan) {
    return parallel(PartInMemory.of(part), threads, scan);
  }

  /** By two threads, of which one must guess: the other waits for it in the first window. */
  static Outcome.Reading guessing(byte[] part, CsvScan scan) {
    PartBytes bytes = PartInMemory.of(part);
    CountDownLatch guessing = new CountDownLatch(1);
    long first = new String(part, StandardCharsets.ISO_8859_1).indexOf('\n') + 1L;
    return parallel(
        new PartBytes() {
          @Override
          public long size() throws IOException {
            return bytes.size();
          }

          @Override
          public int read(long offset, byte[] to, int at, int length) throws IOException {
            if (offset > first) {
              guessing.countDown();
            } else if (offset == first) {
              waitFor(guessing);
            }
            return bytes.read(offset, to, at, length);
          }
        },
        2,
        scan);
  }

  private static Outcome.Reading parallel(PartBytes bytes, int threads, CsvScan scan) {
    return sink -> workers(PartFormat.csv().open(PART, bytes, scan), threads, sink);
  }

  private static void workers(SharedPart file, int threads, CsvSink sink) throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      tasks.add(() -> {
        for (SharedPart.Worker worker = file.worker(sink); worker.next(); ) {}
        return null;
      });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (Future<Void> done : pool.invokeAll(tasks)) {
        rethrow(done);
      }
    }
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(1, TimeUnit.MINUTES)) {
        throw new IOException("nobody guesses");
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  private static void rethrow(Future<Void> done) throws Exception {
    try {
      done.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
