package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.storage.LineLog;
import dev.roastery.common.storage.LineLog.Damage;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvProblem.BadRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The record of one incomplete part: how much of it the broker has confirmed. It is a log of lines,
 * deleted when the part is complete:
 *
 * <pre>
 *   header HEX                          the bytes before the first row
 *   sent STREAM BATCH FINGERPRINT       this batch of that stream is about to be sent
 *   batch OFFSET LINE REJECTED BYTES ROWS
 *                                       the broker has confirmed the next batch; the part continues
 *                                       there; number of rejected rows and length of their file;
 *                                       number of all rows (missing in lines of release 0.1.0)
 *   back BATCHES                        only so many batches count
 * </pre>
 *
 * <p>No batch is sent before its fingerprint is recorded. So different bytes for the same part are
 * refused, and no part is a mixture of two files. The lines need not survive a power loss: an
 * upload that resumes from an earlier offset sends the same batches again.
 *
 * <p>One upload at a time writes; other threads read {@link #status}, an immutable snapshot.
 */
public final class PartLedger {

  private final PartName name;
  private final int number;
  private final boolean packed;
  private final Disk disk;
  private final String path;
  private final PartTail tail;
  private final RejectsLog rejects;

  private @Nullable LineLog lines;
  private byte @Nullable [] header;
  private final Map<Integer, List<Integer>> sent = new TreeMap<>();
  private final List<Confirmed> confirmed = new ArrayList<>();

  private volatile PartStatus status = PartStatus.NOTHING;

  /** Set once, by any thread: nothing is written after that. */
  private volatile boolean stopped;

  /** A batch that the broker has confirmed, and the rows that were rejected up to its end. */
  private record Confirmed(PartPosition to, long rejected, long rejectedBytes, long rows) {}

  /**
   * @param number among the parts of its table
   * @param packed whether it is compressed or not in UTF-8, and so can only be sent as a whole
   * @param folder of the disk where its files are
   */
  public PartLedger(PartName name, int number, boolean packed, Disk disk, String folder) {
    this.name = name;
    this.number = number;
    this.packed = packed;
    this.disk = disk;
    this.path = folder + "/" + name.table() + "." + number;
    this.tail = new PartTail(disk, path + ".remainder");
    this.rejects = new RejectsLog(disk, path + ".rejects");
  }

  public PartName name() {
    return name;
  }

  public int number() {
    return number;
  }

  /** Reads the existing record. Called once, before any other method. */
  public void open() throws IOException {
    lines = LineLog.open(disk, path, LineFormat.UNSALTED, Damage.CUT, this::line);
    checkRejects();
    tail.open();
    publish();
  }

  private void checkRejects() throws IOException {
    long there = rejected() == 0 ? 0 : rejects.length();
    int holds = confirmed.size();
    while (holds > 0 && confirmed.get(holds - 1).rejectedBytes() > there) {
      holds--;
    }
    if (holds
        < confirmed.size()) { // the rejected rows of later batches are lost: they are read again
      append("back " + holds);
      back(holds);
    }
  }

  public String rejectsPath() {
    return rejects.path();
  }

  /** Applies a line; returns false if it does not follow the lines before it. */
  private boolean line(String line) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "header" -> {
        header = HexFormat.of().parseHex(words[1]);
        yield true;
      }
      case "sent" -> {
        List<Integer> known = fingerprints(Integer.parseInt(words[1]));
        yield Long.parseLong(words[2]) == known.size() && known.add(Integer.parseInt(words[3]));
      }
      case "batch" -> {
        PartPosition to =
            new PartPosition(
                Long.parseLong(words[1]), Long.parseLong(words[2]), confirmed.size() + 1L);
        long rejected = Long.parseLong(words[3]);
        long rows = words.length > 5 ? Long.parseLong(words[5]) : to.line() - 2; // line 1: header
        yield to.offset() > confirmedOffset()
            && confirmed.add(new Confirmed(to, rejected, Long.parseLong(words[4]), rows));
      }
      case "back" -> {
        int batches = Integer.parseInt(words[1]);
        boolean follows = batches <= confirmed.size();
        if (follows) {
          back(batches);
        }
        yield follows;
      }
      default -> throw new IllegalStateException(path + " has a line " + line);
    };
  }

  private void back(int batches) {
    confirmed.subList(batches, confirmed.size()).clear();
  }

  private List<Integer> fingerprints(int stream) {
    return sent.computeIfAbsent(stream, _ -> new ArrayList<>());
  }

  // ---- called by the upload

  /** Records the bytes before the first row. They may change as long as nothing was sent. */
  void header(byte[] found) {
    if (header != null && Arrays.equals(header, found)) {
      return;
    }
    if (header != null && hasSent()) {
      throw otherBytes();
    }
    append("header " + HexFormat.of().formatHex(found));
    header = found;
  }

  /** Records that a batch is about to be sent; a batch that was sent before must be equal. */
  void sending(int stream, long batch, int fingerprint) {
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

  /** Checks that no more batches were sent of the stream. */
  void ended(int stream, long batches) {
    if (fingerprints(stream).size() > batches) {
      throw otherBytes();
    }
  }

  private Refusal otherBytes() {
    return new Refusal(
        Refusal.Kind.CONFLICT,
        name + " differs from what was sent before; create a new job for different data");
  }

  /** Whether a batch may have been sent: it cannot be withdrawn. */
  public boolean hasSent() {
    return sent.values().stream().anyMatch(batches -> !batches.isEmpty());
  }

  /** Records that the broker has confirmed the next batch, of so many rows, and those skipped. */
  void confirmed(PartPosition to, long read, Collection<BadRow> skipped) {
    if (to.batch() != confirmed.size() + 1L) {
      throw new IllegalStateException(
          name + ": batch " + to.batch() + " was recorded after " + confirmed.size());
    }
    long bad = rejected() + skipped.size();
    long bytes = skipped.isEmpty() ? rejectedBytes() : reject(skipped);
    long rows = rows() + read;
    append("batch " + to.offset() + " " + to.line() + " " + bad + " " + bytes + " " + rows);
    confirmed.add(new Confirmed(to, bad, bytes, rows));
    publish();
  }

  private long reject(Collection<BadRow> rows) {
    requireOpen();
    return unchecked(() -> rejects.append(rejectedBytes(), rows));
  }

  /** Keeps the bytes of a piece that came after the last confirmed batch. */
  void keepTail(TailBuffer latest) {
    requireOpen();
    latest.discardBefore(confirmedOffset());
    replaceTail(() -> tail.replace(latest.from(), latest.toByteArray()));
  }

  /** The bytes that are kept after the last confirmed batch. */
  byte[] tail() {
    return unchecked(() -> tail.after(confirmedOffset()));
  }

  /** Discards these bytes: the part is sent from its start again. */
  void discardTail() {
    replaceTail(tail::drop);
  }

  /** Also a failure may have changed the tail. */
  private void replaceTail(Write write) {
    try {
      unchecked(write);
    } finally {
      publish();
    }
  }

  private LineLog requireOpen() {
    if (lines == null || stopped) {
      throw new UncheckedIOException(new IOException(name + " is closed"));
    }
    return lines;
  }

  private void append(String line) {
    unchecked(() -> requireOpen().append(line));
  }

  // ---- queries

  /** The position to resume at; null before the first batch. */
  @Nullable PartPosition position() {
    return confirmed.isEmpty() ? null : confirmed.getLast().to();
  }

  private long confirmedOffset() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().to().offset();
  }

  byte @Nullable [] header() {
    return header;
  }

  private long rejected() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().rejected();
  }

  private long rejectedBytes() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().rejectedBytes();
  }

  private long rows() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().rows();
  }

  private void publish() {
    long offset = packed ? 0 : tail.end(confirmedOffset());
    status = new PartStatus(offset, confirmed.size(), rejected(), rejectedBytes(), rows());
  }

  /** The latest snapshot; any thread may call this. */
  public PartStatus status() {
    return status;
  }

  // ---- the end

  /** Nothing is written after this; any thread may call it. */
  public void stop() {
    stopped = true;
  }

  /** Closes the files. */
  public void close() {
    stop();
    unchecked(() -> {
      if (lines != null) {
        lines.close();
      }
      rejects.close();
    });
  }

  /** Deletes the files that only an incomplete part needs; the rejected rows stay. */
  public void delete() {
    close();
    sent.clear();
    confirmed.clear();
    unchecked(() -> {
      tail.drop();
      disk.delete(path);
      publish();
    });
  }

  /** Deletes the rejected rows, too. */
  public void deleteRejects() {
    close();
    unchecked(() -> disk.delete(rejects.path()));
  }

  private interface Read<T> {
    T run() throws IOException;
  }

  private interface Write {
    void run() throws IOException;
  }

  private static <T> T unchecked(Read<T> read) {
    try {
      return read.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unchecked(Write write) {
    try {
      write.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
