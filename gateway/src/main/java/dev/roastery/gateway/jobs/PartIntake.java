package dev.roastery.gateway.jobs;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.transport.Transport;
import dev.roastery.gateway.embedded.Scans;
import dev.roastery.gateway.ingest.CsvException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The door for a job's parts: what may come in, from where on, and how much. */
final class PartIntake {

  /** A packed part that unpacks to more than this many times its size is a bomb. */
  private static final int RATIO_MAX = 1_000;

  private static final long RATIO_FREE = 64L << 20;

  private final Job job;
  private final GatewaySettings settings;
  private final Transport transport;
  private final FairGate gate;
  private final CrashPoints crash;
  private final Consumer<String> onFailure;

  PartIntake(
      Job job,
      GatewaySettings settings,
      Transport transport,
      FairGate gate,
      CrashPoints crash,
      Consumer<String> onFailure) {
    this.job = job;
    this.settings = settings;
    this.transport = transport;
    this.gate = gate;
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
    Part part = job.part(name, packed, settings.partsMax());
    if (part.isComplete()) {
      return part.view();
    }
    job.requireParts();
    if (packed && !last) {
      throw new Refusal(Refusal.Kind.INVALID, "a packed part can only be sent as a whole");
    }
    return upload(part, last, body, PartUpload::fromStart);
  }

  PartView patch(PartName name, long offset, boolean last, InputStream body) throws IOException {
    Part part = job.existing(name);
    if (part.isComplete()) {
      return part.view();
    }
    job.requireParts();
    long expected = part.view().offset();
    if (part.packed() && offset == 0) {
      throw new Refusal(Refusal.Kind.CONFLICT, name + " is packed: send it again as a whole");
    }
    if (!part.isIdle() || offset != expected) {
      awaitIdle(part);
      expected = part.view().offset();
    }
    if (offset != expected) {
      throw new Refusal(
          Refusal.Kind.OFFSET_MISMATCH,
          name + " goes on at byte " + expected + ", not at " + offset,
          Map.of("expected-offset", expected));
    }
    return upload(
        part, last, body, offset == 0 ? PartUpload::fromStart : PartUpload::fromConfirmed);
  }

  /** An upload whose client is gone may still have something to confirm. */
  private void awaitIdle(Part part) throws IOException {
    PartUpload nothing = new PartUpload(part, ports(part));
    begin(part, nothing);
    part.end(nothing);
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

  private PartView upload(Part part, boolean last, InputStream body, Consumer<PartUpload> from)
      throws IOException {
    PartUpload upload = new PartUpload(part, ports(part));
    begin(part, upload);
    try {
      if (part.isComplete()) {
        return part.view();
      }
      from.accept(upload);
      upload.read(limited(part, body), last);
      if (last) {
        job.partCompleted(part);
      }
      return part.view();
    } catch (CsvException wrong) {
      throw refused(part, wrong.problem());
    } catch (Refusal refusal) {
      if (refusal.kind() != Refusal.Kind.CONFLICT) {
        giveUp(part, String.valueOf(refusal.getMessage()));
      }
      throw refusal;
    } finally {
      part.end(upload);
    }
  }

  private static void begin(Part part, PartUpload upload) throws IOException {
    try {
      part.begin(upload);
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  /** Nothing of a part can be called back; so if some of it is on its way, its job is lost. */
  private void giveUp(Part part, String reason) {
    if (part.batches() > 0) {
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
    Feed feed = new Feed(job.routes(), transport);
    Scans scans = new Scans(plan);
    List<Stream> streams = new ArrayList<>();
    if (plan.references().contains(table)) {
      CsvScan scan = scans.reference(table);
      streams.add(
          new Stream(
              scan,
              (part, batch, rows, confirmed) ->
                  feed.reference(table, part, batch, rows, confirmed)));
    }
    if (plan.facts().contains(table)) {
      streams.add(
          new Stream(
              scans.fact(table),
              (part, batch, rows, confirmed) -> feed.fact(table, part, batch, rows, confirmed)));
    }
    return streams;
  }

  private InputStream limited(Part part, InputStream body) throws IOException {
    Counted raw = new Counted(body, _ -> {});
    if (!part.packed()) {
      return new Counted(body, count -> checkSize(part, count));
    }
    return new Counted(
        Packing.unpack(part.name().toString(), raw),
        count -> {
          checkSize(part, count);
          if (count > RATIO_FREE && count / RATIO_MAX > raw.count) {
            throw new Refusal(
                Refusal.Kind.TOO_LARGE,
                part.name() + " unpacks to more than " + RATIO_MAX + " times its size");
          }
        });
  }

  private void checkSize(Part part, long count) {
    if (part.view().offset() + count > settings.partBytesMax()) {
      throw new Refusal(
          Refusal.Kind.TOO_LARGE,
          part.name() + " is larger than " + settings.partBytesMax() + " bytes: split it");
    }
  }

  /** Counts what is read of a stream. */
  private static final class Counted extends FilterInputStream {
    private final java.util.function.LongConsumer check;
    private long count;

    Counted(InputStream in, java.util.function.LongConsumer check) {
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
