package dev.roastery.common.storage.object;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for one who has nothing else to do until it answers: each call is repeated until the
 * store is back, be it hours. What it returns is certain. It still fails when the store refuses, or
 * is not fit, and when the thread is interrupted.
 */
public final class PatientStore {

  private static final Logger log = LoggerFactory.getLogger(PatientStore.class);

  /** Hears of a store that does not answer, and of its return. */
  public interface Listener {

    /** Has not answered, and is asked again. */
    void away(String why);

    /** Answers again, after having been away. */
    void back();

    /** For whom nobody needs to hear of it. */
    static Listener deaf() {
      return new Listener() {
        @Override
        public void away(String why) {
          // Nobody needs to hear of it.
        }

        @Override
        public void back() {
          // Nobody needs to hear of it.
        }
      };
    }
  }

  /** How the calls of a process are repeated: fast at first, and then every few seconds. */
  public static final Backoff STANDARD_PAUSES = Backoff.doubling(50, 5_000);

  private static final int CREATES = 5;

  /** Some stores say now and then that they do not have what they have. */
  private static final int LOOKS = 8;

  private final ObjectStore store;
  private final SettledCreate creates;
  private final Backoff pauses;
  private final RandomGenerator chance;
  private final Listener listener;
  private final Executor others;
  private final PatientStore ofChores;
  private final AtomicReference<Throwable> failed = new AtomicReference<>();

  /** Something to do in a store that nobody waits for. */
  public interface Chore {
    void run(PatientStore store) throws IOException;
  }

  /**
   * @param others does what nobody waits for
   */
  public PatientStore(
      ObjectStore store,
      Backoff pauses,
      RandomGenerator chance,
      Listener listener,
      Executor others) {
    this.store = store;
    this.creates = new SettledCreate(store, CREATES, pauses, chance);
    this.pauses = pauses;
    this.chance = chance;
    this.listener = listener;
    this.others = others;
    this.ofChores = new PatientStore(store, pauses, chance);
  }

  private PatientStore(ObjectStore store, Backoff pauses, RandomGenerator chance) {
    this.store = store;
    this.creates = new SettledCreate(store, CREATES, pauses, chance);
    this.pauses = pauses;
    this.chance = chance;
    this.listener = Listener.deaf(); // that a chore takes long troubles nobody
    this.others = Runnable::run;
    this.ofChores = this;
  }

  private interface Call<T> {
    T run() throws StoreException;
  }

  private <T> T answer(Call<T> call) throws StoreException {
    for (int failures = 0; ; ) {
      try {
        T answer = call.run();
        if (failures > 0) {
          listener.back();
        }
        return answer;
      } catch (StoreAwayException away) {
        if (Thread.currentThread().isInterrupted()) {
          throw away;
        }
        failures++;
        listener.away(String.valueOf(away.getMessage()));
        Pause.of(pauses.jitteredMillis(failures, chance));
      }
    }
  }

  /** Creates an object if its name is free, and knows afterwards whose object the name has. */
  public Settled create(ObjectName name, byte[] bytes) throws StoreException {
    return answer(() -> creates.create(name, bytes));
  }

  /** Creates or replaces an object, under a name that nobody else ever writes. */
  public void put(ObjectName name, Content content) throws StoreException {
    answer(() -> {
      store.put(name, content);
      return true;
    });
  }

  /** The whole of an object, if there is one. */
  public Optional<byte[]> get(ObjectName name) throws StoreException {
    return answer(() -> store.get(name));
  }

  /** Bytes of an object, fewer where it ends; nothing when there is no such object. */
  public Optional<byte[]> get(ObjectName name, long from, int bytesMax) throws StoreException {
    return answer(() -> range(name, new ByteRange(from, bytesMax)));
  }

  private Optional<byte[]> range(ObjectName name, ByteRange range) throws StoreException {
    return switch (store.get(name, range, ETag.ANY)) {
      case Got.Found found -> Optional.of(all(name, found));
      case Got.PastEnd() -> Optional.of(new byte[0]);
      case Got.Absent() -> Optional.empty();
      case Got.Changed() -> throw new IllegalStateException(name + " was read unconditionally");
    };
  }

  private static byte[] all(ObjectName name, Got.Found found) throws StoreException {
    try (InputStream body = found.body()) {
      return body.readAllBytes();
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreAwayException("cannot read " + name, e);
    }
  }

  /** How many bytes an object has; nothing when there is no such object. */
  public Optional<Long> size(ObjectName name) throws StoreException {
    return answer(() ->
        switch (store.get(name, new ByteRange(0, 1), ETag.ANY)) {
          case Got.Found found -> {
            all(name, found);
            yield Optional.of(found.size());
          }
          case Got.PastEnd() -> Optional.of(0L);
          case Got.Absent() -> Optional.empty();
          case Got.Changed() -> throw new IllegalStateException(name + " was read unconditionally");
        });
  }

  /**
   * As {@link #get}, of an object that should exist: if it seems not to, the store is asked again.
   */
  public Optional<byte[]> getExisting(ObjectName name) throws StoreException {
    return existing(() -> get(name));
  }

  /** The same of bytes of such an object. */
  public Optional<byte[]> getExisting(ObjectName name, long from, int bytesMax)
      throws StoreException {
    return existing(() -> get(name, from, bytesMax));
  }

  /** The same of the size of such an object. */
  public Optional<Long> sizeOfExisting(ObjectName name) throws StoreException {
    return existing(() -> size(name));
  }

  private static <T> Optional<T> existing(Call<Optional<T>> look) throws StoreException {
    Optional<T> found = look.run();
    for (int looks = 1; looks < LOOKS && found.isEmpty(); looks++) {
      found = look.run();
    }
    return found;
  }

  /** Deletes an object; one that is not there is no error. */
  public void delete(ObjectName name) throws StoreException {
    answer(() -> {
      store.delete(name);
      return true;
    });
  }

  /**
   * Deletes an object that nobody needs; it may take its time, or be left when the process ends.
   */
  public void deleteSoon(ObjectName name) throws IOException {
    soon(quiet -> quiet.delete(name));
  }

  /**
   * Does something that nobody waits for. That it has failed is logged at once, and fails every
   * later call.
   */
  public void soon(Chore chore) throws IOException {
    switch (failed.get()) {
      case null -> {}
      case IOException e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    others.execute(() -> {
      try {
        chore.run(ofChores);
      } catch (IOException | RuntimeException e) {
        if (failed.compareAndSet(null, e)) {
          log.error("cannot clear away in the object store: {}", e.toString());
        }
      }
    });
  }

  /** Objects whose names begin so, sorted by name: a hint. */
  public List<ListedObject> list(String prefix) throws StoreException {
    return answer(() -> store.list(prefix));
  }
}
