package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.message.PartReference;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.gateway.jobs.upload.PartRoute;
import dev.roastery.gateway.jobs.upload.PartStatus;
import dev.roastery.gateway.jobs.upload.PartStream;
import dev.roastery.gateway.jobs.upload.PartTerms;
import dev.roastery.gateway.jobs.upload.Piece;
import dev.roastery.input.csv.CsvException;
import dev.roastery.input.csv.CsvProblem;
import dev.roastery.input.csv.CsvProblem.BadRow;
import dev.roastery.input.csv.Packing;
import dev.roastery.input.csv.Transcoding;
import dev.roastery.input.feed.JobFeed;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the parts of all jobs: checks what may be uploaded, from which offset, and how much. A
 * call returns when the bytes that it brought are safe.
 */
public final class PartReceiver {

  private static final Logger log = LoggerFactory.getLogger(PartReceiver.class);

  /** How long a new upload waits for the end of the one that it supersedes. */
  private static final Duration TAKEOVER_TIMEOUT = Duration.ofSeconds(30);

  private final UploadLimits limits;
  private final Transport transport;
  private final UploadAdmission admission;
  private final CrashPoints crash;
  private final UploadThreads threads = new UploadThreads();

  private final Processors processors = Processors.ofThisMachine();

  /** The body of a request. */
  private sealed interface Arrival {

    /** All of a part, or its beginning. */
    record FromStart(InputStream body) implements Arrival {}

    /** All of a part, compressed or in another encoding than UTF-8. */
    record Packed(InputStream body) implements Arrival {}

    /** The bytes after an offset. */
    record From(long offset, InputStream body) implements Arrival {}
  }

  public PartReceiver(
      UploadLimits limits, Transport transport, UploadAdmission admission, CrashPoints crash) {
    this.limits = limits;
    this.transport = transport;
    this.admission = admission;
    this.crash = crash;
  }

  /** Receives a part from its start. */
  public PartView put(
      UploadedJob job, PartName name, Encoding encoding, Piece piece, InputStream body)
      throws IOException {
    return threads.run(
        "put " + name,
        () -> {
          requireTable(job, name);
          boolean packed = isPacked(name, encoding);
          PeekedBody bytes = PeekedBody.of(body, Transcoding.START_BYTES);
          boolean whole = packed || Transcoding.isNeeded(encoding(job, name), bytes.start());
          if (whole && piece != Piece.LAST) {
            throw new Refusal(
                Refusal.Kind.INVALID,
                (packed ? "a compressed part" : "a part that is not in UTF-8")
                    + " can only be sent as a whole");
          }
          Part part = job.part(name, whole, limits.partsMax());
          return take(
              job,
              part,
              piece,
              whole ? new Arrival.Packed(bytes.body()) : new Arrival.FromStart(bytes.body()));
        });
  }

  private static Dialect.Encoding encoding(UploadedJob job, PartName name) {
    return PartRoute.dialect(job.routes(), name.table()).encoding();
  }

  private static boolean isPacked(PartName name, Encoding encoding) {
    return encoding != Encoding.IDENTITY || Packing.isNamed(name.name());
  }

  /** Receives the bytes of a part after that offset. */
  public PartView patch(UploadedJob job, PartName name, long offset, Piece piece, InputStream body)
      throws IOException {
    return threads.run(
        "patch " + name,
        () -> {
          Part part = job.existing(name);
          if (part.packed() && !part.isComplete()) {
            throw new Refusal(
                Refusal.Kind.CONFLICT,
                name + " is compressed or not in UTF-8: such a part can only be sent as a whole");
          }
          return take(job, part, piece, new Arrival.From(offset, body));
        });
  }

  /** The bytes of a part from that one on. */
  public interface Source {
    InputStream from(long offset) throws IOException;
  }

  /** Reads all of a part that was started, or what is left of it. */
  public PartView read(UploadedJob job, PartName name, Source source) throws IOException {
    return threads.run(
        "read " + name,
        () -> {
          Part part = job.existing(name);
          long offset = part.packed() ? 0 : part.view().offset();
          try (InputStream bytes = source.from(offset)) {
            Arrival arrival =
                part.packed()
                    ? new Arrival.Packed(bytes)
                    : offset == 0 ? new Arrival.FromStart(bytes) : new Arrival.From(offset, bytes);
            return take(job, part, Piece.LAST, arrival);
          }
        });
  }

  /**
   * Has workers read a part that was started: sends them references to all of it, in runs of so
   * many windows, and returns when the broker has them.
   */
  public PartView refer(UploadedJob job, PartName name, PartReference to, int run)
      throws IOException {
    Part part = job.existing(name);
    if (!part.isComplete()) {
      job.requireParts();
      JobFeed feed = new JobFeed(job.routes(), job.routes().all(), transport);
      List<CompletableFuture<Void>> sent = new ArrayList<>();
      for (long window = 0; window < to.windows(); window += run) {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        feed.range(
            name.table(), part.ledger().number(), to, window, run, () -> confirmed.complete(null));
        sent.add(confirmed);
      }
      await(sent);
      crash.reached(CrashPoint.GATEWAY_MID_UPLOAD);
      job.active();
      job.partCompleted(part, new PartStatus(to.size(), to.windows(), 0, 0, 0));
    }
    return part.view();
  }

  private static void await(List<CompletableFuture<Void>> sent) throws IOException {
    try {
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Forgets a part, unless something of it was sent: that cannot be called back. */
  public void delete(UploadedJob job, PartName name) throws IOException {
    var _ =
        threads.run(
            "delete " + name,
            () -> {
              Part part = job.existing(name);
              Upload turn = new Upload(job, admission, processors, crash);
              begin(part, turn);
              try {
                part.requireExisting();
                if (part.isComplete() || part.ledger().hasSent()) {
                  throw new Refusal(
                      Refusal.Kind.CONFLICT,
                      "rows of " + name + " are with the workers already: cancel the job instead");
                }
                job.deletePart(part);
              } finally {
                part.end(turn);
              }
              return name;
            });
  }

  private static void requireTable(UploadedJob job, PartName name) {
    if (!job.tables().contains(name.table())) {
      throw new Refusal(
          Refusal.Kind.INVALID,
          "the job's queries do not need table "
              + name.table()
              + "; they need "
              + String.join(", ", job.tables()));
    }
  }

  private PartView take(UploadedJob job, Part part, Piece piece, Arrival arrival)
      throws IOException {
    if (part.isComplete()) {
      return part.view();
    }
    job.requireParts();
    Upload upload = new Upload(job, admission, processors, crash);
    begin(part, upload);
    try {
      part.requireExisting();
      if (!part.isComplete()) {
        read(job, part, piece, upload, arrival);
      }
      return part.view();
    } catch (CsvException wrong) {
      throw refused(job, part, wrong.problem());
    } catch (Refusal refusal) {
      switch (refusal.kind()) {
        case BAD_ROW, TOO_LARGE -> job.fail(String.valueOf(refusal.getMessage()));
        default -> {} // the client can still send the right bytes
      }
      throw refusal;
    } catch (BodyReader.Superseded superseded) {
      // Its client may still be connected, if two clients send the same part.
      throw new Refusal(Refusal.Kind.CONFLICT, part.name() + ": " + superseded.getMessage());
    } catch (UncheckedIOException e) {
      job.requireParts(); // if it has ended, its files are closed
      throw unwritable(e);
    } finally {
      part.end(upload);
    }
  }

  private static void begin(Part part, Upload upload) throws IOException {
    try {
      part.begin(upload, TAKEOVER_TIMEOUT);
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private void read(UploadedJob job, Part part, Piece piece, Upload upload, Arrival arrival)
      throws IOException {
    PartTerms terms =
        new PartTerms(
            PartRoute.of(job.routes(), part.name().table(), job.batchBytes(), transport),
            job.badRows(),
            limits.rejectedMax(),
            piece);
    LimitedBody limited = new LimitedBody(part.name(), limits.partBytesMax());
    switch (arrival) {
      case Arrival.FromStart(InputStream body) ->
          upload.run(
              PartStream.fromStart(part.ledger(), terms, upload::later), limited.plain(0, body));
      case Arrival.Packed(InputStream body) ->
          upload.run(
              PartStream.fromStart(part.ledger(), terms, upload::later),
              limited.unpacked(body, encoding(job, part.name()), part::come));
      case Arrival.From(long offset, InputStream body) -> {
        requireOffset(part, offset); // not earlier: the previous upload has only just ended
        InputStream rest = limited.plain(offset, body);
        upload.run(PartStream.resume(part.ledger(), terms, upload::later), rest);
      }
    }
    job.active();
    if (piece == Piece.LAST) {
      job.partCompleted(part);
    }
  }

  private static void requireOffset(Part part, long offset) {
    long expected = part.view().offset();
    if (offset != expected) {
      throw new Refusal(
          Refusal.Kind.OFFSET_MISMATCH,
          part.name() + ": resume at byte " + expected + ", not at " + offset,
          Map.of("expected-offset", expected));
    }
  }

  /** The job fails with the reason, so that every client that looks at the job sees it. */
  private static Refusal refused(UploadedJob job, Part part, CsvProblem problem) {
    job.fail(problem.sentence());
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

  private static Refusal unwritable(UncheckedIOException e) {
    log.error("the gateway's volume cannot be written", e);
    return new Refusal(
        Refusal.Kind.UNAVAILABLE, "the gateway cannot write to its volume now: try again later");
  }
}
