package dev.roastery.gateway.jobs;

import dev.roastery.gateway.ingest.CsvHeader;
import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import dev.roastery.gateway.ingest.PartPosition;
import dev.roastery.gateway.jobs.CheckedLines.Damage;
import dev.roastery.gateway.jobs.JobView.PartView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One part of a job: how much of it is safe. Its file, which is deleted when the part is complete,
 * has these lines:
 *
 * <pre>
 *   header HEX                          the bytes of its header
 *   sent STREAM BATCH FINGERPRINT       this batch of that stream is about to be sent
 *   batch OFFSET LINE REJECTED BYTES    the broker has the next batch; the part goes on there; so
 *                                       many rows before it were rejected, and that file's length
 *   back BATCHES                        only so many count
 * </pre>
 *
 * <p>Nothing of a batch is sent before its fingerprint is on record: a client that comes again with
 * other bytes is told, and no part is a mixture of two. The lines need not be safe from a power
 * cut: who goes on from an earlier one sends the same batches again.
 */
final class Part {

  private final PartName name;
  private final int number;
  private final boolean packed;
  private final Path folder;

  // Guarded by this.
  private final Remainder remainder;
  private @Nullable CheckedLines lines;
  private @Nullable CsvHeader header;
  private final Map<Integer, List<Integer>> sent = new TreeMap<>();
  private final List<Confirmed> confirmed = new ArrayList<>();
  private @Nullable Done done;
  private @Nullable PartUpload upload;
  private boolean closed;

  /** A batch that the broker has, and the rows that were rejected up to its end. */
  private record Confirmed(PartPosition to, long rejected, long rejectedBytes) {}

  /** All there is to know of a part that is complete. */
  record Done(long offset, long batches, long rejected, long rejectedBytes) {

    Map<String, String> facts() {
      return Map.of(
          "offset", Long.toString(offset),
          "batches", Long.toString(batches),
          "rejected", Long.toString(rejected),
          "rejectedBytes", Long.toString(rejectedBytes));
    }

    static Done of(Map<String, String> facts) {
      return new Done(
          Long.parseLong(facts.get("offset")),
          Long.parseLong(facts.get("batches")),
          Long.parseLong(facts.get("rejected")),
          Long.parseLong(facts.get("rejectedBytes")));
    }
  }

  Part(PartName name, int number, boolean packed, Path folder) {
    this.name = name;
    this.number = number;
    this.packed = packed;
    this.folder = folder;
    this.remainder = new Remainder(folder.resolve(name.table() + "." + number + ".remainder"));
  }

  PartName name() {
    return name;
  }

  /** Among the parts of its table: what it is called as a sender. */
  int number() {
    return number;
  }

  /** It travels packed, and can only be sent as a whole. */
  boolean packed() {
    return packed;
  }

  /** Reads what is known of it. Called once, before anything else. */
  synchronized void open() throws IOException {
    lines = CheckedLines.open(file(), Damage.CUT, this::line);
    long there = Files.exists(rejects()) ? Files.size(rejects()) : 0;
    int holds = confirmed.size();
    while (holds > 0 && confirmed.get(holds - 1).rejectedBytes() > there) {
      holds--;
    }
    if (holds < confirmed.size()) { // their rows are gone: they have to be read once more
      append("back " + holds);
      back(holds);
    }
    remainder.open();
  }

  private Path file() {
    return folder.resolve(name.table() + "." + number);
  }

  Path rejects() {
    return folder.resolve(name.table() + "." + number + ".rejects");
  }

  private void line(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "header" -> header = CsvHeader.of(name.toString(), HexFormat.of().parseHex(words[1]));
      case "sent" -> fingerprints(Integer.parseInt(words[1])).add(Integer.parseInt(words[3]));
      case "batch" ->
          confirmed.add(
              new Confirmed(
                  new PartPosition(
                      Long.parseLong(words[1]), Long.parseLong(words[2]), confirmed.size() + 1L),
                  Long.parseLong(words[3]),
                  Long.parseLong(words[4])));
      case "back" -> back(Integer.parseInt(words[1]));
      default -> throw new IllegalStateException(file() + " has a line " + line);
    }
  }

  private void back(int batches) {
    confirmed.subList(batches, confirmed.size()).clear();
  }

  private List<Integer> fingerprints(int stream) {
    return sent.computeIfAbsent(stream, _ -> new ArrayList<>());
  }

  /** The part's header is known. One of which nothing was sent may be replaced. */
  synchronized void header(CsvHeader found) {
    if (header != null && Arrays.equals(header.bytes(), found.bytes())) {
      return;
    }
    if (header != null && hasSent()) {
      throw otherBytes();
    }
    append("header " + HexFormat.of().formatHex(found.bytes()));
    header = found;
  }

  /** A batch is about to be sent; one that was sent before must be the same. */
  synchronized void sending(int stream, long batch, int fingerprint) {
    List<Integer> known = fingerprints(stream);
    if (batch < known.size()) {
      if (known.get((int) batch) != fingerprint) {
        throw otherBytes();
      }
      return;
    }
    append("sent " + stream + " " + batch + " " + fingerprint);
    known.add(fingerprint);
  }

  /** So many batches are all of a stream. */
  synchronized void ended(int stream, long batches) {
    if (fingerprints(stream).size() > batches) {
      throw otherBytes();
    }
  }

  private Refusal otherBytes() {
    return new Refusal(
        Refusal.Kind.CONFLICT,
        name + " is not what it was when it was sent before; make a new job for other data");
  }

  /** Something of it may be on its way, and cannot be called back. */
  synchronized boolean hasSent() {
    return done != null || sent.values().stream().anyMatch(batches -> !batches.isEmpty());
  }

  /** One more batch is with the broker; these rows before its end were skipped. */
  synchronized void confirmed(PartPosition to, Collection<BadRow> skipped) {
    long rejected = rejected() + skipped.size();
    long bytes = skipped.isEmpty() ? rejectedBytes() : reject(skipped);
    append("batch " + to.offset() + " " + to.line() + " " + rejected + " " + bytes);
    PartPosition next = new PartPosition(to.offset(), to.line(), confirmed.size() + 1L);
    confirmed.add(new Confirmed(next, rejected, bytes));
  }

  /** A piece has ended, and this came behind what the broker has. */
  synchronized void keep(LatestBytes latest) {
    requireOpen();
    latest.forgetBefore(confirmedOffset());
    try {
      remainder.replace(latest.from(), latest.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is here of it behind what the broker has. */
  synchronized InputStream remainder() {
    try {
      return new ByteArrayInputStream(remainder.after(confirmedOffset()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It comes from its start again. */
  synchronized void forgetRemainder() {
    try {
      remainder.drop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an upload has written of them, and not put on record, is overwritten. */
  private long reject(Collection<BadRow> rows) {
    requireOpen();
    try (FileChannel file =
        FileChannel.open(rejects(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.truncate(rejectedBytes());
      file.position(rejectedBytes());
      ByteBuffer bytes = ByteBuffer.wrap(Rejects.lines(rows));
      long length = rejectedBytes() + bytes.remaining();
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
      return length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CheckedLines requireOpen() {
    if (lines == null || closed) {
      throw new UncheckedIOException(new IOException(name + " is closed"));
    }
    return lines;
  }

  private void append(String line) {
    try {
      requireOpen().append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where to go on; null before the first batch. */
  synchronized @Nullable PartPosition position() {
    return confirmed.isEmpty() ? null : confirmed.getLast().to();
  }

  private long confirmedOffset() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().to().offset();
  }

  synchronized @Nullable CsvHeader header() {
    return header;
  }

  synchronized long batches() {
    return done == null ? confirmed.size() : done.batches();
  }

  synchronized long rejected() {
    Done all = done;
    return all != null ? all.rejected() : confirmed.isEmpty() ? 0 : confirmed.getLast().rejected();
  }

  synchronized long rejectedBytes() {
    Done all = done;
    return all != null
        ? all.rejectedBytes()
        : confirmed.isEmpty() ? 0 : confirmed.getLast().rejectedBytes();
  }

  /** What is to be put on record when this was the last of it. */
  synchronized Done whole() {
    return new Done(view().offset(), batches(), rejected(), rejectedBytes());
  }

  synchronized boolean isComplete() {
    return done != null;
  }

  /** It is on record that all of it is safe: where it could go on is of no use any more. */
  synchronized void completed(Done all) {
    done = all;
    forget();
  }

  /** Deletes what is only needed while the part is on its way. */
  synchronized void forget() {
    close();
    sent.clear();
    confirmed.clear();
    forgetRemainder();
    try {
      Files.deleteIfExists(file());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing is written any more. */
  synchronized void close() {
    closed = true;
    if (upload != null) {
      upload.abandon();
    }
    try {
      if (lines != null) {
        lines.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One upload at a time: a newer one ends the one before it, whose client is gone. That one ends
   * when the broker has confirmed what it has sent; while the broker is away, it does not.
   */
  synchronized void begin(PartUpload newer, Duration patience) throws InterruptedException {
    long limit = System.nanoTime() + patience.toNanos();
    while (upload != null) {
      upload.supersede();
      long millis = (limit - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new Refusal(
            Refusal.Kind.UNAVAILABLE,
            "what came of " + name + " before is not with the broker yet: try again later");
      }
      wait(millis);
    }
    upload = newer;
  }

  synchronized void end(PartUpload ended) {
    if (upload == ended) {
      upload = null;
      notifyAll();
    }
  }

  synchronized PartView view() {
    long offset = done != null ? done.offset() : packed ? 0 : remainder.end(confirmedOffset());
    return new PartView(
        name.table(), name.name(), number, offset, done != null, batches(), rejected());
  }
}
