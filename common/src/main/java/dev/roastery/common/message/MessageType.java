package dev.roastery.common.message;

import dev.roastery.common.message.bytes.WireException;

/** The kinds of message, by the number that stands for each in the bytes. */
enum MessageType {
  JOB(1),
  BATCH(2),
  END(3),
  CLOSE(4),
  ABORT(5),
  FAIL(6),
  GONE(7),
  RANGE(8);

  private final int code;

  MessageType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static MessageType of(Message message) {
    return switch (message) {
      case Message.Job _ -> JOB;
      case Message.Batch _ -> BATCH;
      case Message.End _ -> END;
      case Message.Close _ -> CLOSE;
      case Message.Abort _ -> ABORT;
      case Message.Fail _ -> FAIL;
      case Message.Gone _ -> GONE;
      case Message.Range _ -> RANGE;
    };
  }

  static MessageType ofCode(int code) throws WireException {
    for (MessageType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new WireException(WireException.Reason.UNKNOWN_TYPE, "a message of type " + code);
  }
}
