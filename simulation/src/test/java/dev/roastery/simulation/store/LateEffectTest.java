package dev.roastery.simulation.store;

import static dev.roastery.simulation.store.AStore.always;
import static dev.roastery.simulation.store.AStore.delete;
import static dev.roastery.simulation.store.AStore.landAll;
import static dev.roastery.simulation.store.AStore.opened;
import static dev.roastery.simulation.store.AStore.put;
import static dev.roastery.simulation.store.AStore.seeded;
import static dev.roastery.simulation.store.AStore.stored;
import static dev.roastery.simulation.store.AStore.text;
import static dev.roastery.simulation.store.AStore.tryCreate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.simulation.effect.SimulatedCrash;
import dev.roastery.simulation.store.SimulatedObjectStore.Leftovers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a call does after it has been answered, or after its caller has died. */
class LateEffectTest {

  /** Dies before every effect of this kind. */
  private record DiesBefore(Effect kind) implements EffectHook {
    @Override
    public void before(Effect effect, String target, long amount) {
      if (effect == kind) {
        throw new SimulatedCrash("before " + effect);
      }
    }
  }

  @Test
  void aCreateLandsAfterItsCallerHasDiedAndItsNameWasDeleted() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CREATE_LATE);
    Incarnation life = new Incarnation("the dead", EffectHook.NONE);
    assertThat(tryCreate(store.open(life), "claim", "late")).isInstanceOf(Creation.Unknown.class);
    life.end();
    assertThat(store.underWay()).isEqualTo(1);
    store.become(StoreFaults.NONE);
    ObjectStore other = opened(store);
    assertThat(tryCreate(other, "claim", "soon")).isEqualTo(new Creation.Created());
    delete(other, "claim");

    landAll(store);

    assertThat(text(other, "claim")).isEqualTo("late");
  }

  @Test
  void aLateCreateOfATakenNameMakesNothing() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CREATE_LATE);
    ObjectStore node = opened(store);
    tryCreate(node, "claim", "late");
    store.become(StoreFaults.NONE);
    tryCreate(node, "claim", "soon");

    landAll(store);

    assertThat(text(node, "claim")).isEqualTo("soon");
  }

  @Test
  void ofLateCreatesOfOneNameAnyIsTheFirst() throws StoreException {
    TreeSet<String> winners = new TreeSet<>();
    for (long seed = 0; seed < 50; seed++) {
      SimulatedObjectStore store = seeded(seed, StoreFaults.NONE.with(StoreFault.CREATE_LATE, 1));
      ObjectStore node = opened(store);
      for (String each : List.of("a", "b", "c")) {
        tryCreate(node, "claim", each);
      }
      landAll(store);
      winners.add(stored(store, "claim"));
    }

    assertThat(winners).containsExactly("a", "b", "c");
  }

  @Test
  void whatIsLateLandsBeforeAnyLaterCallOfAnyNode() throws StoreException {
    TreeSet<Integer> calls = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      SimulatedObjectStore store = seeded(seed, StoreFaults.NONE.with(StoreFault.CREATE_LATE, 1));
      tryCreate(opened(store), "claim", "late");
      ObjectStore other = opened(store);
      int call = 1;
      while (text(other, "claim").equals("(absent)")) {
        call++;
      }
      calls.add(call);
    }

    assertThat(calls.first()).isEqualTo(1);
    assertThat(calls.last()).isGreaterThan(500);
  }

  @Test
  void aNodeThatDiesBeforeTheEffectMayHaveSentItAlready() throws StoreException {
    for (Effect effect : List.of(Effect.STORE_CREATE, Effect.STORE_PUT, Effect.STORE_DELETE)) {
      SimulatedObjectStore store = always(StoreFault.CHANGE_OUTLIVES_CALLER);
      put(opened(store), "deleted", "x");
      ObjectStore dying = opened(store, new DiesBefore(effect));

      assertThatThrownBy(
              () -> {
                tryCreate(dying, "created", "x");
                put(dying, "put", "x");
                delete(dying, "deleted");
              })
          .isInstanceOf(SimulatedCrash.class);

      List<String> before = store.names();
      landAll(store);
      assertThat(store.names()).as(effect + " took effect").isNotEqualTo(before);
    }
  }

  @Test
  void aNodeThatDiesBeforeTheEffectHasNoneInAPerfectStore() {
    SimulatedObjectStore store = AStore.perfect();
    ObjectStore dying = opened(store, new DiesBefore(Effect.STORE_CREATE));

    assertThatThrownBy(() -> tryCreate(dying, "claim", "x")).isInstanceOf(SimulatedCrash.class);

    assertThat(store.underWay()).isZero();
    assertThat(store.names()).isEmpty();
  }

  @Test
  void aNodeThatDiesAfterTheEffectHasHadIt() {
    SimulatedObjectStore store = AStore.perfect();
    ObjectStore dying =
        opened(
            store,
            new EffectHook() {
              @Override
              public void after(Effect effect, String target, long amount) {
                throw new SimulatedCrash("after " + effect);
              }
            });

    assertThatThrownBy(() -> tryCreate(dying, "claim", "x")).isInstanceOf(SimulatedCrash.class);
    assertThat(stored(store, "claim")).isEqualTo("x");
  }

  @Test
  void whatADeadNodeCallsIsNeverSent() {
    SimulatedObjectStore store = always(StoreFault.CHANGE_OUTLIVES_CALLER);
    Incarnation life = new Incarnation("the dead", EffectHook.NONE);
    ObjectStore dead = store.open(life);
    life.end();

    assertThatThrownBy(() -> tryCreate(dead, "a", "x")).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> put(dead, "a", "x")).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> text(dead, "a")).isInstanceOf(SimulatedCrash.class);

    assertThat(store.underWay()).isZero();
    assertThat(store.names()).isEmpty();
  }

  @Test
  void aRepeatedPutBringsOldBytesBack() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CHANGE_REPEATED);
    ObjectStore node = opened(store);
    put(node, "snapshot", "old");
    store.become(StoreFaults.NONE);
    put(node, "snapshot", "new");
    assertThat(text(node, "snapshot")).isEqualTo("new");

    landAll(store);

    assertThat(text(node, "snapshot")).isEqualTo("old");
  }

  @Test
  void aRepeatedDeleteDeletesWhatWasCreatedSince() throws StoreException {
    SimulatedObjectStore store = always(StoreFault.CHANGE_REPEATED);
    ObjectStore node = opened(store);
    tryCreate(node, "segment", "old");
    delete(node, "segment");
    assertThat(text(node, "segment")).isEqualTo("(absent)");
    store.become(StoreFaults.NONE);
    tryCreate(node, "segment", "new");

    landAll(store);

    assertThat(text(node, "segment")).isEqualTo("(absent)");
  }

  @Test
  void whenTheFaultsEndWhatIsUnderWayLandsOrIsLost() throws StoreException {
    for (Leftovers leftovers : Leftovers.values()) {
      SimulatedObjectStore store = always(StoreFault.CREATE_LATE);
      ObjectStore node = opened(store);
      for (int i = 0; i < 100; i++) {
        tryCreate(node, "object-" + i, "x");
      }
      int landed = store.names().size();

      store.endFaults(leftovers);
      int after = store.names().size();
      for (int i = 0; i < 64; i++) {
        text(node, "another");
      }

      assertThat(store.underWay()).isZero();
      assertThat(store.names().size()).isBetween(landed + 10, 95);
      assertThat(after == store.names().size()).isEqualTo(leftovers == Leftovers.NOW);
      assertThat(tryCreate(node, "another", "x")).isEqualTo(new Creation.Created());
    }
  }

  @Test
  void whatHappensWithoutANodesKnowledgeIsTold() throws StoreException {
    List<String> story = new ArrayList<>();
    SimulatedObjectStore store =
        new SimulatedObjectStore(
            new SplittableRandom(1),
            StoreFaults.NONE.with(StoreFault.CREATE_LATE, 1),
            line -> story.add(line.get()));
    tryCreate(opened(store), "claim", "x");
    tryCreate(opened(store), "claim", "x");
    landAll(store);

    assertThat(story)
        .containsExactly(
            "a node CREATE_LATE: create of claim",
            "a node CREATE_LATE: create of claim",
            "the store: late create of claim",
            "the store: late create of claim, which changes nothing");
  }
}
