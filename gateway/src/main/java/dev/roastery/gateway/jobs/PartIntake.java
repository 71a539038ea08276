package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.transport.Transport;
import dev.roastery.gateway.feed.JobFeed;
import dev.roastery.gateway.feed.Scans;
import dev.roastery.gateway.ingest.CsvException;
import dev.roastery.gateway.ingest.CsvLimits;
import dev.roastery.gateway.ingest.CsvProblem;
import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import dev.roastery.gateway.ingest.CsvScan;
import dev.roastery.gateway.ingest.Packing;
import dev.roastery.gateway.jobs.JobView.PartView;
import dev.roastery.gateway.jobs.PartUpload.Stream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The door for a job's parts: what may come in, from where on, and how much. */
final class PartIntake {

  /**
   * A packed part that unpacks to more than this many times its size is a bomb. Sales do not come
   * near it; and gzip gets no further than 1,032.
   */
  private static final int RATIO_MAX = 200;

  private static final long RATIO_FREE = 64L << 20;

  /** How long an upload that a newer one has taken over from may still wait for the broker. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Job job;
  private final GatewaySettings settings;
  private final Transport transport;
  private final FairGate gate;
  private final Semaphore processors;
  private final CrashPoints crash;
  private final Consumer<String> onFailure;

  PartIntake(
      Job job,
      GatewaySettings settings,
      Transport transport,
      FairGate gate,
      Semaphore processors,
      CrashPoints crash,
      Consumer<String> onFailure) {
    this.job = job;
    this.settings = settings;
    this.transport = transport;
    this.gate = gate;
    this.processors = processors;
    this.crash = crash;
    this.onFailure = onFailure;
  }

  PartView put(PartName name, Encoding encoding, boolean last, InputStream body)
      throws IOException {
    boolean packed =
        encoding != Encoding.IDENTITY
            || name.name().endsWith(".gz")
            || name.name().endsWith(".zst");
    requireTable(name);
    if (packed && !last) {
      throw new Refusal(Refusal.Kind.INVALID, "a packed part can only be sent as a whole");
    }
    Part part = job.part(name, packed);
    return take(
        part,
        last,
        upload -> {
          part.forgetRemainder();
          upload.fromStart();
          upload.read(limited(part, 0, packed, body), last);
        });
  }

  PartView patch(PartName name, long offset, boolean last, InputStream body) throws IOException {
    Part part = job.existing(name);
    if (part.packed() && !part.isComplete()) {
      throw new Refusal(Refusal.Kind.CONFLICT, name + " is packed: send it again as a whole");
    }
    return take(
        part,
        last,
        upload -> {
          requireOffset(part, offset); // only now: an upload before this one has just ended
          if (part.position() == null) {
            upload.fromStart();
          } else {
            upload.fromConfirmed();
          }
          InputStream rest = limited(part, offset, false, body);
          upload.read(new SequenceInputStream(part.remainder(), rest), last);
        });
  }

  private static void requireOffset(Part part, long offset) {
    long expected = part.view().offset();
    if (offset != expected) {
      throw new Refusal(
          Refusal.Kind.OFFSET_MISMATCH,
          part.name() + " goes on at byte " + expected + ", not at " + offset,
          Map.of("expected-offset", expected));
    }
  }

  private void requireTable(PartName name) {
    if (!job.tables().contains(name.table())) {
      throw new Refusal(
          Refusal.Kind.INVALID,
          "the job's queries do not need table "
              + name.table()
              + "; they need "
              + String.join(", ", job.tables()));
    }
  }

  /** What is done while no other upload of the part is under way. */
  private interface Reading {
    void of(PartUpload upload) throws IOException;
  }

  private PartView take(Part part, boolean last, Reading reading) throws IOException {
    if (part.isComplete()) {
      return part.view();
    }
    job.requireParts();
    PartUpload upload = new PartUpload(part, ports(part));
    begin(part, upload);
    try {
      if (!part.isComplete()) {
        reading.of(upload);
        job.active();
        if (last) {
          job.partCompleted(part);
        }
      }
      return part.view();
    } catch (CsvException wrong) {
      throw refused(part, wrong.problem());
    } catch (Refusal refusal) {
      switch (refusal.kind()) {
        case BAD_ROW, TOO_LARGE -> giveUp(part, String.valueOf(refusal.getMessage()));
        default -> {} // what is right can still come
      }
      throw refusal;
    } catch (PartUpload.Superseded superseded) {
      // Its client may well be there: two of them send the same part.
      throw new Refusal(Refusal.Kind.CONFLICT, part.name() + ": " + superseded.getMessage());
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof InterruptedIOException interrupted) {
        throw interrupted;
      }
      throw JobMachine.unwritable(e);
    } finally {
      part.end(upload);
    }
  }

  private static void begin(Part part, PartUpload upload) throws IOException {
    try {
      part.begin(upload, PATIENCE);
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  /** Nothing of a part can be called back; so if some of it is on its way, its job is lost. */
  private void giveUp(Part part, String reason) {
    if (part.hasSent()) {
      onFailure.accept(reason);
    }
  }

  private Refusal refused(Part part, CsvProblem problem) {
    giveUp(part, problem.sentence());
    if (problem instanceof BadRow row) {
      return new Refusal(
          Refusal.Kind.BAD_ROW,
          problem.sentence(),
          Map.of(
              "part", row.part(),
              "line", row.line(),
              "column", row.column(),
              "reason", row.reason(),
              "value", row.text()));
    }
    return new Refusal(
        Refusal.Kind.NOT_CSV, problem.sentence(), Map.of("part", part.name().toString()));
  }

  private PartUpload.Ports ports(Part part) {
    return new PartUpload.Ports(
        job.record().badRows(),
        streams(part.name().table()),
        new PartUpload.Gate() {
          @Override
          public void enter(long bytes) throws InterruptedException {
            gate.enter(job.id(), bytes);
          }

          @Override
          public void leave(long bytes) {
            gate.leave(bytes);
          }
        },
        processors,
        this::between,
        settings.rejectedMax());
  }

  /** Between two batches. */
  private void between() {
    crash.reached(CrashPoint.GATEWAY_MID_UPLOAD);
    job.requireParts();
    job.active();
  }

  private List<Stream> streams(String table) {
    JobPlan plan = job.record().plan();
    JobFeed feed = new JobFeed(job.routes(), job.routes().all(), transport);
    Scans scans = new Scans(plan);
    CsvLimits limits = limits(job.record().batchBytes());
    List<Stream> streams = new ArrayList<>();
    if (plan.references().contains(table)) {
      CsvScan scan = scans.reference(table).within(limits);
      streams.add(
          new Stream(
              scan,
              (part, batch, rows, confirmed) ->
                  feed.reference(table, part, batch, rows, confirmed)));
    }
    if (plan.facts().contains(table)) {
      streams.add(
          new Stream(
              scans.fact(table).within(limits),
              (part, batch, rows, confirmed) -> feed.fact(table, part, batch, rows, confirmed)));
    }
    return streams;
  }

  /** At the end of a piece what is less than a block is not looked at, and comes again. */
  private static CsvLimits limits(int batchBytes) {
    CsvLimits usual = CsvLimits.DEFAULT;
    return new CsvLimits(batchBytes, usual.rowBytesMax(), Math.min(usual.blockBytes(), batchBytes));
  }

  private InputStream limited(Part part, long offset, boolean packed, InputStream body)
      throws IOException {
    if (!packed) {
      return new Counted(body, count -> checkSize(part, offset + count));
    }
    Counted raw = new Counted(body, _ -> {});
    return new Counted(
        Packing.unpack(part.name().toString(), raw),
        count -> {
          checkSize(part, count);
          if (count > RATIO_FREE && count / RATIO_MAX > raw.count) {
            throw new Refusal(
                Refusal.Kind.TOO_LARGE,
                part.name()
                    + " unpacks to more than "
                    + RATIO_MAX
                    + " times its size: send it unpacked");
          }
        });
  }

  private void checkSize(Part part, long size) {
    if (size > settings.partBytesMax()) {
      throw new Refusal(
          Refusal.Kind.TOO_LARGE,
          part.name() + " is larger than " + settings.partBytesMax() + " bytes: split it");
    }
  }

  /** Counts what is read of a stream. */
  private static final class Counted extends FilterInputStream {
    private final LongConsumer check;
    private long count;

    Counted(InputStream in, LongConsumer check) {
      super(in);
      this.check = check;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      counted(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      counted(Math.max(0, read));
      return read;
    }

    private void counted(int read) {
      count += read;
      check.accept(count);
    }
  }
}
