package dev.roastery.common.journal.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executor;

/** A partition in a store, whose state is what its owner said last, and what was appended since. */
final class StoredPartition {

  static final String NAME = "stage-0";
  static final EpochNames NAMES = new EpochNames(NAME);

  private static final PersistenceSettings SETTINGS = new PersistenceSettings(4, 1024, 200, 50);
  private static final Backoff AT_ONCE = new Backoff(0, 1, 0);

  private final ObjectStore store;
  private long volumes;

  StoredPartition(ObjectStore store) {
    this.store = store;
  }

  static PatientStore patient(ObjectStore store) {
    return patient(store, Runnable::run);
  }

  /**
   * @param others does what nobody waits for, or does not
   */
  static PatientStore patient(ObjectStore store, Executor others) {
    return new PatientStore(
        store, AT_ONCE, new SplittableRandom(1), PatientStore.Listener.deaf(), others);
  }

  PersistenceService claim() {
    return claim(store, new LastDeed.None(), CrashPoints.none());
  }

  PersistenceService claim(ObjectStore through, LastDeed deed, CrashPoints crash) {
    return PersistenceService.claim(
        new ObjectSuccession(patient(through), NAME),
        NAME,
        new UUID(9, ++volumes),
        deed,
        SETTINGS,
        crash);
  }

  /** An owner that dies before its process has cleared away anything. */
  PersistenceService untidyOwner() {
    return begun(
        PersistenceService.claim(
            new ObjectSuccession(patient(store, _ -> {}), NAME),
            NAME,
            new UUID(9, ++volumes),
            new LastDeed.None(),
            SETTINGS,
            CrashPoints.none()));
  }

  /** An owner that goes on from what it recovered. */
  PersistenceService owner() {
    return begun(claim());
  }

  static PersistenceService begun(PersistenceService owner) {
    owner.commitWorkingState(bytes(state(owner)));
    owner.settle();
    return owner;
  }

  /** What an owner that has just claimed the partition has found. */
  static String state(PersistenceService owner) {
    List<String> words = new ArrayList<>();
    owner.recoverWorkingState().ifPresent(state -> words.add(new String(state, UTF_8)));
    owner.recoverBufferedChunks().forEach(chunk -> words.add(new String(chunk, UTF_8)));
    return String.join("", words);
  }

  static void append(PersistenceService owner, String word) {
    owner.appendChunkToBuffer(bytes(word));
    owner.forceChunkBuffer();
  }

  static Optional<byte[]> patientGet(ObjectStore store, String name) {
    try {
      return store.get(new ObjectName(name));
    } catch (StoreException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  List<String> names() throws StoreException {
    return store.list("").stream().map(object -> object.name().text()).toList();
  }
}
