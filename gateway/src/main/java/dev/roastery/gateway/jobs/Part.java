package dev.roastery.gateway.jobs;

import dev.roastery.gateway.ingest.CsvHeader;
import dev.roastery.gateway.ingest.CsvProblem.BadRow;
import dev.roastery.gateway.ingest.PartPosition;
import dev.roastery.gateway.jobs.JobView.PartView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of a job: how much of it is safe. Every batch that the broker has confirmed is a line of
 * its file: where the part goes on after it, and a fingerprint by which the batch is known again.
 * The lines need not be safe: who goes on from an earlier one sends the same batches again.
 */
final class Part {

  private final PartName name;
  private final int number;
  private final boolean packed;
  private final Path folder;

  // Guarded by this.
  private @Nullable CheckedLines lines;
  private @Nullable CsvHeader header;
  private @Nullable PartPosition confirmed;
  private final List<Integer> fingerprints = new ArrayList<>();
  private long rejected;
  private long rejectedBytes;
  private boolean complete;
  private @Nullable PartUpload upload;

  /** The latest line says how many rows were rejected before it, and how long that file is. */
  Part(PartName name, int number, boolean packed, Path folder) {
    this.name = name;
    this.number = number;
    this.packed = packed;
    this.folder = folder;
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
    lines = CheckedLines.open(folder.resolve(fileName()), this::line);
  }

  private String fileName() {
    return name.table() + "." + number;
  }

  Path rejects() {
    return folder.resolve(fileName() + ".rejects");
  }

  private void line(String line) {
    String[] words = line.split(" ", -1);
    if (words[0].equals("header")) {
      header = CsvHeader.of(name.toString(), HexFormat.of().parseHex(words[1]));
      return;
    }
    confirmed =
        new PartPosition(
            Long.parseLong(words[1]), Long.parseLong(words[2]), fingerprints.size() + 1L);
    fingerprints.add(Integer.parseInt(words[3]));
    rejected = Long.parseLong(words[4]);
    rejectedBytes = Long.parseLong(words[5]);
  }

  /** The part's header is known. */
  synchronized void header(CsvHeader found) throws IOException {
    if (header == null) {
      append("header " + HexFormat.of().formatHex(found.bytes()));
      header = found;
    }
  }

  /** One more batch is with the broker; these rows before its end were skipped. */
  synchronized void confirmed(PartPosition to, int fingerprint, Collection<BadRow> skipped)
      throws IOException {
    if (!skipped.isEmpty()) {
      reject(skipped);
    }
    append(
        "batch "
            + to.offset()
            + " "
            + to.line()
            + " "
            + fingerprint
            + " "
            + rejected
            + " "
            + rejectedBytes);
    fingerprints.add(fingerprint);
    confirmed = new PartPosition(to.offset(), to.line(), fingerprints.size());
  }

  private void reject(Collection<BadRow> rows) throws IOException {
    try (FileChannel file =
        FileChannel.open(rejects(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.truncate(rejectedBytes);
      file.position(rejectedBytes);
      ByteBuffer bytes = ByteBuffer.wrap(Rejects.lines(rows));
      rejectedBytes += bytes.remaining();
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    rejected += rows.size();
  }

  private void append(String line) throws IOException {
    if (lines == null) {
      throw new IllegalStateException(name + " is not open");
    }
    lines.append(line);
  }

  /** Where to go on; null before the first batch. */
  synchronized @Nullable PartPosition position() {
    return confirmed;
  }

  synchronized @Nullable CsvHeader header() {
    return header;
  }

  /** Whether batch {@code seq} is with the broker already; then it must be this one. */
  synchronized boolean knows(long seq, int fingerprint) {
    if (seq >= fingerprints.size()) {
      return false;
    }
    if (fingerprints.get((int) seq) != fingerprint) {
      throw new Refusal(
          Refusal.Kind.CONFLICT,
          name + " is not what it was when it was sent before; make a new job for other data");
    }
    return true;
  }

  synchronized long batches() {
    return fingerprints.size();
  }

  synchronized long rejected() {
    return rejected;
  }

  synchronized boolean isComplete() {
    return complete;
  }

  /** All of it is safe; nothing more will be read or written here. */
  synchronized void completed() {
    complete = true;
    closeLines();
  }

  private void closeLines() {
    if (lines != null) {
      try {
        lines.force();
        lines.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      lines = null;
    }
  }

  /** One upload at a time: a newer one ends the one before it, whose client is gone. */
  synchronized void begin(PartUpload newer) throws InterruptedException {
    while (upload != null) {
      upload.supersede();
      wait();
    }
    upload = newer;
  }

  synchronized void end(PartUpload ended) {
    if (upload == ended) {
      upload = null;
      notifyAll();
    }
  }

  synchronized boolean isIdle() {
    return upload == null;
  }

  synchronized PartView view() {
    long offset = (packed && !complete) || confirmed == null ? 0 : confirmed.offset();
    return new PartView(
        name.table(), name.name(), number, offset, complete, fingerprints.size(), rejected);
  }
}
