package dev.roastery.input.range;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.PartReference;
import dev.roastery.common.partition.range.RangeReading;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.input.PartBytes;
import dev.roastery.input.csv.CsvBatch;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvSink;
import dev.roastery.input.csv.CsvWindows;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.JobFeed;
import dev.roastery.input.feed.Scans;
import dev.roastery.input.format.PartFormats;
import dev.roastery.input.source.PinnedSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads ranges, each by one thread from its first window to its last: fetches, parses and encodes.
 * While a source is away it waits, and tries again. A part with anything wrong in it is read from
 * its start, as an upload would be: so the reason names the same line, whichever range it is in.
 */
public final class PartRanges implements RangeReading, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(PartRanges.class);
  private static final Backoff PAUSES = Backoff.doubling(200, 10_000);

  private final SharedSources sources;
  private final Pipeline pipeline;
  private final ExecutorService threads;

  public PartRanges(SharedSources sources, Pipeline pipeline) {
    this(sources, pipeline, Runtime.getRuntime().availableProcessors());
  }

  PartRanges(SharedSources sources, Pipeline pipeline, int threads) {
    this.sources = sources;
    this.pipeline = pipeline;
    this.threads =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("range-", 0).factory());
  }

  @Override
  public Reading begin(String plan, Message.Range range, Sink sink) {
    InHand reading = new InHand(plan, range, sink);
    threads.execute(reading);
    return reading;
  }

  /** Whatever is being read is given up. */
  @Override
  public void close() {
    threads.shutdownNow();
    sources.close();
  }

  /** What is wanted of the table that the part belongs to. */
  private CsvScan scan(String plan, Message.Range range) {
    JobTopology topology = JobTopology.of(range.job(), plan, pipeline);
    String table = range.first().stream();
    if (!topology.plan().facts().contains(table)) {
      throw new JobFailure("range " + range.first() + ": no query reads the rows of " + table);
    }
    CsvScan scan = new Scans(topology.plan()).fact(table);
    return scan.within(scan.limits().batchesOf(range.part().windowBytes()));
  }

  /** One range, until it is read, or nobody wants it any more. */
  private final class InHand implements Reading, Runnable {

    private final String plan;
    private final Message.Range range;
    private final Sink sink;
    private final Semaphore room = new Semaphore(AHEAD);
    private volatile boolean closed;

    /** How many batches have been brought. */
    private int brought;

    InHand(String plan, Message.Range range, Sink sink) {
      this.plan = plan;
      this.range = range;
      this.sink = sink;
    }

    @Override
    public void taken() {
      room.release();
    }

    @Override
    public void close() {
      closed = true;
      room.release();
    }

    @Override
    public void run() {
      try {
        untilRead();
      } catch (CancellationException | InterruptedException _) {
        log.debug("range {} is not wanted any more", range.first());
      } catch (JobFailure failure) {
        sink.failed(String.valueOf(failure.getMessage()));
      } catch (RuntimeException e) {
        log.error("range {} cannot be read", range.first(), e);
        sink.failed(
            "range "
                + range.first()
                + " cannot be read: an unexpected error, see the worker's log");
      }
    }

    private void untilRead() throws InterruptedException {
      for (int failures = 1; ; failures++) {
        try {
          read();
          return;
        } catch (StoreAwayException | EOFException away) {
          pause(failures, away);
        } catch (StoreException refused) {
          throw new JobFailure(range.part().address() + " cannot be read: " + refused.getMessage());
        } catch (IOException e) {
          pause(failures, e);
        }
      }
    }

    private void pause(int failures, IOException why) throws InterruptedException {
      log.warn("range {} waits for {}: {}", range.first(), range.part().address(), why.toString());
      TimeUnit.MILLISECONDS.sleep(PAUSES.jitteredMillis(failures, ThreadLocalRandom.current()));
      requireWanted();
    }

    private void requireWanted() {
      if (closed) {
        throw new CancellationException();
      }
    }

    private void read() throws IOException, InterruptedException {
      PartReference part = range.part();
      CsvScan scan = scan(plan, range);
      try (PinnedSource source = sources.open(part.address(), part.version(), part.size())) {
        try {
          windows(source, scan);
        } catch (CsvException wrong) {
          throw new JobFailure(reason(source, scan, wrong));
        }
      }
    }

    private void windows(PinnedSource source, CsvScan scan)
        throws IOException, InterruptedException {
      PartReference part = range.part();
      long end =
          part.headerBytes() + (range.window() + range.batches()) * (long) part.windowBytes();
      byte[] header = header(source, part.headerBytes());
      try (PartBytes bytes = source.openUntil(Math.min(end, part.size()))) {
        CsvWindows windows = PartFormats.of(part.name()).windows(part.name(), bytes, header, scan);
        while (brought < range.batches()) {
          byte[] rows = JobFeed.rows(windows.read(range.window() + brought));
          room.acquire();
          requireWanted();
          sink.batch(new Message.Batch(range.batch(brought), rows));
          brought++;
        }
      }
    }

    private static byte[] header(PinnedSource source, int bytes) throws IOException {
      if (bytes == 0) {
        return new byte[0];
      }
      try (InputStream head = source.head(bytes)) {
        return head.readNBytes(bytes);
      }
    }

    /** What is wrong with the part, by its first row of which that can be said. */
    private String reason(PinnedSource source, CsvScan scan, CsvException found)
        throws IOException {
      String name = range.part().name();
      try (InputStream all = source.streamFrom(0)) {
        PartFormats.of(name).reader(name, scan, new Checked()).readAll(all);
      } catch (CsvException first) {
        return first.problem().sentence();
      }
      return found.problem().sentence();
    }

    /** Only looks whether there is a bad row. */
    private final class Checked implements CsvSink {
      @Override
      public void batch(CsvBatch batch) {
        requireWanted();
      }
    }
  }
}
