package dev.roastery.embedded;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.storage.IoReason;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.Dataset.Part;
import dev.roastery.input.MaxBadRows;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.FactSink;
import dev.roastery.input.feed.JobFeed;
import dev.roastery.input.feed.Scans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Reads all tables of a job by several threads, and feeds them to its partitions. */
final class Ingest {

  /** The most rows of two bytes that are a batch's. */
  private static final int BATCH_BYTES = 2 << 20;

  private static final int SKIPPED_MAX = 100_000;

  private final MaxBadRows maxBadRows;

  private final RunCompletion outcome;
  private final Types types;
  private final BadRows badRows;
  private final LongConsumer progress;
  private final List<TableReader> readers = new ArrayList<>();
  private final List<Runnable> ends = new ArrayList<>();
  private final FirstBadPart refusal = new FirstBadPart();
  private final List<BadRow> skipped = Collections.synchronizedList(new ArrayList<>());
  private final List<Feeding> tables = new ArrayList<>();

  /** What came of the reading: the rows that were skipped, and how many there are in all. */
  record Taken(List<BadRow> skipped, long rows) {}

  /** Whose word the types of strict columns are. */
  enum Types {
    /** What contradicts them is a bad row. */
    DECLARED,
    /** What contradicts them ends the run: they must be inferred again. */
    INFERRED
  }

  Ingest(JobPlan plan, Dataset dataset, Feeds feeds, RunCompletion outcome, RunSettings settings) {
    this.outcome = outcome;
    this.types = feeds.types();
    this.badRows = settings.badRows();
    this.maxBadRows = settings.maxBadRows();
    this.progress = settings.progress();
    Scans scans = new Scans(plan);
    for (String table : plan.references()) {
      TableReader reader =
          reader(
              table,
              dataset.of(table),
              scan(scans, table, scans.reference(table)),
              (part, batch) -> feeds.references().reference(table, part, batch));
      ends.add(() -> feeds.references().endReference(table, reader.batches()));
    }
    for (String table : plan.facts()) {
      TableReader reader =
          reader(
              table,
              dataset.of(table),
              scan(scans, table, scans.fact(table)),
              (part, batch) -> feeds.facts().fact(table, part, batch));
      ends.add(() -> feeds.facts().endFact(table, reader.batches()));
    }
  }

  /** Where tables go, and whose word their types are. */
  record Feeds(JobFeed references, FactSink facts, Types types) {}

  private CsvScan scan(Scans scans, String table, CsvScan declared) {
    return switch (types) {
      case DECLARED -> declared;
      case INFERRED -> scans.inferred(table, declared);
    };
  }

  private interface To {
    void send(int part, CsvBatch batch);
  }

  private TableReader reader(String table, List<Part> parts, CsvScan scan, To to) {
    CsvScan cut = scan.within(scan.limits().batchesOf(BATCH_BYTES));
    Feeding feeding = new Feeding(table, readers.size(), to);
    tables.add(feeding);
    TableReader reader = new TableReader(parts, cut, feeding);
    readers.add(reader);
    return reader;
  }

  /**
   * Returns when everything has been sent; failures go to the outcome. No result can exist before
   * {@code beforeEnds} has received the skipped rows.
   */
  void run(int threads, Consumer<List<BadRow>> beforeEnds) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(Thread.ofPlatform().name("reader-" + i).start(this::read));
    }
    for (Thread thread : all) {
      thread.join();
    }
    refusal.reason().ifPresent(outcome::failed);
    maxBadRows
        .exceededBy(tables.stream().map(Feeding::counted).toList())
        .ifPresent(why -> outcome.failed(new TooManyBadRows(why, skipped())));
    if (!outcome.hasFailed()) {
      beforeEnds.accept(skipped());
      ends.forEach(Runnable::run);
    }
  }

  Taken taken() {
    return new Taken(skipped(), tables.stream().mapToLong(each -> each.counted().rows()).sum());
  }

  private List<BadRow> skipped() {
    return skipped.stream()
        .sorted(Comparator.comparing(BadRow::part).thenComparingLong(BadRow::line))
        .toList();
  }

  private void read() {
    try {
      for (TableReader reader : readers) {
        reader.read();
      }
    } catch (IOException e) {
      outcome.failed(new JobFailure("cannot read the input: " + IoReason.of(e)));
    } catch (CancellationException _) {
      // The outcome knows why, or will.
    } catch (InterruptedException | RuntimeException | Error e) {
      outcome.failed(e);
    }
  }

  private final class Feeding implements TableReader.Receiver {
    private final String name;
    private final int table;
    private final To to;
    private final LongAdder rows = new LongAdder();
    private final LongAdder bad = new LongAdder();

    Feeding(String name, int table, To to) {
      this.name = name;
      this.table = table;
      this.to = to;
    }

    MaxBadRows.TableRows counted() {
      return new MaxBadRows.TableRows(name, bad.sum(), rows.sum());
    }

    @Override
    public boolean wants(int part) {
      return !refusal.isBefore(table, part);
    }

    @Override
    public void refused(int part, CsvException why) {
      refusal.add(table, part, why);
    }

    @Override
    public void batch(int part, CsvBatch batch) {
      if (outcome.hasFailed() || !wants(part)) {
        throw new CancellationException();
      }
      rows.add(batch.read());
      to.send(part, batch);
    }

    @Override
    public void badRow(BadRow row) {
      if (badRows == BadRows.REFUSE) {
        throw new CsvException(row);
      }
      if (skipped.size() >= SKIPPED_MAX) {
        throw new TooManyBadRows(
            "more than " + SKIPPED_MAX + " bad rows; the last: " + row.sentence(), skipped());
      }
      bad.increment();
      skipped.add(row);
    }

    @Override
    public void contradiction(BadRow row) {
      if (types == Types.INFERRED) {
        throw new CsvException(new CsvProblem.Contradiction(row));
      }
      badRow(row);
    }

    @Override
    public void progress(long bytes) {
      progress.accept(bytes);
    }
  }
}
