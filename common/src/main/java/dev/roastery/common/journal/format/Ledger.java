package dev.roastery.common.journal.format;

import dev.roastery.common.message.JobId;
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
public final class Ledger {

  private final ProcessedIds processed;
  private final SortedMap<JobId, SortedSet<String>> sends = new TreeMap<>();
  private byte @Nullable [] processing;

  public Ledger() {
    this(new ProcessedIds());
  }

  private Ledger(ProcessedIds processed) {
    this.processed = processed;
  }

  public ProcessedIds processed() {
    return processed;
  }

  public boolean hasAcknowledged(JobId job, String send) {
    SortedSet<String> known = sends.get(job);
    return known != null && known.contains(send);
  }

  public Optional<byte[]> processing() {
    return Optional.ofNullable(processing);
  }

  public void acknowledge(JobId job, String send) {
    sends.computeIfAbsent(job, _ -> new TreeSet<>()).add(send);
  }

  public void process(byte[] message) {
    processing = message;
  }

  public void clearProcessing() {
    processing = null;
  }

  public void forget(JobId job) {
    processed.forget(job);
    sends.remove(job);
  }

  public byte[] bytes() {
    return DataBytes.bytes(this::write);
  }

  private void write(DataOutputStream out) throws IOException {
    processed.write(out);
    out.writeInt(sends.size());
    for (var job : sends.entrySet()) {
      DataBytes.writeJob(out, job.getKey());
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
    return DataBytes.read(bytes, Ledger::read);
  }

  private static Ledger read(DataInputStream in) throws IOException {
    Ledger ledger = new Ledger(ProcessedIds.read(in));
    for (int job = in.readInt(); job > 0; job--) {
      JobId id = DataBytes.readJob(in);
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
