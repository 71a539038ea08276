package dev.roastery.testkit.store;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stores as they are found in the world, each of which breaks one sentence of the contract. */
public final class UnfitStores {

  private UnfitStores() {}

  /** It does not know the condition: every create is a put. */
  public static MemoryStore withoutConditions() {
    return new MemoryStore() {
      @Override
      public Creation create(ObjectName name, Content content) {
        put(name, content);
        return new Creation.Created();
      }
    };
  }

  /** It looks whether the name is free, and writes afterwards: another may look in between. */
  public static MemoryStore lookingBeforeItWrites() {
    Exchanger<String> meeting = new Exchanger<>();
    return new MemoryStore() {
      @Override
      public Creation create(ObjectName name, Content content) {
        if (get(name, ByteRange.WHOLE, ETag.ANY) instanceof Got.Found) {
          return new Creation.ExistsAlready();
        }
        await(meeting);
        put(name, content);
        return new Creation.Created();
      }
    };
  }

  /** Until another one has looked, too; or for a moment, as there may be no other. */
  private static void await(Exchanger<String> meeting) {
    try {
      meeting.exchange("I have looked", 100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      // Nobody else is here.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** It does not know conditions of reads. */
  public static MemoryStore withoutConditionsOfReads() {
    return new MemoryStore() {
      @Override
      public Got get(ObjectName name, ByteRange range, ETag etag) {
        return super.get(name, range, ETag.ANY);
      }
    };
  }

  /** It knows no ranges. */
  public static MemoryStore withoutRanges() {
    return new MemoryStore() {
      @Override
      public Got get(ObjectName name, ByteRange range, ETag etag) {
        return super.get(name, ByteRange.WHOLE, etag);
      }
    };
  }
}
