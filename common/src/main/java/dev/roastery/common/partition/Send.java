package dev.roastery.common.partition;

import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.MessageCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that go out together. With a {@code key} (a gate, or the reply to the gateway) they can
 * be made again from the working state until they are confirmed and acknowledged under that key.
 * Without one they answer a single input, and the chunk buffer keeps that input until they are
 * confirmed.
 */
public record Send(JobId job, @Nullable String key, List<Outbound> messages) {

  public Send {
    messages = List.copyOf(messages);
  }

  /** The key of a FAIL or GONE. */
  static String replyKey(Message reply) {
    return "reply " + MessageCodec.typeOf(reply);
  }
}
