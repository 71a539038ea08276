package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.storage.LineLog;
import dev.roastery.common.storage.LineLog.Damage;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.CsvHeader;
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
 * The durable record of one part that is on its way: how much of it the broker has confirmed. It is
 * a log of lines, deleted when the part is complete:
 *
 * <pre>
 *   header HEX                          the bytes of its header
 *   sent STREAM BATCH FINGERPRINT       this batch of that stream is about to be sent
 *   batch OFFSET LINE REJECTED BYTES ROWS
 *                                       the broker has the next batch; the part continues there; so
 *                                       many rows before it were rejected, and that file's length;
 *                                       how many rows there were (not told by release 0.1.0)
 *   back BATCHES                        only so many count
 * </pre>
 *
 * <p>Nothing of a batch is sent before its fingerprint is on record: other bytes that come for the
 * same part are refused, and no part is a mixture of two. The lines need not survive a power loss:
 * an upload that continues from an earlier one sends the same batches again.
 *
 * <p>One upload at a time writes; everyone else reads {@link #status}, an immutable snapshot.
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
  private @Nullable CsvHeader header;
  private final Map<Integer, List<Integer>> sent = new TreeMap<>();
  private final List<Confirmed> confirmed = new ArrayList<>();

  private volatile PartStatus status = PartStatus.NOTHING;

  /** Set once, from any thread: from then on no line is of any use. */
  private volatile boolean stopped;

  /** A batch that the broker has, and the rows that were rejected up to its end. */
  private record Confirmed(PartPosition to, long rejected, long rejectedBytes, long rows) {}

  /**
   * @param number among the parts of its table
   * @param packed it travels compressed, and can only be sent as a whole
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

  /** Reads what is known of the part. Called once, before anything else. */
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
    if (holds < confirmed.size()) { // the rows of later batches are gone: they come once more
      append("back " + holds);
      back(holds);
    }
  }

  public String rejectsPath() {
    return rejects.path();
  }

  /** Whether the line follows on those before it. */
  private boolean line(String line) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "header" -> {
        header = CsvHeader.of(name.toString(), HexFormat.of().parseHex(words[1]));
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

  // ---- what its upload records

  /** The part's header is known. It may change as long as nothing was sent. */
  void header(CsvHeader found) {
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

  /** The stream ends after so many batches. */
  void ended(int stream, long batches) {
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
  public boolean hasSent() {
    return sent.values().stream().anyMatch(batches -> !batches.isEmpty());
  }

  /** The broker has the next batch, of so many rows; these before its end were skipped. */
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
    try {
      return rejects.append(rejectedBytes(), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A piece has ended, and this came behind what the broker has. */
  void keepTail(TailBuffer latest) {
    requireOpen();
    latest.forgetBefore(confirmedOffset());
    try {
      tail.replace(latest.from(), latest.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      publish();
    }
  }

  /** The bytes that are kept behind what the broker has. */
  byte[] tail() {
    try {
      return tail.after(confirmedOffset());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The part comes from its start again. */
  void forgetTail() {
    try {
      tail.drop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    try {
      requireOpen().append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- what is known

  /** Where to continue; null before the first batch. */
  @Nullable PartPosition position() {
    return confirmed.isEmpty() ? null : confirmed.getLast().to();
  }

  private long confirmedOffset() {
    return confirmed.isEmpty() ? 0 : confirmed.getLast().to().offset();
  }

  @Nullable CsvHeader header() {
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

  /** The snapshot that was published last; any thread may ask. */
  public PartStatus status() {
    return status;
  }

  // ---- its end

  /** From now on nothing is written; any thread may say so. */
  public void stop() {
    stopped = true;
  }

  /** Lets go of the files. */
  public void close() {
    stop();
    try {
      if (lines != null) {
        lines.close();
      }
      rejects.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes what is only needed while the part is on its way; the rejected rows stay. */
  public void delete() {
    close();
    sent.clear();
    confirmed.clear();
    try {
      tail.drop();
      disk.delete(path);
      publish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
