package dev.roastery.common.partition;

import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import dev.roastery.common.wire.MessageCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that go out together, perhaps in pieces. With a {@code key} (a gate, or the reply to the
 * gateway) they can be made again from the working state until they are confirmed and acknowledged
 * under that key. Without one they answer a single input, and the chunk buffer keeps that input
 * until they are confirmed.
 */
public record Send(JobId job, @Nullable String key, Iterator<List<Outbound>> pieces) {

  /** In one piece. */
  Send(JobId job, @Nullable String key, List<Outbound> messages) {
    this(job, key, List.of(messages).iterator());
  }

  /** All that has not been taken yet. */
  public List<Outbound> messages() {
    List<Outbound> messages = new ArrayList<>();
    pieces.forEachRemaining(messages::addAll);
    return messages;
  }

  /** The key of a FAIL or GONE. */
  static String replyKey(Message reply) {
    return "reply " + MessageCodec.typeOf(reply);
  }
}
