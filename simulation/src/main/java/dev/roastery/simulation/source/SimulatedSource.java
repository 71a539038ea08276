package dev.roastery.simulation.source;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.PartReference;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.simulation.scenario.Divergence;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A place that all nodes see. Of the batches that the gateway sends, it keeps every other one, and
 * the receiver gets a reference in its place: the same one whenever the batch is sent again. What
 * is kept is there for ever, and can be read at any time, any number of times.
 */
public final class SimulatedSource {

  private static final String BATCH = "BATCH";

  /** By address: two receivers may have batches of the same id. */
  private final Map<String, byte[]> rows = new HashMap<>();

  private final SplittableRandom random;

  /** {@code random} is its own: schedules without a source stay as they are. */
  public SimulatedSource(SplittableRandom random) {
    this.random = random;
  }

  /** What a process begins to read ends with it. */
  public SimulatedReader reader() {
    return new SimulatedReader(this, random);
  }

  byte[] read(Message.Range range) {
    byte[] found = rows.get(range.part().address());
    if (found == null) {
      throw new Divergence(range.first() + " is to be read, and was never sent");
    }
    return found;
  }

  private Message referred(String queue, Message.Batch batch) {
    String address = "source:" + queue + "/" + batch.id();
    byte[] before = rows.putIfAbsent(address, batch.rows());
    if (before != null && !Arrays.equals(before, batch.rows())) {
      throw new Divergence(batch.id() + " is sent with other rows than before");
    }
    PartReference part = new PartReference("part", address, "1", 1, 0, 1);
    return new Message.Range(batch.id(), 0, 1, part);
  }

  private static boolean isReferred(BatchId batch) {
    return (batch.seq() + batch.sender()) % 2 == 0;
  }

  private Parcel byReference(String queue, Parcel parcel) {
    if (parcel.type().equals(BATCH)
        && message(parcel) instanceof Message.Batch batch
        && isReferred(batch.id())) {
      return Parcel.of(referred(queue, batch), parcel.sender());
    }
    return parcel;
  }

  /** The gateway's way to the broker. */
  public Transport of(Transport broker) {
    return new Transport() {
      @Override
      public void publish(String queue, Parcel parcel, Runnable confirmed) {
        broker.publish(queue, byReference(queue, parcel), confirmed);
      }

      @Override
      public void declare(Collection<String> queues) {
        broker.declare(queues);
      }

      @Override
      public long backlog(Collection<String> queues) {
        return broker.backlog(queues);
      }

      @Override
      public boolean isEmpty(String queue) {
        return broker.isEmpty(queue);
      }

      @Override
      public OptionalLong waiting(String queue) {
        return broker.waiting(queue);
      }

      @Override
      public void whenShort(String queue, Runnable then) {
        broker.whenShort(queue, then);
      }

      @Override
      public Session open(SessionListener listener) {
        return broker.open(listener);
      }

      @Override
      public void close() {
        broker.close();
      }
    };
  }

  private static Message message(Parcel parcel) {
    try {
      return MessageCodec.decode(parcel.body());
    } catch (WireException e) {
      throw new Divergence("the gateway sends what is no message: " + e.getMessage(), e);
    }
  }
}
