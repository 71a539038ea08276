package dev.roastery.common.durable;

import dev.roastery.common.wire.JobId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot holds besides the working state: what is counted, what is sent, what is in work.
 */
final class Ledger {

  private final ProcessedIds processed;
  private final SortedMap<JobId, SortedSet<String>> sends = new TreeMap<>();
  private byte @Nullable [] processing;

  Ledger() {
    this(new ProcessedIds());
  }

  private Ledger(ProcessedIds processed) {
    this.processed = processed;
  }

  ProcessedIds processed() {
    return processed;
  }

  boolean hasAcknowledged(JobId job, String send) {
    SortedSet<String> known = sends.get(job);
    return known != null && known.contains(send);
  }

  Optional<byte[]> processing() {
    return Optional.ofNullable(processing);
  }

  void acknowledge(JobId job, String send) {
    sends.computeIfAbsent(job, _ -> new TreeSet<>()).add(send);
  }

  void process(byte[] message) {
    processing = message;
  }

  void clearProcessing() {
    processing = null;
  }

  void forget(JobId job) {
    processed.forget(job);
    sends.remove(job);
  }

  byte[] bytes() {
    return Encoded.bytes(this::write);
  }

  private void write(DataOutputStream out) throws IOException {
    processed.write(out);
    out.writeInt(sends.size());
    for (var job : sends.entrySet()) {
      Encoded.writeJob(out, job.getKey());
      out.writeInt(job.getValue().size());
      for (String send : job.getValue()) {
        out.writeUTF(send);
      }
    }
    byte[] inWork = processing;
    out.writeInt(inWork == null ? -1 : inWork.length);
    if (inWork != null) {
      out.write(inWork);
    }
  }

  static Ledger of(byte[] bytes) throws IOException {
    return Encoded.read(bytes, Ledger::read);
  }

  private static Ledger read(DataInputStream in) throws IOException {
    Ledger ledger = new Ledger(ProcessedIds.read(in));
    for (int job = in.readInt(); job > 0; job--) {
      JobId id = Encoded.readJob(in);
      for (int send = in.readInt(); send > 0; send--) {
        ledger.acknowledge(id, in.readUTF());
      }
    }
    int inWork = in.readInt();
    if (inWork >= 0) {
      ledger.process(in.readNBytes(inWork));
    }
    return ledger;
  }
}
