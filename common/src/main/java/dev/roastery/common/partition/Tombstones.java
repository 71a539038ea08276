package dev.roastery.common.partition;

import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that have ended here, so that no late message revives one. A tombstone may still owe the
 * gateway a reply (FAIL or GONE). There is room for {@value #ROOM}. When it is full, the oldest
 * tombstones without a debt are dropped, and from then on every unknown job that is not younger
 * than these counts as ended: ids begin with their time. A later attempt is not as old as its id.
 */
final class Tombstones {

  static final int ROOM = 8_192;

  private final SortedMap<JobId, Grave> graves = new TreeMap<>();
  private final Map<UUID, Integer> latest = new TreeMap<>();
  private @Nullable UUID forgottenUpTo;

  private record Grave(@Nullable Message reply) {}

  /** Whether this attempt has ended or was superseded by a later one. */
  boolean cover(JobId job) {
    Integer attempt = latest.get(job.id());
    if (attempt != null) {
      return job.attempt() < attempt || graves.containsKey(job);
    }
    return job.attempt() == 1 && forgottenUpTo != null && job.id().compareTo(forgottenUpTo) <= 0;
  }

  /** A new attempt begins: all earlier ones have ended. */
  void overtake(JobId job) {
    latest.merge(job.id(), job.attempt(), Math::max);
  }

  void bury(JobId job, @Nullable Message reply) {
    overtake(job);
    graves.put(job, new Grave(reply));
    if (graves.size() > ROOM) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    JobId oldest = graves.firstKey();
    if (!owes(oldest)) {
      graves.remove(oldest);
      // A later attempt may be at work; and an old job may end after younger ones were forgotten.
      latest.remove(oldest.id(), oldest.attempt());
      if (forgottenUpTo == null || oldest.id().compareTo(forgottenUpTo) > 0) {
        forgottenUpTo = oldest.id();
      }
    }
  }

  private boolean owes(JobId job) {
    Grave grave = graves.get(job);
    return grave != null && grave.reply() != null;
  }

  /** Whether the reply with this key is owed; an ABORT replaces the FAIL that was owed before. */
  boolean owes(JobId job, String key) {
    Grave grave = graves.get(job);
    return grave != null
        && grave.reply() != null
        && PendingSend.replyKey(grave.reply()).equals(key);
  }

  /** The reply has been confirmed. */
  void replied(JobId job) {
    graves.put(job, new Grave(null));
  }

  /** The replies that are owed. */
  List<Message> replies() {
    List<Message> replies = new ArrayList<>();
    for (Grave grave : graves.values()) {
      if (grave.reply() != null) {
        replies.add(grave.reply());
      }
    }
    return replies;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(forgottenUpTo != null);
    if (forgottenUpTo != null) {
      writeId(out, forgottenUpTo);
    }
    out.writeInt(graves.size());
    for (Map.Entry<JobId, Grave> entry : graves.entrySet()) {
      DataBytes.writeJob(out, entry.getKey());
      Message reply = entry.getValue().reply();
      byte[] bytes = reply == null ? new byte[0] : MessageCodec.encode(reply);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  void read(DataInputStream in) throws IOException {
    forgottenUpTo = in.readBoolean() ? readId(in) : null;
    for (int left = in.readInt(); left > 0; left--) {
      JobId job = DataBytes.readJob(in);
      byte[] reply = in.readNBytes(in.readInt());
      overtake(job);
      graves.put(job, new Grave(reply.length == 0 ? null : JobWorkCodec.message(reply)));
    }
  }

  private static void writeId(DataOutputStream out, UUID id) throws IOException {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  private static UUID readId(DataInputStream in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }
}
