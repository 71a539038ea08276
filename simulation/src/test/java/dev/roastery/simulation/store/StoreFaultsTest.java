package dev.roastery.simulation.store;

import static dev.roastery.simulation.store.AStore.always;
import static dev.roastery.simulation.store.AStore.delete;
import static dev.roastery.simulation.store.AStore.get;
import static dev.roastery.simulation.store.AStore.names;
import static dev.roastery.simulation.store.AStore.opened;
import static dev.roastery.simulation.store.AStore.perfect;
import static dev.roastery.simulation.store.AStore.put;
import static dev.roastery.simulation.store.AStore.seeded;
import static dev.roastery.simulation.store.AStore.stored;
import static dev.roastery.simulation.store.AStore.text;
import static dev.roastery.simulation.store.AStore.tryCreate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StoreFaultsTest {

  @Test
  void aCreateMayBeRefusedWithoutEffect() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CREATE_REFUSED);

    assertThat(tryCreate(opened(store), "claim", "x")).isInstanceOf(Creation.Unknown.class);

    assertThat(store.names()).isEmpty();
    assertThat(store.underWay()).isZero();
    assertThat(store.struck(StoreFault.CREATE_REFUSED)).isEqualTo(1);
  }

  @Test
  void aCreateMayBeDoneAndNotTold() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CREATE_REPLY_LOST);
    ObjectStore node = opened(store);

    assertThat(tryCreate(node, "claim", "mine")).isInstanceOf(Creation.Unknown.class);
    assertThat(tryCreate(node, "claim", "other")).isInstanceOf(Creation.Unknown.class);

    assertThat(text(node, "claim")).isEqualTo("mine");
  }

  @Test
  void anObjectMayBeAbsentForOneGetAndThereForTheNext() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.GET_STALE_ABSENT);
    ObjectStore node = opened(store);
    tryCreate(node, "claim", "x");
    assertThat(get(node, "claim")).isEqualTo(new Got.Absent());
    assertThat(tryCreate(node, "claim", "y")).isEqualTo(new Creation.ExistsAlready());

    store.become(StoreFaults.NONE);

    assertThat(text(node, "claim")).isEqualTo("x");
  }

  @Test
  void whatWasDeletedOrReplacedIsNotSeenAgainByAGet() throws StoreException {
    SimulatedObjectStore store = seeded(1, StoreFaults.NONE.with(StoreFault.GET_STALE_ABSENT, 0.5));
    ObjectStore node = opened(store);
    TreeSet<String> seen = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      put(node, "snapshot", "old " + i);
      put(node, "snapshot", "new");
      seen.add(text(node, "snapshot"));
      delete(node, "snapshot");
      assertThat(text(node, "snapshot")).isEqualTo("(absent)");
    }

    assertThat(seen).containsExactly("(absent)", "new");
  }

  @Test
  void aListLags() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.LIST_STALE);
    ObjectStore node = opened(store);
    TreeSet<String> beginnings = new TreeSet<>();
    boolean showedADeletedOne = false;
    boolean lackedALaterOne = false;
    for (int i = 0; i < 300; i++) {
      tryCreate(node, "epoch/segment-" + i, "x".repeat(i));
      put(node, "other/segment-" + i, "x");
      if (i > 0) {
        delete(node, "epoch/segment-" + (i - 1));
      }
      List<String> told = names(node, "epoch/");
      told.forEach(name -> beginnings.add(name.substring(0, name.indexOf('/'))));
      showedADeletedOne |= told.stream().anyMatch(name -> !store.names().contains(name));
      lackedALaterOne |= !told.contains("epoch/segment-" + i);
      assertThat(told).isSorted();
    }

    assertThat(beginnings).containsExactly("epoch");
    assertThat(showedADeletedOne).isTrue();
    assertThat(lackedALaterOne).isTrue();
  }

  @Test
  void aListThatLagsMayTellOfAMomentThatNeverWas() throws StoreException {
    TreeSet<String> told = new TreeSet<>();
    for (long seed = 0; seed < 200; seed++) {
      SimulatedObjectStore store = seeded(seed, StoreFaults.NONE.with(StoreFault.LIST_STALE, 1));
      ObjectStore node = opened(store);
      tryCreate(node, "a", "x");
      tryCreate(node, "b", "x");
      told.add(names(node, "").toString());
    }

    assertThat(told).containsExactly("[]", "[a, b]", "[a]", "[b]");
  }

  @Test
  void aListHasTheSizesOfItsMoment() throws StoreException {
    TreeSet<Long> sizes = new TreeSet<>();
    SimulatedObjectStore store = always(StoreFault.LIST_STALE);
    ObjectStore node = opened(store);
    for (int i = 1; i <= 100; i++) {
      put(node, "a", "x".repeat(i % 2 + 1));
      node.list("").forEach(each -> sizes.add(each.size()));
    }

    assertThat(sizes).containsExactly(1L, 2L);
  }

  @Test
  void aListMayLackNamesThatAreOld() throws StoreException {
    SimulatedObjectStore store = perfect();
    ObjectStore node = opened(store);
    for (int i = 0; i < 100; i++) {
      tryCreate(node, "object-" + i, "x");
    }
    assertThat(names(node, "")).hasSize(100);

    store.become(StoreFaults.NONE.with(StoreFault.LIST_LACKS_NAMES, 1));

    assertThat(names(node, "").size()).isBetween(40, 99);
  }

  @Test
  void anOutageMakesCallsInARowFailAndLeavesTheirOutcomeOpen() throws StoreException {
    TreeSet<String> outcomes = new TreeSet<>();
    for (long seed = 0; seed < 50; seed++) {
      SimulatedObjectStore store = seeded(seed, StoreFaults.NONE.with(StoreFault.AWAY, 1));
      ObjectStore node = opened(store);
      assertThat(tryCreate(node, "a", "x")).isInstanceOf(Creation.Unknown.class);
      outcomes.add("create " + stored(store, "a") + " " + store.underWay());
      store.endFaults(SimulatedObjectStore.Leftovers.NOW);
      put(node, "a", "x");
      store.become(StoreFaults.NONE.with(StoreFault.AWAY, 1));
      assertThatThrownBy(() -> delete(node, "a")).isInstanceOf(StoreAwayException.class);
      outcomes.add("delete " + stored(store, "a") + " " + store.underWay());
      assertThatThrownBy(() -> put(node, "b", "x")).isInstanceOf(StoreAwayException.class);
      assertThatThrownBy(() -> text(node, "a")).isInstanceOf(StoreAwayException.class);
      assertThatThrownBy(() -> node.list("")).isInstanceOf(StoreAwayException.class);
    }

    assertThat(outcomes)
        .containsExactly(
            "create (absent) 0",
            "create (absent) 1",
            "create x 0",
            "delete (absent) 0",
            "delete x 0",
            "delete x 1");
  }

  @Test
  void anOutageOfOneNodeIsNotOneOfAnother() throws StoreException {
    SimulatedObjectStore store = perfect();
    ObjectStore one = opened(store);
    ObjectStore other = opened(store);
    TreeSet<Integer> lengths = new TreeSet<>();
    for (int round = 0; round < 100; round++) {
      store.become(StoreFaults.NONE.with(StoreFault.CUT_OFF, 1));
      assertThatThrownBy(() -> text(one, "a")).isInstanceOf(StoreAwayException.class);
      store.become(StoreFaults.NONE);
      assertThat(text(other, "a")).isEqualTo("(absent)");
      lengths.add(1 + failuresInARow(one));
    }

    assertThat(lengths.first()).isEqualTo(1);
    assertThat(lengths.last()).isBetween(10, 64);
  }

  private static int failuresInARow(ObjectStore node) {
    for (int failures = 0; ; failures++) {
      try {
        text(node, "a");
        return failures;
      } catch (StoreException _) {
        // Counted.
      }
    }
  }

  @Test
  void aBodyMayFailAtAnyByteAndNeverEndsEarlyInSilence() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.BODY_BROKEN);
    ObjectStore node = opened(store);
    tryCreate(node, "a", "abc");
    TreeSet<String> read = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      StringBuilder text = new StringBuilder();
      Got.Found found = (Got.Found) get(node, "a");
      assertThatThrownBy(
              () -> {
                while (true) {
                  text.append((char) found.body().read());
                }
              })
          .isInstanceOf(StoreAwayException.class);
      read.add(text.toString());
      assertThatThrownBy(() -> text(node, "a")).isInstanceOf(StoreAwayException.class);
    }

    assertThat(read).containsExactly("", "a", "ab", "abc");
  }

  @Test
  void theTagOfAnObjectStaysAsLongAsItsBytes() throws StoreException {
    ObjectStore node = opened(perfect());
    put(node, "a", "x");
    Got.Found first = (Got.Found) get(node, "a");
    put(node, "a", "x");
    assertThat(((Got.Found) get(node, "a")).etag()).isEqualTo(first.etag());
    put(node, "a", "y");
    assertThat(((Got.Found) get(node, "a")).etag()).isNotEqualTo(first.etag());
  }

  @Test
  void everyCallIsAnEffect() throws StoreException {
    List<String> effects = new ArrayList<>();
    ObjectStore node =
        opened(
            perfect(),
            new EffectHook() {
              @Override
              public void before(Effect effect, String target, long amount) {
                effects.add("before " + effect + " " + target + " " + amount);
              }

              @Override
              public void after(Effect effect, String target, long amount) {
                effects.add("after " + effect + " " + target + " " + amount);
              }
            });
    tryCreate(node, "a", "x");
    put(node, "b", "four");
    text(node, "b");
    node.list("");
    delete(node, "a");
    node.close();

    assertThat(effects)
        .containsExactly(
            "before STORE_CREATE a 1",
            "after STORE_CREATE a 1",
            "before STORE_PUT b 4",
            "after STORE_PUT b 4",
            "before STORE_GET b 0",
            "after STORE_GET b 4",
            "before STORE_LIST  0",
            "after STORE_LIST  2",
            "before STORE_DELETE a 0",
            "after STORE_DELETE a 0");
    assertThatThrownBy(() -> text(node, "b")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aNameBelowThatOfAnObjectIsAMistake() throws StoreException {
    ObjectStore node = opened(perfect());
    tryCreate(node, "a/b/c", "x");
    tryCreate(node, "a/b-c", "x");
    assertThatThrownBy(() -> tryCreate(node, "a/b", "x")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> put(node, "a/b/c/d", "x")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aSeedReplaysTheSameAndOthersDiffer() {
    assertThat(story(7)).isEqualTo(story(7)).hasSizeGreaterThan(50);
    assertThat(story(7)).isNotEqualTo(story(8));
  }

  /** What two nodes meet in a store with all faults, down to the last byte. */
  private static List<String> story(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> story = new ArrayList<>();
    StoreFaults all = StoreFaults.NONE;
    for (StoreFault fault : StoreFault.values()) {
      all = all.with(fault, 0.1);
    }
    SimulatedObjectStore store =
        new SimulatedObjectStore(random, all, line -> story.add(line.get()));
    List<ObjectStore> nodes = List.of(opened(store), opened(store));
    for (int i = 0; i < 500; i++) {
      ObjectStore node = nodes.get(random.nextInt(2));
      String name = "object-" + random.nextInt(5);
      try {
        story.add(
            switch (random.nextInt(5)) {
              case 0 -> tryCreate(node, name, "created " + i).toString();
              case 1 -> {
                put(node, name, "put " + i);
                yield "put";
              }
              case 2 -> {
                delete(node, name);
                yield "deleted";
              }
              case 3 -> node.list("").toString();
              default -> text(node, name);
            });
      } catch (StoreException e) {
        story.add(e.getMessage());
      }
    }
    store.endFaults(SimulatedObjectStore.Leftovers.NOW);
    store.names().forEach(name -> story.add(name + " " + stored(store, name)));
    return story;
  }

  @Test
  void drawnFaultsKeepTheContractUnlessTheyAreHostile() {
    for (long seed = 0; seed < 100; seed++) {
      StoreFaults usual = StoreFaults.drawn(new SplittableRandom(seed));
      assertThat(usual.of(StoreFault.LIST_STALE)).isBetween(0.5, 1.0);
      assertThat(usual.of(StoreFault.GET_STALE_ABSENT)).isZero();
      StoreFaults hostile = StoreFaults.drawnHostile(new SplittableRandom(seed));
      assertThat(hostile.of(StoreFault.GET_STALE_ABSENT)).isPositive();
      assertThat(hostile.with(StoreFault.GET_STALE_ABSENT, 0)).isEqualTo(usual);
    }
  }
}
