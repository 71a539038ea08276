package dev.roastery.common.journal.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.recovery.VolumeCheck;
import dev.roastery.common.journal.recovery.VolumeCheck.Damage;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.testkit.store.MemoryStore;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What {@code roastery verify} looks at in an object store. */
class ObjectCheckTest {

  private final MemoryStore store = new MemoryStore();
  private final StoredPartition partition = new StoredPartition(store);

  /** Three owners; the last one has a state in two snapshots, a spilled file, and groups. */
  private PersistenceService atWork() {
    PersistenceService first = partition.owner();
    StoredPartition.append(first, "a");
    StoredPartition.append(first, "b");
    partition.claim();
    PersistenceService owner = partition.owner();
    SpilledFile file = spilled(owner.spills());
    for (String word : List.of("c", "d", "e", "f")) {
      StoredPartition.append(owner, word);
      StoredPartition.append(owner, word);
      owner.commitWorkingState(StoredPartition.bytes("state " + word), List.of(file));
      owner.clearChunkBuffer();
    }
    StoredPartition.append(owner, "g");
    StoredPartition.append(owner, "h");
    return owner;
  }

  private static SpilledFile spilled(SpillStore spills) {
    SpillStore.Growing growing = spills.create();
    growing.append(new byte[1000]);
    return growing.finish();
  }

  private VolumeCheck.Result check() throws StoreException {
    return ObjectCheck.of(
        StoredPartition.patient(new ReadOnly()), StoredPartition.NAME, StoredPartition.NAME);
  }

  /** A check that wrote anything could end the epoch of a healthy owner. */
  private class ReadOnly extends MemoryStoreView {

    ReadOnly() {
      super(store);
    }

    @Override
    public Creation create(ObjectName name, Content content) {
      throw new AssertionError("a check creates " + name);
    }

    @Override
    public void put(ObjectName name, Content content) {
      throw new AssertionError("a check writes " + name);
    }

    @Override
    public void delete(ObjectName name) {
      throw new AssertionError("a check deletes " + name);
    }
  }

  @Test
  void aWholePartitionIsWholeAndIsOnlyRead() throws StoreException {
    atWork();

    VolumeCheck.Result result = check();

    assertThat(result.damages()).isEmpty();
    assertThat(result.epochs()).isEqualTo(3);
    assertThat(result.snapshots()).isEqualTo(2);
    assertThat(result.segments()).isEqualTo(4);
  }

  @Test
  void aTakeoverThatHasDiedAnywhereIsNoDamage() throws StoreException {
    for (int effect = 1; effect < 60; effect++) {
      MemoryStore fresh = new MemoryStore();
      StoredPartition dying = new StoredPartition(fresh);
      PersistenceService owner = dying.owner();
      StoredPartition.append(owner, "a");
      owner.commitWorkingState(StoredPartition.bytes("A"));
      StoredPartition.append(owner, "b");
      try {
        StoredPartition.begun(
            dying.claim(new DyingStore(fresh, effect), new LastDeed.None(), CrashPoints.none()));
      } catch (DyingStore.Killed _) {
        // as it was told to
      }
      assertThat(
              ObjectCheck.of(
                      StoredPartition.patient(fresh), StoredPartition.NAME, StoredPartition.NAME)
                  .damages())
          .as("killed at call " + effect)
          .isEmpty();
    }
  }

  @Test
  void everyFlippedBitOfEveryObjectIsReportedWithItsName() throws StoreException {
    atWork();
    for (String name : partition.names()) {
      byte[] bytes = bytes(name);
      for (int at = 0; at < bytes.length && !name.endsWith("/claim"); at++) {
        bytes[at] ^= 8;
        store.put(new ObjectName(name), Content.of(bytes));
        assertThat(check().damages())
            .as("byte %d of %s", at, name)
            .isNotEmpty()
            .anyMatch(damage -> damage.what().startsWith(name));
        bytes[at] ^= 8;
      }
      store.put(new ObjectName(name), Content.of(bytes));
    }
    assertThat(check().damages()).isEmpty();
  }

  private byte[] bytes(String name) {
    return StoredPartition.patientGet(store, name).orElseThrow();
  }

  /** The end of a journal and of a log that go on: nothing is known to be behind them. */
  @Test
  void everyMissingObjectIsReportedWithItsNameUnlessNothingIsKnownToBeBehindIt()
      throws StoreException {
    atWork();
    List<String> names = partition.names();
    String lastGroup =
        names.stream().filter(each -> each.contains("epoch-3/seg")).toList().getLast();
    String lastEntry =
        names.stream().filter(each -> each.contains("epoch-3/man")).toList().getLast();
    for (String name : names) {
      byte[] bytes = bytes(name);
      store.delete(new ObjectName(name));
      List<Damage> damages = check().damages();
      store.put(new ObjectName(name), Content.of(bytes));
      if (name.equals(lastGroup)) {
        assertThat(damages).isEmpty();
      } else if (name.equals(lastEntry)) {
        assertThat(damages).isNotEmpty();
      } else {
        assertThat(damages)
            .as(name)
            .anyMatch(damage -> damage.what().startsWith(name + " is missing, although "));
      }
    }
  }

  @Test
  void damageHasTheReasonAndTheSentenceOfItsKind() throws StoreException {
    atWork();
    flip("stage-0/epoch-3/snapshot-0000000000000004");
    flip(group());

    assertThat(check().damages())
        .containsExactlyInAnyOrder(
            new Damage(
                FatalReason.SNAPSHOT_CORRUPT,
                "stage-0/epoch-3/snapshot-0000000000000004 is damaged: its bytes are not those that"
                    + " were written: restore it, or give the partition up"),
            new Damage(
                FatalReason.JOURNAL_CORRUPT,
                group()
                    + " is damaged: its bytes are not those that were written: restore it, or give"
                    + " the partition up"));
  }

  private String group() throws StoreException {
    return partition.names().stream()
        .filter(name -> name.contains("epoch-3/segment"))
        .findFirst()
        .orElseThrow();
  }

  private void flip(String name) {
    byte[] bytes = bytes(name);
    bytes[bytes.length - 2] ^= 1;
    store.put(new ObjectName(name), Content.of(bytes));
  }

  @Test
  void anObjectOfAnotherPartitionOrPlaceIsDamage() throws StoreException {
    atWork();
    String group = group();
    byte[] other =
        bytes(partition.names().stream().filter(n -> n.contains("/seg")).toList().getLast());
    store.put(new ObjectName(group), Content.of(other));
    assertThat(check().damages())
        .anyMatch(damage -> damage.what().startsWith(group + " is damaged"));

    for (String name : partition.names()) {
      store.put(new ObjectName(name.replace("stage-0/", "stage-1/")), Content.of(bytes(name)));
    }
    assertThat(ObjectCheck.of(StoredPartition.patient(store), "stage-1", "stage-1").damages())
        .anyMatch(damage ->
            damage.reason() == FatalReason.VOLUME_FOREIGN
                && damage.what().startsWith("stage-1/first belongs to partition stage-0: "));
  }

  @Test
  void anObjectOfALaterVersionIsTooNewAndNotDamaged() throws StoreException {
    atWork();
    String group = group();
    byte[] bytes = bytes(group);
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.wrap(bytes).putInt(8, 9).array(), 0, 12);
    ByteBuffer.wrap(bytes).putInt(12, (int) checksum.getValue());
    store.put(new ObjectName(group), Content.of(bytes));

    assertThat(check().damages())
        .singleElement()
        .matches(damage -> damage.reason() == FatalReason.FORMAT_TOO_NEW);
  }

  /** Its end is not where the next one begins; that one is there all the same. */
  @Test
  void aGroupThatWasCutIsOneDamage() throws StoreException {
    atWork();
    byte[] bytes = bytes(group());
    store.put(new ObjectName(group()), Content.of(Arrays.copyOf(bytes, bytes.length - 5)));

    String cut = group();
    assertThat(check().damages()).singleElement().matches(it -> it.what().contains(cut));
  }

  @Test
  void anOwnerThatIsTooBusyToBeLookedAtIsNotDamaged() throws StoreException {
    PersistenceService owner = atWork();
    ReadOnly meanwhile =
        new ReadOnly() {
          @Override
          public Got get(ObjectName name, ByteRange range, ETag etag) {
            if (name.text().contains("epoch-3/snapshot-")) {
              StoredPartition.append(owner, "more");
              owner.commitWorkingState(StoredPartition.bytes("state with more"));
              owner.clearChunkBuffer();
            }
            return super.get(name, range, etag);
          }
        };

    VolumeCheck.Result result =
        ObjectCheck.of(
            StoredPartition.patient(meanwhile), StoredPartition.NAME, StoredPartition.NAME);

    assertThat(result.damages()).isEmpty();
  }

  @Test
  void whatAnOwnerDeletesMeanwhileIsLookedAtAgain() throws StoreException {
    PersistenceService owner = atWork();
    boolean[] went = {false};
    ReadOnly meanwhile =
        new ReadOnly() {
          @Override
          public Got get(ObjectName name, ByteRange range, ETag etag) {
            if (!went[0] && name.text().contains("epoch-3/snapshot-")) {
              went[0] = true;
              for (String word : List.of("i", "j", "k")) {
                StoredPartition.append(owner, word);
                owner.commitWorkingState(StoredPartition.bytes("state " + word));
                owner.clearChunkBuffer();
              }
            }
            return super.get(name, range, etag);
          }
        };

    VolumeCheck.Result result =
        ObjectCheck.of(
            StoredPartition.patient(meanwhile), StoredPartition.NAME, StoredPartition.NAME);

    assertThat(went[0]).isTrue();
    assertThat(result.damages()).isEmpty();
  }

  /** The one before has the position of the newest, and its spilled files may be gone. */
  @Test
  void ofTwoSnapshotsAtOnePositionTheNewestIsNeeded() throws StoreException {
    PersistenceService owner = atWork();
    SpilledFile file = spilled(owner.spills());
    owner.commitWorkingState(StoredPartition.bytes("once"), List.of(file));
    owner.spills().release(file);
    owner.commitWorkingState(StoredPartition.bytes("again"), List.of());
    owner.clearChunkBuffer();

    assertThat(partition.names()).noneMatch(name -> name.endsWith("/" + file.name()));
    assertThat(check().damages()).isEmpty();
  }

  /** One that came late: its number counted nothing, and what it left is nobody's. */
  @Test
  void aClaimThatCountsNothingIsNoDamage() throws StoreException {
    atWork();
    store.put(
        StoredPartition.NAMES.claim(9), Content.of(StoredPartition.bytes(new UUID(1, 1) + "\n")));

    assertThat(check().damages()).isEmpty();
    assertThat(check().epochs()).isEqualTo(4);
  }
}
