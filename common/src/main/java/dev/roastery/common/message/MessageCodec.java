package dev.roastery.common.message;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireException.Reason;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;

/**
 * The bytes of a {@link Message}:
 *
 * <pre>
 *   magic     uint8   'R'
 *   version   uint8   1
 *   type      uint8   {@link MessageType}
 *   job       16 bytes UUID, int32 attempt
 *   fields    of the type: {@link MessageFields}
 *   checksum  int32   CRC-32C of all bytes before it
 * </pre>
 *
 * Whatever a later version changes, its first two bytes and its checksum stay where they are: a
 * flipped bit never looks like a newer version.
 */
public final class MessageCodec {

  /** Of a stream, a partition or a column. An id with it still fits AMQP's 255 bytes. */
  public static final int NAME_BYTES_MAX = WireWriter.NAME_BYTES_MAX;

  public static final int PLAN_BYTES_MAX = 4 << 20;

  /** A longer reason is cut. */
  public static final int REASON_BYTES_MAX = 64 << 10;

  public static final int MESSAGE_BYTES_MAX = 16 << 20;

  private static final int MAGIC = 'R';
  private static final int VERSION = 1;
  private static final int CHECKSUM_BYTES = 4;
  private static final int BYTES_MIN = 3 + 20 + CHECKSUM_BYTES;

  private MessageCodec() {}

  public static byte[] encode(Message message) {
    WireWriter out =
        new WireWriter(512 + (message instanceof Message.Batch(_, byte[] rows) ? rows.length : 0));
    out.uint8(MAGIC);
    out.uint8(VERSION);
    out.uint8(MessageType.of(message).code());
    out.uuid(message.job().id());
    out.int32(message.job().attempt());
    MessageFields.write(out, message);
    out.checksum();
    byte[] bytes = out.toBytes();
    if (bytes.length > MESSAGE_BYTES_MAX) {
      throw new IllegalArgumentException(
          idOf(message) + " has " + bytes.length + " bytes: at most " + MESSAGE_BYTES_MAX);
    }
    return bytes;
  }

  public static Message decode(byte[] bytes) throws WireException {
    checkFrame(bytes);
    WireReader in = new WireReader(bytes, 2, bytes.length - CHECKSUM_BYTES);
    MessageType type = MessageType.ofCode(in.uint8());
    try {
      Message message = MessageFields.read(in, type, new JobId(in.uuid(), in.int32()));
      in.finish();
      return message;
    } catch (IllegalArgumentException e) {
      throw new WireException(Reason.MALFORMED, type + ": " + e.getMessage(), e);
    }
  }

  /** What kind of message it is, for people: {@code BATCH}. */
  public static String typeOf(Message message) {
    return MessageType.of(message).name();
  }

  /**
   * The message's name: the same message always has the same name, no matter which process sends it
   * and how often.
   */
  public static String idOf(Message message) {
    return switch (message) {
      case Message.Batch(BatchId id, _) -> id.toString();
      case Message.Range range -> range.first() + "/range";
      case Message.End end -> end.job() + "/" + end.stream() + "/" + end.sender() + "/end";
      case Message.Fail(JobId job, String partition, _) -> job + "/" + partition + "/fail";
      case Message.Gone(JobId job, String partition) -> job + "/" + partition + "/gone";
      case Message.Job(JobId job, _) -> job + "/job";
      case Message.Close(JobId job) -> job + "/close";
      case Message.Abort(JobId job, _) -> job + "/abort";
    };
  }

  /** The sender, for people. */
  public static String senderOf(Message message) {
    return switch (message) {
      case Message.Batch(BatchId id, _) -> id.stream() + "/" + id.sender();
      case Message.Range(BatchId first, _, _, _) -> first.stream() + "/" + first.sender();
      case Message.End end -> end.stream() + "/" + end.sender();
      case Message.Fail fail -> fail.partition();
      case Message.Gone gone -> gone.partition();
      case Message.Job _, Message.Close _, Message.Abort _ -> "gateway";
    };
  }

  private static void checkFrame(byte[] bytes) throws WireException {
    if (bytes.length > MESSAGE_BYTES_MAX) {
      throw new WireException(
          Reason.TOO_LARGE, bytes.length + " bytes, at most " + MESSAGE_BYTES_MAX);
    }
    if (bytes.length < BYTES_MIN) {
      throw new WireException(Reason.TOO_SHORT, bytes.length + " bytes, at least " + BYTES_MIN);
    }
    if (bytes[0] != MAGIC) {
      throw new WireException(Reason.NOT_A_MESSAGE, "it starts with byte " + bytes[0]);
    }
    int end = bytes.length - CHECKSUM_BYTES;
    if ((int) WireWriter.INT.get(bytes, end) != WireWriter.checksum(bytes, end)) {
      throw new WireException(
          Reason.BAD_CHECKSUM, "damaged somewhere in " + bytes.length + " bytes");
    }
    int version = bytes[1] & 0xff;
    if (version > VERSION) {
      throw new WireException(
          Reason.FORMAT_TOO_NEW, "version " + version + ", known is " + VERSION);
    }
    if (version < VERSION) {
      throw new WireException(Reason.MALFORMED, "version " + version);
    }
  }
}
