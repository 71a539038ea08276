package dev.roastery.common.broker;

import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;

/**
 * What is published. The body is the whole message; the labels repeat a part of it so that a person
 * with any AMQP tool sees what it is. No code relies on them, except that the job's fails when the
 * body cannot be read.
 */
public record Parcel(byte[] body, String id, String type, String job, String sender) {

  public static Parcel of(Message message, String sender) {
    return new Parcel(
        MessageCodec.encode(message),
        MessageCodec.idOf(message),
        MessageCodec.typeOf(message),
        message.job().toString(),
        sender);
  }
}
