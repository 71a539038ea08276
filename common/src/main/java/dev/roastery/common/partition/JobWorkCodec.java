package dev.roastery.common.partition;

import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job's part of a partition's snapshot: job, promises, gates sent, batches that came before the
 * JOB, ranges that are to be read (not in version 1), then (behind a flag) the plan and what the
 * stage saved.
 */
final class JobWorkCodec {

  private JobWorkCodec() {}

  /** In pieces, of which the last is the stage's own array. */
  static List<byte[]> write(JobWork work, int version) {
    byte[] state = work.isOpen() ? work.opened().work().save() : new byte[0];
    byte[] before =
        DataBytes.bytes(out -> {
          writeHead(work, version, out);
          if (work.isOpen()) {
            writeBytes(out, work.opened().plan().getBytes(StandardCharsets.UTF_8));
            out.writeInt(state.length);
          }
        });
    return List.of(before, state);
  }

  private static void writeHead(JobWork work, int version, DataOutputStream out)
      throws IOException {
    DataBytes.writeJob(out, work.job);
    work.barrier.write(out);
    out.writeInt(work.sent.size());
    for (String gate : work.sent) {
      out.writeUTF(gate);
    }
    out.writeInt(work.early.size());
    for (Message.Batch early : work.early) {
      writeBytes(out, MessageCodec.encode(early));
    }
    if (version > 1) {
      out.writeInt(work.ranges.all().size());
      for (Message.Range range : work.ranges.all()) {
        writeBytes(out, MessageCodec.encode(range));
      }
    }
    out.writeBoolean(work.isOpen());
  }

  /** A job as it was saved: its plan, and its stage's state when it had one. */
  record Saved(JobWork work, @Nullable String plan, byte[] state) {}

  static Saved read(DataInputStream in, int version, ProcessedIds processed) throws IOException {
    JobWork work = new JobWork(DataBytes.readJob(in), processed);
    work.barrier.read(in);
    for (int left = in.readInt(); left > 0; left--) {
      work.sent.add(in.readUTF());
    }
    for (int left = in.readInt(); left > 0; left--) {
      work.early.add((Message.Batch) message(readBytes(in)));
    }
    for (int left = version == 1 ? 0 : in.readInt(); left > 0; left--) {
      String violation = work.ranges.add((Message.Range) message(readBytes(in)));
      if (violation != null) {
        throw new IOException("a snapshot contradicts itself: " + violation);
      }
    }
    if (!in.readBoolean()) {
      return new Saved(work, null, new byte[0]);
    }
    String plan = new String(readBytes(in), StandardCharsets.UTF_8);
    return new Saved(work, plan, readBytes(in));
  }

  /** A message that this program wrote itself, into a snapshot whose checksum was right. */
  static Message message(byte[] bytes) throws IOException {
    try {
      return MessageCodec.decode(bytes);
    } catch (WireException e) {
      throw new IOException(
          "a snapshot contains bytes that are not a message: " + e.getMessage(), e);
    }
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
