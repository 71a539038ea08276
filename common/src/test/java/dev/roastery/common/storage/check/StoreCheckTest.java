package dev.roastery.common.storage.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.check.StoreCheck.Fitness;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.testkit.store.MemoryStore;
import dev.roastery.testkit.store.UnfitStores;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fit store passes and is left as it was; one that breaks the contract is found out. */
class StoreCheckTest {

  private static Fitness check(ObjectStore store) throws StoreException {
    return StoreCheck.run(store, _ -> {});
  }

  private static String unfitness(ObjectStore store) throws StoreException {
    return check(store) instanceof Fitness.Unfit(String how) ? how : "it is fit";
  }

  @Test
  void aFitStoreIsTimedAndLeftAsItWas() throws StoreException {
    MemoryStore store = new MemoryStore();
    store.put(new ObjectName("mine"), Content.of(new byte[3]));
    List<String> passed = new ArrayList<>();
    Fitness fitness = StoreCheck.run(store, passed::add);
    assertThat(passed).hasSize(4);
    assertThat(fitness)
        .isInstanceOfSatisfying(
            Fitness.Fit.class,
            fit ->
                assertThat(fit.latencies())
                    .extracting(Latency::call)
                    .containsExactly("create 1 KB", "create 1 MB", "get 1 KB", "get 1 MB"));
    assertThat(store.list("")).hasSize(1);
  }

  @Test
  void aStoreWithoutConditionsIsUnfit() throws StoreException {
    MemoryStore store = UnfitStores.withoutConditions();
    assertThat(unfitness(store)).contains("a second create of one name was not refused");
    assertThat(store.list("")).isEmpty();
  }

  @Test
  void aStoreThatLooksBeforeItWritesIsUnfit() throws StoreException {
    assertThat(unfitness(UnfitStores.lookingBeforeItWrites()))
        .contains("the store does not decide the condition as it writes");
  }

  @Test
  void aStoreWithoutConditionsOfReadsIsUnfit() throws StoreException {
    assertThat(unfitness(UnfitStores.withoutConditionsOfReads())).contains("ignores If-Match");
  }

  @Test
  void aStoreWithoutRangesIsUnfit() throws StoreException {
    assertThat(unfitness(UnfitStores.withoutRanges())).contains("a range of an object was read");
  }

  @Test
  void aStoreThatStillShowsWhatWasDeletedIsUnfit() throws StoreException {
    MemoryStore store =
        new MemoryStore() {
          @Override
          public void delete(ObjectName name) {
            // Some other time.
          }
        };
    assertThat(unfitness(store)).isEqualTo("an object that was deleted is still read");
  }

  @Test
  void theBriefCheckFindsBoth() throws StoreException {
    BriefCheck.require(new MemoryStore());
    assertUnfit(UnfitStores.withoutConditions());
    assertUnfit(UnfitStores.lookingBeforeItWrites());
  }

  private static void assertUnfit(ObjectStore store) {
    assertThatThrownBy(() -> BriefCheck.require(store))
        .isInstanceOfSatisfying(
            Fatal.class, fatal -> assertThat(fatal.reason()).isEqualTo(FatalReason.STORE_UNFIT))
        .hasMessageContaining("docs/object-store.md");
  }

  @Test
  void aStoreThatNeverTellsIsAway() {
    MemoryStore silent =
        new MemoryStore() {
          @Override
          public Creation create(ObjectName name, Content content) {
            return new Creation.Unknown("the answer is lost");
          }
        };
    StoreProbe brief = new CreateProbe();
    assertThatThrownBy(() -> StoreCheck.run(silent, List.of(brief), false, _ -> {}))
        .isInstanceOf(StoreAwayException.class);
  }
}
