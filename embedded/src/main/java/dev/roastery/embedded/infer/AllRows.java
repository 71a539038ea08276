package dev.roastery.embedded.infer;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.storage.IoReason;
import dev.roastery.embedded.FirstBadPart;
import dev.roastery.embedded.TableReader;
import dev.roastery.input.BadRows;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.infer.Heads;
import dev.roastery.input.infer.PartHead;
import dev.roastery.input.infer.TableEvidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Looks at some columns of every row, by several threads, to find their types. */
final class AllRows {

  private static final int BATCH_BYTES = 1 << 20;

  private final BadRows badRows;
  private final LongConsumer progress;
  private final List<TableReader> readers = new ArrayList<>();
  private final FirstBadPart refusal = new FirstBadPart();

  /** Each guarded by itself. */
  private final SortedMap<String, TableEvidence> found = new TreeMap<>();

  private volatile boolean failed;

  private AllRows(BadRows badRows, LongConsumer progress) {
    this.badRows = badRows;
    this.progress = progress;
  }

  /**
   * What all rows say of these columns of these tables, and the columns that they have besides all
   * those that are known. A part that cannot be read is refused.
   */
  static SortedMap<String, TableEvidence> look(
      Heads heads, Map<String, Wanted> columns, Reading reading) throws InterruptedException {
    AllRows all = new AllRows(reading.badRows(), reading.progress());
    new TreeMap<>(columns).forEach((table, wanted) -> all.add(table, heads.of(table), wanted));
    all.read(reading.threads());
    return all.found;
  }

  private void add(String table, List<PartHead> parts, Wanted wanted) {
    found.put(table, parts.getFirst().evidence().blank());
    for (PartHead part : parts) {
      CsvScan scan = part.scan(wanted.columns(), wanted.known());
      if (!scan.layout().fields().isEmpty()) {
        readers.add(
            new TableReader(
                List.of(part.part()),
                scan.within(scan.limits().batchesOf(BATCH_BYTES)),
                new Looking(table, part.part().name(), readers.size())));
      }
    }
  }

  private void read(int threads) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all =
          pool.invokeAll(IntStream.range(0, threads).mapToObj(_ -> one()).toList());
      for (Future<Void> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw new JobFailure("cannot read the input: " + IoReason.of(io));
        case RuntimeException runtime -> throw runtime;
        case null, default -> throw new IllegalStateException(e);
      }
    } finally {
      pool.shutdownNow();
      pool.close();
    }
    refusal
        .reason()
        .ifPresent(why -> {
          throw why;
        });
  }

  private Callable<Void> one() {
    return () -> {
      try {
        for (TableReader reader : readers) {
          reader.read();
        }
      } catch (CancellationException _) {
        // A part before the one that this thread was at is refused, or another thread knows why.
      } catch (IOException | RuntimeException | Error e) {
        failed = true;
        throw e;
      }
      return null;
    };
  }

  private final class Looking implements TableReader.Receiver {
    private final String table;
    private final String name;
    private final int place;

    Looking(String table, String name, int place) {
      this.table = table;
      this.name = name;
      this.place = place;
    }

    @Override
    public void batch(int part, CsvBatch batch) {
      if (failed || !wants(part)) {
        throw new CancellationException();
      }
      TableEvidence all = Objects.requireNonNull(found.get(table));
      TableEvidence evidence = all.blank();
      evidence.add(batch.rows());
      synchronized (all) {
        all.merge(evidence, name);
      }
    }

    @Override
    public boolean wants(int part) {
      return !refusal.isBefore(place, part);
    }

    @Override
    public void refused(int part, CsvException why) {
      refusal.add(place, part, why);
    }

    @Override
    public void badRow(BadRow row) {
      if (badRows == BadRows.REFUSE) {
        throw new CsvException(row);
      }
    }

    @Override
    public void contradiction(BadRow row) {
      throw new IllegalStateException("a shape contradicts nothing: " + row.sentence());
    }

    @Override
    public void progress(long bytes) {
      progress.accept(bytes);
    }
  }

  /** The columns of a table to look at, and all those that are known. */
  record Wanted(Set<String> columns, List<String> known) {}

  /** How to read. */
  record Reading(int threads, BadRows badRows, LongConsumer progress) {}
}
