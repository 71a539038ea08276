package dev.roastery.common.workflow.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.EventLines;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of one execution.
 *
 * <pre>
 *   ID/events-0000000000000001    a head, the events from 1 on ...
 *   ID/events-0000000000000041    ... and from 65 on
 *   ID/snapshot-0000000000000040  a head, the state after event 64
 *   ID/over                       empty: the execution has ended, and all of it was forced;
 *                                 deleted when the execution begins once more
 *   ID.removed/                   about to be deleted
 * </pre>
 *
 * <p>Only one process appends to a file, and not after a failure: the next event begins a new file.
 * The first event of a file therefore says where the previous file ends; anything beyond that point
 * was a torn write. In the last file, a bad line is a torn write if no good line of another append
 * follows it. Any other bad line is damage.
 */
public final class EventLog {

  private static final String EVENTS = "events-";
  private static final String SNAPSHOT = "snapshot-";
  private static final Pattern SEQ = Pattern.compile("[0-7][0-9a-f]{15}");
  private static final String TEMPORARY = "state.tmp";
  private static final String OVER = "over";
  public static final String REMOVED = ".removed";

  /**
   * An event in a file.
   *
   * @param first the first event of its append, up to {@code last}; null if it was appended alone
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Line(
      long seq, long atMillis, Event event, @Nullable Long first, @Nullable Long last) {

    Logged logged() {
      return new Logged(seq, atMillis, event);
    }

    /** Whether later events of the same append are missing behind it. */
    boolean isCutOff() {
      return last != null && last > seq;
    }

    boolean isWithOneBefore(long earlier) {
      return first != null && first <= earlier;
    }
  }

  private final Disk disk;
  private final String root;
  private final String directory;
  private final ExecutionId id;
  private final EventLines lines;
  private Disk.@Nullable File open;

  /** The first event of a file whose directory entry is not forced yet; 0 if it is. */
  private long begunAt;

  private boolean hasFacts;

  public EventLog(Disk disk, String root, ExecutionId id) {
    this.disk = disk;
    this.root = root;
    this.directory = root + "/" + id.text();
    this.id = id;
    this.lines = new EventLines(id);
  }

  /**
   * Appends events, which are durable once {@link #force} has returned. If either fails, the same
   * sequence numbers may be appended again.
   */
  public void append(List<Logged> events) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      Disk.File file = open == null ? begin(events.getFirst().seq(), bytes) : open;
      together(events).forEach(event -> bytes.writeBytes(lines.line(event)));
      file.append(ByteBuffer.wrap(bytes.toByteArray()));
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
  }

  /**
   * If the execution has facts, the events of one append name each other: a crash in the middle
   * leaves none of them. Otherwise each event counts alone.
   */
  private List<?> together(List<Logged> events) {
    lookForFacts(events);
    if (events.size() == 1 || !hasFacts) {
      return events;
    }
    long first = events.getFirst().seq();
    long last = events.getLast().seq();
    return events.stream()
        .map(each -> new Line(each.seq(), each.atMillis(), each.event(), first, last))
        .toList();
  }

  private void lookForFacts(List<Logged> events) {
    hasFacts |= events.stream().anyMatch(each -> each.event() instanceof Event.FactRecorded);
  }

  /** Begins a new file. A file of that name was left by a failure and holds nothing durable. */
  private Disk.File begin(long seq, ByteArrayOutputStream bytes) throws IOException {
    String path = path(EVENTS, seq);
    if (seq == 1) {
      disk.createDirectory(directory);
    }
    disk.delete(path);
    Disk.File file = disk.create(path);
    open = file;
    begunAt = seq;
    bytes.writeBytes(head(seq));
    return file;
  }

  private byte[] head(long seq) {
    return lines.line(new EventLines.Head(EventLines.VERSION, id.text(), seq));
  }

  /** Makes the appended events durable; the engine forces several executions at the same time. */
  public void force() throws IOException {
    try {
      Objects.requireNonNull(open).force();
      if (begunAt != 0) {
        disk.syncDirectory(directory);
        if (begunAt == 1) {
          disk.syncDirectory(root);
        }
        begunAt = 0;
      }
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
  }

  private void abandon(IOException failure) {
    try {
      close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  public void close() throws IOException {
    Disk.File file = open;
    open = null;
    if (file != null) {
      file.close();
    }
  }

  /** Lets the next start read from here on. All events in the state must be durable already. */
  public void snapshot(ExecutionState state) throws IOException {
    close();
    String temporary = directory + "/" + TEMPORARY;
    disk.delete(temporary);
    try (Disk.File file = disk.create(temporary)) {
      byte[] content = lines.line(state);
      byte[] head = head(state.seq());
      file.append(ByteBuffer.allocate(head.length + content.length).put(head).put(content).flip());
      file.force();
    }
    disk.rename(temporary, path(SNAPSHOT, state.seq()));
    disk.syncDirectory(directory);
    for (long older : seqs(SNAPSHOT)) {
      if (older < state.seq()) {
        disk.delete(path(SNAPSHOT, older));
      }
    }
  }

  /** The newest good snapshot, to which later events are applied; without any, an empty state. */
  public ExecutionState newestSnapshot() throws IOException, Damaged {
    for (long seq : seqs(SNAPSHOT).reversed()) {
      String path = path(SNAPSHOT, seq);
      List<byte[]> text = text(path);
      ExecutionState state = text.size() > 1 ? lines.read(text.get(1), ExecutionState.class) : null;
      if (hasHead(path, text, seq) && state != null && state.seq() == seq) {
        return state;
      }
    }
    return new ExecutionState();
  }

  /** The events after that sequence number. */
  public List<Logged> read(long after) throws IOException, Damaged {
    List<Logged> events = new ArrayList<>();
    List<Long> files = seqs(EVENTS);
    long begin = files.stream().filter(s -> s <= after + 1).reduce(1L, Math::max);
    for (long first : files) {
      if (first >= begin) {
        List<Logged> more = file(first, first == files.getLast());
        if (!more.isEmpty()) {
          events.removeIf(event -> event.seq() >= first);
          checkFollows(events, first, after);
          events.addAll(more);
        }
      }
    }
    events.removeIf(event -> event.seq() <= after);
    lookForFacts(events);
    return events;
  }

  private void checkFollows(List<Logged> events, long first, long after) throws Damaged {
    long end = events.isEmpty() ? after : events.getLast().seq();
    if (first > end + 1) {
      throw new Damaged(directory, "the events " + (end + 1) + " to " + (first - 1) + " are lost");
    }
  }

  /**
   * Forces the events that were read. A process that was killed before its last force has left
   * events in the page cache only, and from now on they count. Earlier files were forced before the
   * last one was begun.
   */
  public void secure(List<Logged> events) throws IOException {
    if (events.isEmpty()) {
      return;
    }
    long end = events.getLast().seq();
    long first = seqs(EVENTS).stream().filter(seq -> seq <= end).reduce(1L, Math::max);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head(first));
    events.stream()
        .filter(event -> event.seq() >= first)
        .forEach(event -> bytes.writeBytes(lines.line(event)));
    DurableFiles.replace(disk, path(EVENTS, first), bytes.toByteArray());
  }

  /**
   * Marks an execution whose end is durable, so that later starts need not force its log again. The
   * mark itself may be lost.
   */
  public void finish() throws IOException {
    close();
    disk.create(directory + "/" + OVER).close();
  }

  /** The execution begins once more: the next force makes it durable that there is no mark. */
  public void reopen() throws IOException {
    close();
    disk.delete(directory + "/" + OVER);
  }

  public boolean isFinished() throws IOException {
    return disk.list(directory).contains(OVER);
  }

  /** The good events at the start of a file, of each append with facts all or none. */
  private List<Logged> file(long first, boolean last) throws IOException, Damaged {
    String path = path(EVENTS, first);
    List<byte[]> text = text(path);
    List<Line> good = new ArrayList<>();
    int line = hasHead(path, text, first) ? 1 : 0;
    while (line > 0 && line < text.size()) {
      Line event = lines.read(text.get(line), Line.class);
      if (event == null || event.seq() != first + good.size()) {
        break;
      }
      good.add(event);
      line++;
    }
    if (last) {
      checkTorn(text, line, first, first + good.size());
    }
    long torn = good.isEmpty() || !good.getLast().isCutOff() ? Long.MAX_VALUE : first(good);
    return good.stream().filter(event -> event.seq() < torn).map(Line::logged).toList();
  }

  private static long first(List<Line> events) {
    return Objects.requireNonNull(events.getLast().first());
  }

  /**
   * A good line behind a torn one is harmless if it belongs to the same append, which was never
   * durable (the head and the first event are one append), or to an earlier file, because a disk
   * that loses power may leave old content in a file.
   */
  private void checkTorn(List<byte[]> text, int bad, long first, long seq) throws Damaged {
    for (byte[] each : text.subList(Math.min(bad + 1, text.size()), text.size())) {
      Line event = lines.read(each, Line.class);
      boolean isTorn = event != null && (event.seq() < seq || event.isWithOneBefore(seq));
      boolean isWithHead = event != null && bad == 0 && event.seq() == first;
      if (lines.isGood(each) && !isTorn && !isWithHead) {
        throw new Damaged(
            path(EVENTS, first) + " line " + (bad + 1), "bad, although what follows it is good");
      }
    }
  }

  private boolean hasHead(String path, List<byte[]> text, long seq) throws Damaged {
    EventLines.Head head =
        text.isEmpty() ? null : lines.read(text.getFirst(), EventLines.Head.class);
    if (head != null && head.format() > EventLines.VERSION) {
      throw new Damaged(path, "written by a newer version of this program; start that one");
    }
    return new EventLines.Head(EventLines.VERSION, id.text(), seq).equals(head);
  }

  /** Deletes the files of a start that did not complete. Files of other owners stay. */
  public void discardStart() throws IOException {
    for (String name : disk.list(directory)) {
      if (name.startsWith(EVENTS) || name.startsWith(SNAPSHOT) || name.equals(TEMPORARY)) {
        disk.delete(directory + "/" + name);
      }
    }
    if (disk.list(directory).isEmpty()) {
      disk.delete(directory);
    }
  }

  /**
   * Gives the directory a name that is no execution's, for good. After a failure it may be called
   * again; what the directory has may be read under neither name then.
   */
  public void retire() throws IOException {
    close();
    if (!disk.list(directory).isEmpty()) {
      disk.rename(directory, directory + REMOVED);
    }
    disk.syncDirectory(root);
  }

  /** Deletes what was retired; the next start does that, too. */
  public void deleteRetired() throws IOException {
    delete(disk, directory + REMOVED);
  }

  /** Deletes a directory with everything in it, files of other owners too. */
  public static void delete(Disk disk, String directory) throws IOException {
    for (String name : disk.list(directory)) {
      String path = directory + "/" + name;
      try {
        disk.delete(path);
      } catch (IOException _) { // if not a full directory but the disk failed, the next call throws
        delete(disk, path);
      }
    }
    disk.delete(directory);
  }

  /** The complete lines: a last line without a line feed was torn. */
  private List<byte[]> text(String path) throws IOException {
    byte[] bytes = disk.read(path);
    List<byte[]> complete = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        complete.add(Arrays.copyOfRange(bytes, start, i));
        start = i + 1;
      }
    }
    return complete;
  }

  private String path(String kind, long seq) {
    return directory + "/" + kind + HexFormat.of().toHexDigits(seq);
  }

  private List<Long> seqs(String kind) throws IOException {
    return disk.list(directory).stream()
        .filter(name -> name.startsWith(kind))
        .map(name -> name.substring(kind.length()))
        .filter(seq -> SEQ.matcher(seq).matches())
        .map(HexFormat::fromHexDigitsToLong)
        .toList();
  }
}
