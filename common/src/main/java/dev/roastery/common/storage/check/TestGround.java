package dev.roastery.common.storage.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.SettledCreate;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A place in a store that one check has for itself, and leaves as it was. */
final class TestGround {

  private static final int ATTEMPTS = 10;

  private final ObjectStore store;
  private final ObjectName folder;
  private final Queue<ObjectName> made = new ConcurrentLinkedQueue<>();
  private final SettledCreate settled;

  TestGround(ObjectStore store) {
    this.store = store;
    this.folder = new ObjectName("roastery-check-" + UUID.randomUUID());
    this.settled = new SettledCreate(store, ATTEMPTS, Backoff.doubling(20, 500), new Random());
  }

  ObjectStore store() {
    return store;
  }

  ObjectName name(String word) {
    ObjectName name = folder.child(word);
    made.add(name);
    return name;
  }

  /** Bytes that no other check has. */
  byte[] bytes(String what) {
    return (folder + " " + what).getBytes(UTF_8);
  }

  /** Whose the object is, once that is known. */
  SettledCreate.Settled settle(ObjectName name, byte[] bytes) throws StoreException {
    return settled.create(name, bytes);
  }

  /** Creates what must be new. */
  void make(ObjectName name, byte[] bytes) throws StoreException {
    if (!(settle(name, bytes) instanceof SettledCreate.Settled.Mine)) {
      throw new UnfitStore("a name that nobody had used was refused, or read with other bytes");
    }
  }

  /** A second create of a name must make nothing. */
  void requireRefused(ObjectName name, byte[] bytes) throws StoreException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      switch (store.create(name, Content.of(bytes))) {
        case Creation.ExistsAlready() -> {
          return;
        }
        case Creation.Created() ->
            throw new UnfitStore(
                "a second create of one name was not refused: the store does not know"
                    + " If-None-Match, or ignores it");
        case Creation.Unknown _ -> {
          // It is asked again.
        }
      }
    }
    throw new StoreAwayException("the store was in trouble in the middle of the check");
  }

  void requireBytes(ObjectName name, byte[] bytes, String otherwise) throws StoreException {
    byte[] there = store.get(name).orElse(new byte[0]);
    if (!java.util.Arrays.equals(there, bytes)) {
      throw new UnfitStore(otherwise);
    }
  }

  void clean() throws StoreException {
    for (ObjectName name = made.poll(); name != null; name = made.poll()) {
      store.delete(name);
    }
  }
}
