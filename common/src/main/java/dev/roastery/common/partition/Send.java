package dev.roastery.common.partition;

import dev.roastery.common.wire.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that go out together. With a {@code key} (a gate, or the reply to the gateway) they can
 * be made again from the working state until they are confirmed and acknowledged under that key.
 * Without one they answer a single input, and the chunk buffer keeps that input until they are
 * confirmed.
 */
public record Send(JobId job, @Nullable String key, List<Outbound> messages) {

  /** The key of FAIL and GONE. */
  static final String REPLY = "reply";

  public Send {
    messages = List.copyOf(messages);
  }
}
