package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import dev.roastery.simulation.store.StoredObjects.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** One node's way to the store: every call is an effect; what it has sent outlives the node. */
final class OpenStore implements ObjectStore {

  /** How often one put or delete takes effect after its caller has been answered, at most. */
  private static final int REPEATS_MAX = 2;

  private final SimulatedObjectStore store;
  private final Incarnation life;
  private boolean closed;

  OpenStore(SimulatedObjectStore store, Incarnation life) {
    this.store = store;
    this.life = life;
  }

  @Override
  public Creation create(ObjectName name, Content content) {
    byte[] bytes = bytes(content);
    StoreChange create = new StoreChange.Create(name, bytes);
    send(Effect.STORE_CREATE, create, bytes.length);
    store.requireNoFolder(name);
    Creation told = decide(create);
    life.after(Effect.STORE_CREATE, name.text(), bytes.length);
    return told;
  }

  private Creation decide(StoreChange create) {
    if (isAway()) {
      tryInVain(create);
      return new Creation.Unknown("the store is away (simulated)");
    }
    if (strikes(StoreFault.CREATE_REFUSED, create)) {
      return new Creation.Unknown("409 or 5xx (simulated)");
    }
    if (strikes(StoreFault.CREATE_LATE, create)) {
      store.later(create);
      return new Creation.Unknown("no answer in time (simulated)");
    }
    boolean created = store.takeEffect(create);
    if (strikes(StoreFault.CREATE_REPLY_LOST, create)) {
      return new Creation.Unknown("the answer was lost (simulated)");
    }
    return created ? new Creation.Created() : new Creation.ExistsAlready();
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreAwayException {
    byte[] bytes = bytes(content);
    StoreChange put = new StoreChange.Put(name, bytes);
    send(Effect.STORE_PUT, put, bytes.length);
    store.requireNoFolder(name);
    change(put);
    life.after(Effect.STORE_PUT, name.text(), bytes.length);
  }

  @Override
  public void delete(ObjectName name) throws StoreAwayException {
    StoreChange delete = new StoreChange.Delete(name);
    send(Effect.STORE_DELETE, delete, 0);
    change(delete);
    life.after(Effect.STORE_DELETE, name.text(), 0);
  }

  private void change(StoreChange change) throws StoreAwayException {
    if (isAway()) {
      tryInVain(change);
      throw away();
    }
    store.takeEffect(change);
    for (int i = 0; i < REPEATS_MAX && strikes(StoreFault.CHANGE_REPEATED, change); i++) {
      store.later(change);
    }
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreAwayException {
    begin(Effect.STORE_GET, name.text(), 0);
    if (isAway()) {
      throw away();
    }
    Optional<StoredObject> object = store.find(name.text());
    boolean seen = object.isPresent() && !strikes(StoreFault.GET_STALE_ABSENT, name);
    Got got = seen ? answer(object.get(), range, etag) : new Got.Absent();
    life.after(Effect.STORE_GET, name.text(), got instanceof Got.Found found ? found.size() : 0);
    return got;
  }

  private Got answer(StoredObject object, ByteRange range, ETag etag) {
    ETag is = new ETag("v" + object.version());
    byte[] all = object.bytes();
    if (!etag.isAny() && !etag.equals(is)) {
      return new Got.Changed();
    }
    if (!range.isWhole() && range.from() >= all.length) {
      return new Got.PastEnd();
    }
    int length = (int) Math.min(range.length(), all.length - range.from());
    return new Got.Found(is, all.length, body(object, (int) range.from(), length));
  }

  private InputStream body(StoredObject object, int from, int length) {
    ObjectName name = object.listed().name();
    return strikes(StoreFault.BODY_BROKEN, name)
        ? new BrokenBody(name.text(), object.bytes(), from, store.dice().below(length + 1))
        : new ByteArrayInputStream(object.bytes(), from, length);
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreAwayException {
    begin(Effect.STORE_LIST, prefix, 0);
    if (isAway()) {
      throw away();
    }
    List<ListedObject> hint = store.list(prefix, strikes(StoreFault.LIST_STALE, prefix));
    if (strikes(StoreFault.LIST_LACKS_NAMES, prefix)) {
      hint = hint.stream().filter(_ -> store.dice().below(4) > 0).toList();
    }
    life.after(Effect.STORE_LIST, prefix, hint.size());
    return hint;
  }

  @Override
  public void close() {
    closed = true;
  }

  private void send(Effect effect, StoreChange change, long amount) {
    boolean alive = !life.over();
    try {
      begin(effect, change.name().text(), amount);
    } catch (SimulatedCrash crash) {
      if (alive && strikes(StoreFault.CHANGE_OUTLIVES_CALLER, change)) {
        store.later(change);
      }
      throw crash;
    }
  }

  private void begin(Effect effect, String target, long amount) {
    life.before(effect, target, amount);
    if (closed) {
      throw new IllegalStateException("a store that was closed is asked for " + effect);
    }
    store.callBegins();
  }

  private boolean isAway() {
    if (store.outages().goesOnFor(life)) {
      return true;
    }
    if (strikes(StoreFault.AWAY, "all")) {
      store.outages().begin(store.dice());
      return true;
    }
    if (strikes(StoreFault.CUT_OFF, life.node())) {
      store.outages().cutOff(life, store.dice());
      return true;
    }
    return false;
  }

  /** Of a call that fails, nothing is known. */
  private void tryInVain(StoreChange change) {
    switch (store.dice().below(3)) {
      case 0 -> store.takeEffect(change);
      case 1 -> store.later(change);
      default -> {
        // It never arrived.
      }
    }
  }

  private boolean strikes(StoreFault fault, Object target) {
    boolean strikes = store.dice().strikes(fault);
    if (strikes) {
      store.tell(() -> life.node() + " " + fault + ": " + target);
    }
    return strikes;
  }

  private static StoreAwayException away() {
    return new StoreAwayException("the store is away (simulated)");
  }

  private static byte[] bytes(Content content) {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("what is to be stored cannot be read", e);
    }
  }
}
