package dev.roastery.common.partition;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that go out together, perhaps in pieces. With a {@code key} (a gate, or the reply to the
 * gateway) they can be made again from the working state until they are confirmed and acknowledged
 * under that key. Without one they answer a single input, and the chunk buffer keeps that input
 * until they are confirmed.
 */
public final class PendingSend {

  private final JobId job;
  private final @Nullable String key;
  private final Pieces pieces;

  PendingSend(JobId job, @Nullable String key, Pieces pieces) {
    this.job = job;
    this.key = key;
    this.pieces = pieces;
  }

  /** In one piece. */
  PendingSend(JobId job, @Nullable String key, List<Outbound> messages) {
    this(job, key, new Pieces());
    messages.forEach(pieces::add);
  }

  public JobId job() {
    return job;
  }

  public @Nullable String key() {
    return key;
  }

  public boolean hasNextPiece() {
    return pieces.hasNext();
  }

  /** Makes the next piece, which is the caller's from here on. It may be empty. */
  public List<Outbound> nextPiece() {
    return pieces.next();
  }

  /** Makes all pieces that are left; afterwards there is none. */
  public List<Outbound> drain() {
    List<Outbound> messages = new ArrayList<>();
    while (pieces.hasNext()) {
      messages.addAll(pieces.next());
    }
    return messages;
  }

  /** The key of a FAIL or GONE. */
  static String replyKey(Message reply) {
    return "reply " + MessageCodec.typeOf(reply);
  }
}
