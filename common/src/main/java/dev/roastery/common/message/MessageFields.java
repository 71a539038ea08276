package dev.roastery.common.message;

import static dev.roastery.common.message.bytes.WireWriter.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;
import java.util.Arrays;

/**
 * What a message of each type holds besides its job. A name is a uint8 length and UTF-8, a text an
 * int32 length and UTF-8:
 *
 * <pre>
 *   JOB    plan text
 *   BATCH  stream name, sender int32, seq int64, then rows up to the checksum
 *   END    stream name, sender int32, senders int32, batches int64
 *   CLOSE
 *   ABORT  reason text
 *   FAIL   partition name, reason text
 *   GONE   partition name
 *   RANGE  stream name, sender int32, seq int64, window int64, batches int32, then of the part:
 *          name, address and version texts, size int64, headerBytes int32, windowBytes int32
 * </pre>
 */
final class MessageFields {

  /** Of what names a part. */
  private static final int TEXT_BYTES_MAX = 4 << 10;

  private MessageFields() {}

  static void write(WireWriter out, Message message) {
    switch (message) {
      case Message.Job(_, String plan) -> out.text(utf8(plan, MessageCodec.PLAN_BYTES_MAX, "plan"));
      case Message.Batch(BatchId id, byte[] rows) -> {
        out.name(id.stream());
        out.int32(id.sender());
        out.int64(id.seq());
        out.bytes(rows, 0, rows.length);
      }
      case Message.End(_, String stream, int sender, int senders, long batches) -> {
        out.name(stream);
        out.int32(sender);
        out.int32(senders);
        out.int64(batches);
      }
      case Message.Close _ -> {}
      case Message.Abort(_, String reason) -> out.text(cut(reason));
      case Message.Fail(_, String partition, String reason) -> {
        out.name(partition);
        out.text(cut(reason));
      }
      case Message.Gone(_, String partition) -> out.name(partition);
      case Message.Range(BatchId first, long window, int batches, PartReference part) -> {
        out.name(first.stream());
        out.int32(first.sender());
        out.int64(first.seq());
        out.int64(window);
        out.int32(batches);
        write(out, part);
      }
    }
  }

  private static void write(WireWriter out, PartReference part) {
    out.text(utf8(part.name(), TEXT_BYTES_MAX, "name of a part"));
    out.text(utf8(part.address(), TEXT_BYTES_MAX, "address of a part"));
    out.text(utf8(part.version(), TEXT_BYTES_MAX, "version of a part"));
    out.int64(part.size());
    out.int32(part.headerBytes());
    out.int32(part.windowBytes());
  }

  private static PartReference part(WireReader in) throws WireException {
    return new PartReference(
        in.text(TEXT_BYTES_MAX),
        in.text(TEXT_BYTES_MAX),
        in.text(TEXT_BYTES_MAX),
        in.int64(),
        in.int32(),
        in.int32());
  }

  static Message read(WireReader in, MessageType type, JobId job) throws WireException {
    return switch (type) {
      case JOB -> new Message.Job(job, in.text(MessageCodec.PLAN_BYTES_MAX));
      case BATCH ->
          new Message.Batch(new BatchId(job, in.name(), in.int32(), in.int64()), in.rest());
      case END -> new Message.End(job, in.name(), in.int32(), in.int32(), in.int64());
      case CLOSE -> new Message.Close(job);
      case ABORT -> new Message.Abort(job, in.text(MessageCodec.REASON_BYTES_MAX));
      case FAIL -> new Message.Fail(job, in.name(), in.text(MessageCodec.REASON_BYTES_MAX));
      case GONE -> new Message.Gone(job, in.name());
      case RANGE ->
          new Message.Range(
              new BatchId(job, in.name(), in.int32(), in.int64()),
              in.int64(),
              in.int32(),
              part(in));
    };
  }

  /** At most as much as a message takes, cut between two characters. */
  private static byte[] cut(String reason) {
    byte[] bytes = reason.getBytes(UTF_8);
    if (bytes.length <= MessageCodec.REASON_BYTES_MAX) {
      return bytes;
    }
    int end = MessageCodec.REASON_BYTES_MAX;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }
}
