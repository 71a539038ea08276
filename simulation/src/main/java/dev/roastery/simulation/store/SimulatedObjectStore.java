package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.store.StoredObjects.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An object store in memory, for all nodes at once. The fault model, as a contract:
 *
 * <ul>
 *   <li><b>A call takes effect at one instant between its start and for ever</b>: at once, or as
 *       one that is under way, which takes effect before any later call of any node, at {@link
 *       #landSome}, or never. Nobody can take back what is under way: neither the death of its
 *       caller, nor his next calls, nor the deletion of its name.
 *   <li><b>A create</b> is decided at that instant, and makes nothing if the name is taken then. It
 *       takes effect at most once. Who is told Created or ExistsAlready is told of the instant of
 *       this very call; whose call is under way, refused without effect (409, 5xx) or done with a
 *       lost answer is told Unknown ({@link StoreFault#CREATE_LATE} and those beside it).
 *   <li><b>A put or a delete</b> that returns has taken effect, and may do so again later, as the
 *       port's implementations repeat them: a late put brings old bytes back, also of an object
 *       that was deleted; a late delete deletes what was written since. One that fails has taken
 *       effect, will do so later, or never.
 *   <li><b>A killed node</b> takes nothing back: if it dies before the effect of a call, that may
 *       be under way already ({@link StoreFault#CHANGE_OUTLIVES_CALLER}); if after it, only the
 *       answer is lost. Calls of a dead node have no effect.
 *   <li><b>A get</b> sees all effects so far, and one object whole. In a hostile campaign it may
 *       find nothing although there is an object ({@link StoreFault#GET_STALE_ABSENT}); but never
 *       one that was deleted or replaced before the call began. A body fails at any byte, and does
 *       not end early in silence. The tag of an object stays as long as its bytes do.
 *   <li><b>A list</b> tells of an earlier moment, for all names or another one for each, and lacks
 *       any names, as its faults say.
 *   <li><b>Outages</b>, of the store or of one node's way to it, make so many calls in a row fail:
 *       a create's caller is told Unknown, the others {@link
 *       dev.roastery.common.storage.object.StoreAwayException}.
 *   <li><b>What has taken effect is durable</b>: no power loss reaches the store.
 * </ul>
 *
 * <p>A call on a store that was closed, and a name below that of an object, are mistakes of the
 * caller and fail with {@link IllegalStateException}.
 *
 * <p>Left out: a store that refuses or is unfit; a condition that is none; damage to objects and
 * their loss; time. A large object is one request, since its parts are nothing until they are
 * completed.
 */
public final class SimulatedObjectStore {

  /** What becomes of that which is under way when the faults end. */
  public enum Leftovers {
    /** It takes effect now or never. */
    NOW,
    /** It takes effect before one of the next calls, at {@link #landSome}, or never. */
    LATER
  }

  private final StoreDice dice;
  private final Consumer<Supplier<String>> story;
  private final StoredObjects objects = new StoredObjects();
  private final UnderWay underWay;
  private final StoreOutages outages = new StoreOutages();

  /**
   * @param story is told what happens without a node's knowledge
   */
  public SimulatedObjectStore(
      SplittableRandom random, StoreFaults faults, Consumer<Supplier<String>> story) {
    this.dice = new StoreDice(random, faults);
    this.story = story;
    this.underWay = new UnderWay(dice);
  }

  public SimulatedObjectStore(SplittableRandom random, StoreFaults faults) {
    this(random, faults, _ -> {});
  }

  /** The store as this life of a node sees it. */
  public ObjectStore open(Incarnation life) {
    return new OpenStore(this, life);
  }

  /** Other faults from now on; what is under way and an outage stay so. */
  public void become(StoreFaults faults) {
    dice.become(faults);
  }

  /** From now on the store is perfect, but for what is still under way. */
  public void endFaults(Leftovers leftovers) {
    dice.become(StoreFaults.NONE);
    outages.end();
    for (StoreChange change : underWay.takeAll()) {
      if (dice.coin()) {
        tell(() -> "the store loses the " + change);
      } else if (leftovers == Leftovers.NOW) {
        land(change);
      } else {
        underWay.addSoon(change);
      }
    }
  }

  /** Lets some of what is under way take effect, in any order: one at least, if there is one. */
  public void landSome() {
    int some = underWay.size() == 0 ? 0 : 1 + dice.below(underWay.size());
    for (; some > 0; some--) {
      land(underWay.takeAny());
    }
  }

  /** How many effects are still to come. */
  public int underWay() {
    return underWay.size();
  }

  /** How often a fault has struck. */
  public int struck(StoreFault fault) {
    return dice.struck(fault);
  }

  /** The names of all objects, sorted, without any effect or fault. */
  public List<String> names() {
    return objects.names();
  }

  /** The bytes of an object, if there is one, without any effect or fault. */
  public Optional<byte[]> bytes(String name) {
    return objects.get(name).map(object -> object.bytes().clone());
  }

  /** A call has reached the store: what is late may be there before it. */
  void callBegins() {
    underWay.nextCall().forEach(this::land);
  }

  private void land(StoreChange change) {
    boolean changed = takeEffect(change);
    tell(() -> "the store: late " + change + (changed ? "" : ", which changes nothing"));
  }

  /** Whether anything is different afterwards. */
  boolean takeEffect(StoreChange change) {
    return change.takeEffect(objects);
  }

  void later(StoreChange change) {
    underWay.add(change);
  }

  Optional<StoredObject> find(String name) {
    return objects.get(name);
  }

  List<ListedObject> list(String prefix, boolean stale) {
    return List.copyOf(
        (stale ? objects.listedEarlier(prefix, dice) : objects.listed(prefix)).values());
  }

  void requireNoFolder(ObjectName name) {
    objects.requireNoFolder(name);
  }

  StoreDice dice() {
    return dice;
  }

  StoreOutages outages() {
    return outages;
  }

  void tell(Supplier<String> line) {
    story.accept(line);
  }
}
