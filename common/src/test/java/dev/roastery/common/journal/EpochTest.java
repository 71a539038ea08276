package dev.roastery.common.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.storage.FailStop;
import dev.roastery.common.storage.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who owns a partition, what the next owner takes over, and how the last one notices. */
class EpochTest {

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void theFirstOwnerHasEpochOneAndTheFreshVolumeAndNothingToRecover() {
    PersistenceService first = claim();

    assertThat(first.epoch()).isEqualTo(1);
    assertThat(first.isNew()).isTrue();
    assertThat(first.volume()).isEqualTo(Reference.VOLUME);
    assertThat(first.recoverWorkingState()).isEmpty();
    assertThat(first.recoverBufferedChunks()).isEmpty();
  }

  @Test
  void theNextOwnerKeepsTheVolumesIdAndDeletesTheOlderEpochOnlyWhenItSettles() {
    ownerWith("a", 1);
    PersistenceService next =
        PersistenceService.claim(
            disk,
            Reference.DIRECTORY,
            Reference.PARTITION,
            new UUID(9, 9),
            Reference.SETTINGS,
            CrashPoints.none());

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(next.isNew()).isFalse();
    assertThat(next.volume()).isEqualTo(Reference.VOLUME);
    next.commitWorkingState(next.recoverWorkingState().orElseThrow());
    assertThat(disk.files()).anyMatch(name -> name.contains("/epoch-1/"));
    next.settle();
    assertThat(disk.files()).allMatch(name -> name.contains("/epoch-2/"));
  }

  @Test
  void anOwnerThatDiedBeforeItsFirstCommitIsPassedOver() {
    ownerWith("a", 2);
    claim();
    claim();

    PersistenceService next = claim();

    assertThat(next.epoch()).isEqualTo(4);
    assertThat(next.report().epochRead()).isEqualTo(1);
    assertThat(next.recoverWorkingState()).hasValue(bytes("a"));
    assertThat(next.recoverBufferedChunks()).hasSize(2);
  }

  @Test
  void positionsGoOnFromEpochToEpoch() {
    long last = -1;
    for (int owner = 0; owner < 5; owner++) {
      ownerWith("a", 3);
      long position = FileKind.SNAPSHOT.positions(namesInNewestEpoch()).getLast();
      assertThat(position).isGreaterThan(last);
      last = position;
    }
  }

  @Test
  void ofManyWhoClaimAtOnceEachGetsAnEpochOfItsOwn(@TempDir Path directory) {
    Set<Long> claimed = new ConcurrentSkipListSet<>();
    Epochs epochs = new Epochs(new FileDisk(directory), Reference.DIRECTORY);
    epochs.prepare(new FailStop(() -> false));

    IntStream.range(0, 20)
        .parallel()
        .forEach(_ -> claimed.add(epochs.claim(new FailStop(() -> false), 0)));

    assertThat(claimed).hasSize(20);
  }

  @Test
  void aStaleOwnerSeesTheHigherEpoch() {
    PersistenceService stale = ownerWith("a", 0);
    assertThat(stale.newestEpoch()).isEqualTo(stale.epoch());

    PersistenceService next = claim();

    assertThat(stale.newestEpoch()).isEqualTo(next.epoch());
  }

  @Test
  void aStaleOwnerWhoseBufferedChunksAreGoneIsFencedWhenItReplaysThem() {
    PersistenceService first = ownerWith("a", 3);
    first.close();
    PersistenceService stale = claim();
    assertThat(stale.recoverBufferedChunks()).hasSize(3);
    PersistenceService next = claim();
    next.commitWorkingState(bytes("b"));
    next.settle();

    assertThatThrownBy(() -> stale.recoverBufferedChunks().get(0)).hasMessageStartingWith("FENCED");
  }

  @Test
  void aStaleOwnerWhoseFilesAreGoneIsFencedAndRefusesEverythingAfter() {
    PersistenceService stale = ownerWith("a", 0);
    PersistenceService next = claim();
    next.commitWorkingState(bytes("b"));
    next.settle();

    stale.appendChunkToBuffer(Reference.message(1));
    stale.forceChunkBuffer();
    assertThatThrownBy(() -> stale.commitWorkingState(bytes("stale")))
        .hasMessageStartingWith("FENCED");
    assertThatThrownBy(() -> stale.appendChunkToBuffer(Reference.message(2)))
        .hasMessageStartingWith("FENCED");
    assertThatThrownBy(() -> stale.commitWorkingState(bytes("stale")))
        .hasMessageStartingWith("FENCED");
    stale.close();

    assertThat(claim().recoverWorkingState()).hasValue(bytes("b"));
  }

  @Test
  void whoFindsAHigherEpochWhileRecoveringIsFenced() {
    ownerWith("a", 0);
    AtomicBoolean once = new AtomicBoolean(true);
    disk.beforeRead(_ -> {
      if (once.getAndSet(false)) {
        PersistenceService other = claim();
        other.commitWorkingState(bytes("b"));
        other.settle();
      }
    });

    assertThatThrownBy(this::claim).hasMessageStartingWith("FENCED");
    assertThat(claim().recoverWorkingState()).hasValue(bytes("b"));
  }

  /** A node that claimed by mistake, or crashed too early, has not become the owner. */
  @Test
  void aClaimThatIsNotSettledCountsNothingAndHarmsNobody() {
    PersistenceService owner = ownerWith("a", 1);
    claim().commitWorkingState(bytes("unsettled"));
    owner.appendChunkToBuffer(Reference.message(1));
    owner.forceChunkBuffer();
    owner.commitWorkingState(bytes("a and two"));

    PersistenceService next = claim();

    assertThat(next.epoch()).isEqualTo(3);
    assertThat(next.report().epochRead()).isEqualTo(1);
    assertThat(next.recoverWorkingState()).hasValue(bytes("a and two"));
  }

  @Test
  void aSettlementThatDiesAnywhereLeavesTheOldOwnersStateOrTheNewOnes() {
    for (int call = 1; call <= 20; call++) {
      for (int seed = 0; seed < 40; seed++) {
        MemoryDisk dead = settlementDyingAt(call);
        Random random = new Random(seed);
        MemoryDisk found =
            seed == 0 ? dead.afterKill() : dead.afterPowerLoss(MemoryDisk.some(random));

        PersistenceService next = Reference.claim(found, CrashPoints.none());

        assertThat(new String(next.recoverWorkingState().orElseThrow(), StandardCharsets.UTF_8))
            .as("killed at call " + call + ", seed " + seed)
            .isIn("old", "new");
        next.commitWorkingState(bytes("next"));
        next.settle();
        assertThat(found.files()).allMatch(name -> name.contains("/epoch-" + next.epoch() + "/"));
      }
    }
  }

  /** The old owner, two claims that were never settled, and a new owner that is. */
  private static MemoryDisk settlementDyingAt(int call) {
    MemoryDisk disk = new MemoryDisk();
    for (String state : List.of("old", "mistaken", "mistaken too", "new")) {
      PersistenceService owner = Reference.claim(disk, CrashPoints.none());
      owner.commitWorkingState(bytes(state));
      if (state.equals("new")) {
        disk.dieAtCall(call);
      }
      if (state.equals("old") || state.equals("new")) {
        settle(owner);
      }
    }
    return disk;
  }

  private static void settle(PersistenceService owner) {
    try {
      owner.settle();
    } catch (MemoryDisk.Killed _) {
      return; // as it was told to
    }
  }

  /**
   * Epoch 2's owner was slow: it commits and settles, which deletes epoch 1, while epoch 3's owner
   * reads that.
   */
  @Test
  void anOlderEpochThatVanishesWhileItIsReadIsReadFromItsSuccessor() {
    ownerWith("a", 2);
    PersistenceService slow = claim();
    AtomicBoolean once = new AtomicBoolean(true);
    disk.beforeRead(_ -> {
      if (once.getAndSet(false)) {
        slow.commitWorkingState(bytes("a and two"));
        slow.settle();
      }
    });

    PersistenceService next = claim();

    assertThat(next.report().epochRead()).isEqualTo(2);
    assertThat(next.recoverWorkingState()).hasValue(bytes("a and two"));
    assertThat(next.recoverBufferedChunks()).isEmpty();
  }

  @Test
  void aStaleOwnersSnapshotsAndTrimmingUnderTheReaderDoNotHarm() {
    PersistenceService stale = ownerWith("0", 0);
    int[] commits = {0};
    disk.beforeRead(path -> {
      if (path.contains("segment") && commits[0] < 5) {
        commits[0]++;
        stale.appendChunkToBuffer(new byte[300]);
        stale.forceChunkBuffer();
        stale.commitWorkingState(bytes(String.valueOf(commits[0])));
      }
    });

    PersistenceService next = claim();

    assertThat(commits[0]).isEqualTo(5);
    assertThat(next.recoverWorkingState()).hasValue(bytes("5"));
  }

  @Test
  void aDeadClaimantsTemporarySnapshotIsDeletedAtTheNextClaimAndTheOwnersIsNot()
      throws IOException {
    ownerWith("a", 0);
    claim();
    String owners = Reference.DIRECTORY + "/epoch-1/snapshot-0000000000000099.tmp";
    String claimants = Reference.DIRECTORY + "/epoch-2/snapshot-0000000000000099.tmp";
    disk.create(owners).close();
    disk.create(claimants).close();

    claim();

    assertThat(disk.files()).contains(owners).doesNotContain(claimants);
  }

  @Test
  void aRecoveryThatFailsGivesItsEpochBack() throws IOException {
    ownerWith("a", 1);
    disk.bytesOf(disk.files().getLast())[70] ^= 1;
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(this::claim).hasMessageStartingWith("SNAPSHOT_CORRUPT");
    }
    assertThat(new Epochs(disk, Reference.DIRECTORY).newest()).isEqualTo(1);
  }

  @Test
  void aDirectoryThatIsNoEpochIsLeftAlone() throws IOException {
    ownerWith("a", 0);
    disk.createDirectory(Reference.DIRECTORY + "/epoch-x");
    disk.create(Reference.DIRECTORY + "/epoch-x/notes").close();

    PersistenceService next = claim();
    next.commitWorkingState(bytes("b"));
    next.settle();

    assertThat(next.epoch()).isEqualTo(2);
    assertThat(disk.files()).contains(Reference.DIRECTORY + "/epoch-x/notes");
  }

  private PersistenceService claim() {
    return Reference.claim(disk, CrashPoints.none());
  }

  /** An owner that has committed this state, and appended so many chunks after it. */
  private PersistenceService ownerWith(String state, int chunks) {
    PersistenceService owner = claim();
    owner.commitWorkingState(bytes(state));
    owner.settle();
    for (int i = 0; i < chunks; i++) {
      owner.appendChunkToBuffer(Reference.message(i));
    }
    owner.forceChunkBuffer();
    return owner;
  }

  private List<String> namesInNewestEpoch() {
    try {
      return new Epochs(disk, Reference.DIRECTORY).files().lastEntry().getValue().names();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
