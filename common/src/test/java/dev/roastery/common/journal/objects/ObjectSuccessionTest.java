package dev.roastery.common.journal.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.testkit.store.MemoryStore;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How one owner follows another when the state is in an object store. */
class ObjectSuccessionTest {

  private final MemoryStore store = new MemoryStore();
  private final StoredPartition partition = new StoredPartition(store);

  @Test
  void theFirstOwnerHasNothingToRecover() {
    PersistenceService first = partition.claim();

    assertThat(first.epoch()).isEqualTo(1);
    assertThat(first.isNew()).isTrue();
    assertThat(first.recoverWorkingState()).isEmpty();
    assertThat(first.recoverBufferedChunks()).isEmpty();
  }

  @Test
  void theNextOwnerHasTheStateAndEveryGroupBehindIt() {
    PersistenceService owner = partition.owner();
    owner.commitWorkingState(StoredPartition.bytes("a"));
    StoredPartition.append(owner, "b");
    StoredPartition.append(owner, "c");

    PersistenceService next = partition.claim();

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.volume()).isEqualTo(owner.volume());
    assertThat(next.report().epochRead()).isEqualTo(1);
    assertThat(StoredPartition.state(next)).isEqualTo("abc");
  }

  @Test
  void anOwnerThatIsFollowedWritesNoGroupAndNoSnapshot() {
    PersistenceService group = partition.owner();
    partition.claim();
    assertThatThrownBy(() -> StoredPartition.append(group, "late"))
        .hasMessageStartingWith("FENCED");

    PersistenceService snapshot = partition.owner();
    partition.claim();
    assertThatThrownBy(() -> snapshot.commitWorkingState(StoredPartition.bytes("late")))
        .hasMessageStartingWith("FENCED");

    assertThat(StoredPartition.state(partition.claim())).isEmpty();
  }

  @Test
  void ownersThatDieBeforeTheirFirstSnapshotArePassedOver() {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    partition.claim();
    partition.claim();

    PersistenceService next = partition.claim();

    assertThat(next.epoch()).isEqualTo(4);
    assertThat(next.report().epochRead()).isEqualTo(1);
    assertThat(next.wasInterrupted()).isTrue();
    assertThat(StoredPartition.state(next)).isEqualTo("a");
  }

  @Test
  void beforeThereWasAnySnapshotNobodyHasAnythingAndAllHaveTheSameVolume() {
    PersistenceService first = partition.claim();
    PersistenceService second = partition.claim();

    assertThat(second.isNew()).isTrue();
    assertThat(second.volume()).isEqualTo(first.volume());
    assertThatThrownBy(() -> first.commitWorkingState(StoredPartition.bytes("late")))
        .hasMessageStartingWith("FENCED");
    assertThat(StoredPartition.state(partition.claim())).isEmpty();
  }

  @Test
  void itIsEnoughToBeginAtTheEpochOfTheLastDeed() {
    for (String word : List.of("a", "b", "c")) {
      StoredPartition.append(partition.owner(), word);
    }

    PersistenceService next = partition.claim(store, new LastDeed.Of(3), CrashPoints.none());

    assertThat(StoredPartition.state(next)).isEqualTo("abc");
    assertThat(next.epoch()).isEqualTo(4);
  }

  @Test
  void whoSettlesDeletesWhatNobodyNeedsAndNothingThatRefuses() throws StoreException {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    StoredPartition.append(owner, "b");
    List<String> before = partition.names();
    StoredPartition.begun(partition.claim());

    assertThat(partition.names())
        .filteredOn(name -> name.contains("/epoch-1/"))
        .allMatch(name -> name.contains("claim") || name.contains("manifest") || isSeal(name))
        .anyMatch(this::isSeal);
    assertThat(before).anyMatch(name -> name.contains("/epoch-1/snapshot"));
    assertThatThrownBy(() -> StoredPartition.append(owner, "late")).hasMessageContaining("FENCED");
  }

  /** The deed of such an owner is known already: nobody may believe that it has cleared away. */
  @Test
  void whatAnOwnerCouldNotClearAwayTheNextOnesClear() throws StoreException {
    StoredPartition.append(partition.owner(), "a");
    StoredPartition.append(partition.untidyOwner(), "b");

    PersistenceService next = partition.claim(store, new LastDeed.Of(2), CrashPoints.none());
    StoredPartition.begun(next);

    assertThat(StoredPartition.state(partition.claim())).isEqualTo("ab");
    assertThat(partition.names())
        .filteredOn(name -> name.matches(".*/epoch-[12]/s.*"))
        .isNotEmpty()
        .allMatch(this::isSeal);
  }

  private boolean isSeal(String name) {
    return StoredPartition.patientGet(store, name).flatMap(Seal::of).isPresent();
  }

  /** What the owner has deleted must not be taken for the end of its journal. */
  @Test
  void aClaimantThatWasPausedWhileTheOwnerWentOnStartsAnew() {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    Runnable goesOn =
        () -> {
          for (String word : List.of("b", "c", "d")) {
            StoredPartition.append(owner, word);
            owner.commitWorkingState(StoredPartition.bytes("state with " + word + ";"));
          }
          StoredPartition.append(owner, "e");
        };

    PersistenceService next =
        partition.claim(
            new Interrupting("/segment-", goesOn), new LastDeed.None(), CrashPoints.none());

    assertThat(StoredPartition.state(next)).isEqualTo("state with d;e");
    assertThatThrownBy(() -> StoredPartition.append(owner, "f")).hasMessageContaining("FENCED");
  }

  @Test
  void twoClaimantsThatTakeTheirNumberAtTheSameTimeHaveDifferentOnes() throws StoreException {
    StoredPartition.append(partition.owner(), "a");
    List<PersistenceService> other = new ArrayList<>();

    PersistenceService next =
        partition.claim(
            new Interrupting("/claim", () -> other.add(partition.claim())),
            new LastDeed.None(),
            CrashPoints.none());

    assertThat(other.getFirst().epoch()).isEqualTo(2);
    assertThat(next.epoch()).isEqualTo(3);
    StoredPartition.begun(next);
    assertThat(StoredPartition.state(partition.claim())).isEqualTo("a");
  }

  @Test
  void ofTwoClaimantsOneCountsAndTheOtherIsFenced() {
    StoredPartition.append(partition.owner(), "a");
    List<PersistenceService> other = new ArrayList<>();

    assertThatThrownBy(() ->
            partition.claim(
                new Interrupting("/segment-", () -> other.add(partition.claim())),
                new LastDeed.None(),
                CrashPoints.none()))
        .hasMessageStartingWith("FENCED");

    StoredPartition.begun(other.getFirst());
    assertThat(StoredPartition.state(partition.claim())).isEqualTo("a");
  }

  /** What the other one has cleared away is not damage. */
  @Test
  void aClaimantThatSleepsUntilAnotherHasPassedItOverIsFenced() {
    StoredPartition.append(partition.owner(), "a");
    List<PersistenceService> other = new ArrayList<>();

    assertThatThrownBy(() ->
            partition.claim(
                store,
                new LastDeed.None(),
                point -> {
                  if (point == CrashPoint.TAKEOVER_EPOCH_SEALED && other.isEmpty()) {
                    other.add(partition.claim());
                    StoredPartition.begun(other.getFirst());
                  }
                }))
        .hasMessageStartingWith("FENCED");

    StoredPartition.append(other.getFirst(), "b");
    assertThat(StoredPartition.state(partition.claim())).isEqualTo("ab");
  }

  @Test
  void aTakeoverThatDiesAnywhereLeavesTheStateToTheNext() {
    Set<CrashPoint> passed = EnumSet.noneOf(CrashPoint.class);
    for (int effect = 1; effect < 60; effect++) {
      MemoryStore fresh = new MemoryStore();
      StoredPartition dying = new StoredPartition(fresh);
      StoredPartition.append(dying.owner(), "a");
      DyingStore dies = new DyingStore(fresh, effect);
      try {
        StoredPartition.begun(dying.claim(dies, new LastDeed.None(), passed::add));
      } catch (DyingStore.Killed _) {
        // as it was told to
      }
      assertThat(StoredPartition.state(dying.claim()))
          .as("killed at call " + effect)
          .isEqualTo("a");
    }
    assertThat(passed)
        .contains(
            CrashPoint.RECOVERY_EPOCH_CLAIMED,
            CrashPoint.TAKEOVER_JOURNAL_SEALED,
            CrashPoint.TAKEOVER_EPOCH_SEALED,
            CrashPoint.RECOVERY_SNAPSHOT_LOADED);
  }

  @Test
  void aDamagedSnapshotIsMadeUpForByTheOneBefore() throws StoreException {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    owner.commitWorkingState(StoredPartition.bytes("A"));
    StoredPartition.append(owner, "b");
    store.put(
        new ObjectName(StoredPartition.NAMES.snapshot(1, 2).text()),
        Content.of(new byte[] {1, 2, 3}));

    PersistenceService next = partition.claim();

    assertThat(StoredPartition.state(next)).isEqualTo("ab");
    assertThat(next.report().findings()).hasSize(1);
  }

  /** Of two at one position, the older one may refer to files that are deleted already. */
  @Test
  void theSnapshotBeforeADamagedOneIsThatOfTheLastPositionBefore() throws StoreException {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    owner.commitWorkingState(StoredPartition.bytes("A"));
    StoredPartition.append(owner, "b");
    for (String again : List.of("B1", "B2", "B3", "B4")) {
      owner.commitWorkingState(StoredPartition.bytes(again));
    }
    ObjectName newest = StoredPartition.NAMES.snapshot(1, 6);
    assertThat(store.get(newest)).isPresent();
    store.put(newest, Content.of(new byte[] {1, 2, 3}));

    assertThat(StoredPartition.state(partition.claim())).isEqualTo("Ab");
  }

  @Test
  void aGroupThatIsGoneIsDamageAndNotTheEnd() throws StoreException {
    PersistenceService owner = partition.owner();
    StoredPartition.append(owner, "a");
    StoredPartition.append(owner, "b");
    partition.claim();
    String first =
        partition.names().stream()
            .filter(name -> name.contains("/epoch-1/segment-"))
            .sorted()
            .skip(1)
            .findFirst()
            .orElseThrow();
    store.delete(new ObjectName(first));

    assertThatThrownBy(partition::claim).hasMessageStartingWith("JOURNAL_CORRUPT");
  }

  /** Something else happens right before the first create of a name with this in it. */
  private final class Interrupting extends MemoryStoreView {

    private final String where;
    private Runnable what;

    Interrupting(String where, Runnable what) {
      super(store);
      this.where = where;
      this.what = what;
    }

    @Override
    public Creation create(ObjectName name, Content content) {
      if (name.text().contains(where)) {
        Runnable now = what;
        what = () -> {};
        now.run();
      }
      return super.create(name, content);
    }
  }
}
