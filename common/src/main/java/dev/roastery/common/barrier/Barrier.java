package dev.roastery.common.barrier;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message.End;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one job has been promised in one partition, stream by stream, and whether it has come. A
 * stream is complete when all of its senders have said how many batches they sent here, and as many
 * distinct batches of each are in (invariant 5): neither the order of batches and ENDs matters, nor
 * how often each comes, nor time.
 */
public final class Barrier {

  private final JobId job;
  private final ProcessedIds processed;
  private final SortedMap<String, Promise> streams = new TreeMap<>();

  /** {@code promised} by sender; {@code senders} is what every END of the stream says. */
  private record Promise(int senders, SortedMap<Integer, Long> promised) {}

  public Barrier(JobId job, ProcessedIds processed) {
    this.job = job;
    this.processed = processed;
  }

  /** Counts a batch; an answer is a broken promise of the sender's, in words. */
  public @Nullable String batch(BatchId id) {
    Promise promise = streams.get(id.stream());
    if (promise != null) {
      if (id.sender() >= promise.senders()) {
        return id + " is from a sender above the " + promise.senders() + " announced";
      }
      Long promised = promise.promised().get(id.sender());
      if (promised != null && id.seq() >= promised) {
        return id + " is above the " + promised + " batches that its sender announced";
      }
    }
    processed.add(id);
    return null;
  }

  /** How many batches of the job have come, of all streams. */
  public long received() {
    return processed.count(job);
  }

  /** Whether this END has been counted already, as it is. */
  public boolean counted(End end) {
    Promise promise = streams.get(end.stream());
    return promise != null
        && promise.senders() == end.senders()
        && Long.valueOf(end.batches()).equals(promise.promised().get(end.sender()));
  }

  /** Counts an END; an answer is a broken promise of the sender's, in words. */
  public @Nullable String end(End end) {
    Promise promise =
        streams.computeIfAbsent(end.stream(), name -> new Promise(end.senders(), new TreeMap<>()));
    if (promise.senders() != end.senders()) {
      return told(end) + " of " + end.senders() + " senders, an earlier END " + promise.senders();
    }
    Long before = promise.promised().putIfAbsent(end.sender(), end.batches());
    if (before != null && before != end.batches()) {
      return told(end) + " " + end.batches() + " batches, earlier " + before;
    }
    long highest = processed.highest(job, end.stream(), end.sender());
    if (highest >= end.batches()) {
      return told(end) + " " + end.batches() + " batches, but batch " + highest + " came";
    }
    for (int sender : processed.senders(job, end.stream())) {
      if (sender >= end.senders()) {
        return told(end) + " of " + end.senders() + " senders, but a batch of " + sender + " came";
      }
    }
    return null;
  }

  private String told(End end) {
    return "sender "
        + end.sender()
        + " of stream "
        + end.stream()
        + " of job "
        + job
        + " announces";
  }

  /** Whether all is in that was ever sent here of this stream. */
  public boolean complete(String stream) {
    Promise promise = streams.get(stream);
    return promise != null
        && promise.promised().size() == promise.senders()
        && all(stream, promise);
  }

  private boolean all(String stream, Promise promise) {
    for (Map.Entry<Integer, Long> sender : promise.promised().entrySet()) {
      if (processed.count(job, stream, sender.getKey()) != sender.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** How many batches of this stream there will be; empty until every sender has said its part. */
  public OptionalLong expected(String stream) {
    Promise promise = streams.get(stream);
    return promise == null || promise.promised().size() < promise.senders()
        ? OptionalLong.empty()
        : OptionalLong.of(promise.promised().values().stream().mapToLong(Long::longValue).sum());
  }

  /** The number of senders of a complete stream. */
  public int senders(String stream) {
    return promise(stream).senders();
  }

  /** What a sender of a complete stream sent here. */
  public long promised(String stream, int sender) {
    Long promised = promise(stream).promised().get(sender);
    if (promised == null) {
      throw new IllegalStateException("no END of sender " + sender + " of stream " + stream);
    }
    return promised;
  }

  private Promise promise(String stream) {
    Promise promise = streams.get(stream);
    if (promise == null) {
      throw new IllegalStateException("no END of stream " + stream);
    }
    return promise;
  }

  /** What this stream still waits for, in words; empty when it is complete. */
  public List<String> waitsFor(String stream) {
    Promise promise = streams.get(stream);
    if (promise == null) {
      return List.of("the first END of stream " + stream);
    }
    List<String> waits = new ArrayList<>();
    for (int sender = 0; sender < promise.senders(); sender++) {
      Long promised = promise.promised().get(sender);
      if (promised == null) {
        waits.add("END of sender " + sender + " of stream " + stream);
      } else if (processed.count(job, stream, sender) < promised) {
        String missing =
            processed.missing(job, stream, sender, promised).stream()
                .map(Object::toString)
                .collect(Collectors.joining(", "));
        waits.add(
            "%d of %d batches of sender %d of stream %s (%s)"
                .formatted(
                    promised - processed.count(job, stream, sender),
                    promised,
                    sender,
                    stream,
                    missing));
      }
    }
    return waits;
  }

  /** Writes the promises; the owner of the processed ids writes those. */
  public void write(DataOutputStream out) throws IOException {
    out.writeInt(streams.size());
    for (Map.Entry<String, Promise> stream : streams.entrySet()) {
      out.writeUTF(stream.getKey());
      out.writeInt(stream.getValue().senders());
      out.writeInt(stream.getValue().promised().size());
      for (Map.Entry<Integer, Long> sender : stream.getValue().promised().entrySet()) {
        out.writeInt(sender.getKey());
        out.writeLong(sender.getValue());
      }
    }
  }

  /** Reads what {@link #write} wrote, into a barrier that is new. */
  public void read(DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      String stream = in.readUTF();
      Promise promise = new Promise(in.readInt(), new TreeMap<>());
      for (int senders = in.readInt(); senders > 0; senders--) {
        promise.promised().put(in.readInt(), in.readLong());
      }
      streams.put(stream, promise);
    }
  }
}
