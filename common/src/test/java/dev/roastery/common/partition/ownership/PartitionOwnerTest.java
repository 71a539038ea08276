package dev.roastery.common.partition.ownership;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.batch;
import static dev.roastery.common.partition.Samples.begin;
import static dev.roastery.common.partition.Samples.end;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.fault.RetryPolicy;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.journal.PersistenceSettings;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.MemoryBroker;
import dev.roastery.common.partition.Samples;
import dev.roastery.common.partition.TallyStage;
import dev.roastery.common.partition.Worker;
import dev.roastery.common.partition.ownership.OwnerCard.Claim;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import dev.roastery.common.pipeline.PartitionName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who has the partition, who stands in line, and who refuses. */
class PartitionOwnerTest {

  private static final String PLAN = "main=sales";
  private static final String DEED = "deed 00000000-0000-0007-0000-000000000007 ";
  private static final JobId OTHER = job(2);

  private final MemoryBroker broker = new MemoryBroker();
  private final MemoryDisk disk = new MemoryDisk();

  private Worker aWorker(String name) {
    return new Worker(name, disk, broker);
  }

  // ---- getting it

  @Test
  void theFirstInLineClaimsLooksRecoversClaimsAgainAndConsumesWithItsDeedInHand() {
    Worker worker = aWorker("a").started();

    assertThat(worker.events)
        .containsSubsequence(
            "subscribe " + Worker.CARDS,
            "publish " + Worker.CARDS + " claim a-2",
            "recovered 0",
            "rename snapshot",
            "publish " + Worker.CARDS + " claim a-3",
            "publish " + Worker.CARDS + " " + DEED + "1 1",
            "subscribe " + Worker.QUEUE,
            "owned 1");
    assertThat(worker.owner().owning()).isTrue();
  }

  @Test
  void withoutTheConfirmationOfItsDeedItConsumesNothing() {
    broker.keepsBack = queue -> queue.equals(Worker.CARDS);
    Worker worker = aWorker("a").given(begin(JOB, PLAN)).started();

    assertThat(worker.events).contains("publish " + Worker.CARDS + " " + DEED + "1 1");
    assertThat(worker.owner().owning()).isFalse();
    assertThat(worker.events).doesNotContain("subscribe " + Worker.QUEUE);
    broker.keepsBack = _ -> false;
    worker.run();
    assertThat(worker.events).endsWith("owned 1", "append segment", "force segment", "ack JOB");
  }

  @Test
  void whileOneHasItAnotherWaitsAndTouchesNothing() {
    Worker owner = aWorker("a").started();
    owner.events.clear();
    Worker waiting = aWorker("b").start();

    Worker.together(owner, waiting);

    assertThat(waiting.events)
        .containsExactly("publish " + Worker.CARDS + " claim b-1", "subscribe " + Worker.CARDS);
    assertThat(owner.events).isEmpty();
    assertThat(owner.connection.holds(Worker.CARDS)).as("the foreign claim is let go").isEqualTo(1);
    assertThat(broker.ready(Worker.CARDS)).isEmpty();
  }

  @Test
  void aPeerTakesOverWhatADeadOwnerHadAndCountsNothingTwice() {
    Worker owner = aWorker("a").started();
    Worker peer = aWorker("b").start();
    Worker.together(owner, peer);
    owner.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), batch(JOB, "sales", 1, "4")).run();

    owner.kill();
    peer.given(batch(JOB, "sales", 1, "4"), end(JOB, "sales", 2)).run();

    assertThat(peer.events).contains("recovered 3", "owned 2");
    assertThat(peer.sent()).contains("roastery.next-0 main/0/0 sales=7");
    assertThat(peer.files()).allMatch(file -> file.contains("/epoch-2/"));
  }

  @Test
  void ofTwoPeersExactlyOneTakesOver() {
    Worker owner = aWorker("a").started();
    Worker second = aWorker("b").start();
    Worker third = aWorker("c").start();
    Worker.together(owner, second, third);

    owner.kill();
    Worker.together(second, third);

    assertThat(second.owner().owning()).isTrue();
    assertThat(third.owner().owning()).isFalse();
    assertThat(third.events).doesNotContain("recovered 0");
  }

  @Test
  void deliveriesThatTheDeadOwnerHadNotAcknowledgedComeToThePeer() {
    Worker owner = aWorker("a").crashingAt(CrashPoint.FORCED_BEFORE_ACK, 1).started();
    Worker peer = aWorker("b").start();
    owner.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1));
    assertThatThrownBy(owner::run).isInstanceOf(Worker.Killed.class);

    owner.kill();
    peer.run();

    assertThat(peer.sent())
        .containsExactly("roastery.next-0 main/0/0 sales=3", "roastery.next-0 main/0 END 1");
    assertThat(broker.ready(Worker.QUEUE)).isEmpty();
    assertThat(peer.connection.holds(Worker.QUEUE)).isZero();
  }

  // ---- losing it

  @Test
  void whoLosesItsSessionOwnsNothingStandsInLineAgainAndAcknowledgesNothingOfTheOldOne() {
    broker.keepsBack = queue -> queue.equals(TallyStage.ECHO);
    Worker worker = new Worker("a", disk, broker).committingEvery(1).started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "echo 3")).run();
    worker.given(batch(JOB, "sales", 1, "4")).run();
    assertThat(worker.connection.holds(Worker.QUEUE)).as("it waits in the node").isEqualTo(1);
    worker.events.clear();

    worker.connection.loseSessions("connection cut");
    assertThat(worker.events).isEmpty();
    broker.keepsBack = _ -> false;
    worker.run();

    assertThat(worker.events.getFirst()).isEqualTo("released: connection cut");
    assertThat(worker.events)
        .containsSubsequence("subscribe " + Worker.CARDS, "owned 2")
        .filteredOn(event -> event.startsWith("ack "))
        .as("what it had in hand came again, and was acknowledged once, under its new tag")
        .containsExactly("ack sales/0/1 4");
    worker.given(end(JOB, "sales", 2)).run();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=7");
  }

  @Test
  void aDeadSessionsConfirmationsAreNotPutOnRecordByTheNextOwner() {
    broker.keepsBack = queue -> queue.equals(TallyStage.NEXT);
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), end(JOB, "sales", 0)).run();
    worker.connection.loseSessions("connection cut");
    worker.run();
    assertThat(worker.sent()).hasSize(4);

    broker.keepsBack = _ -> false;
    worker.run();

    assertThat(worker.owner().report().waitsFor()).isEmpty();
    assertThat(worker.owner().report().epoch()).isEqualTo(2);
  }

  @Test
  void aStoppedWorkerGivesThePartitionToItsPeerAtOnce() {
    Worker owner = aWorker("a").started();
    Worker peer = aWorker("b").start();
    owner.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();

    owner.stop();
    peer.given(end(JOB, "sales", 1)).run();

    assertThat(peer.events).contains("recovered 0", "owned 2");
    assertThat(peer.sent()).contains("roastery.next-0 main/0/0 sales=3");
    owner.run();
    assertThat(owner.owner().owning()).isFalse();
  }

  // ---- sharing

  private static final Preference SPARE = new Preference.Spare(1_500, 30_000);
  private static final Preference PREFERRED = new Preference.Preferred(10_000);

  @Test
  void whoPrefersAPartitionGetsItAlsoWhenItStartsAMomentLater() {
    Worker spare = aWorker("a").preferring(SPARE).start();
    Worker.together(spare);
    Worker preferred = aWorker("b").preferring(PREFERRED).start();

    Worker.together(spare, preferred);
    spare.later(1_500);
    Worker.together(spare, preferred);

    assertThat(preferred.owner().owning()).isTrue();
    assertThat(spare.owner().owning()).isFalse();
    preferred.kill();
    spare.run();
    assertThat(spare.owner().owning()).as("it stood in line").isTrue();
  }

  @Test
  void aPartitionIsHandedBackInGoodOrderToTheNodeThatPrefersItAndStaysThere() {
    Worker spare = aWorker("a").preferring(SPARE).start();
    spare.after(1_500);
    Worker third = aWorker("c").preferring(SPARE).start();
    third.later(1_500);
    Worker.together(spare, third);
    spare.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();
    Worker preferred = aWorker("b").preferring(PREFERRED).start();
    List<Worker> owners = new ArrayList<>();

    for (int asked = 0; asked < 9; asked++) {
      for (Worker worker : List.of(spare, third, preferred)) {
        worker.later(10_000);
      }
      Worker.together(spare, third, preferred);
      owners.add(
          List.of(spare, third, preferred).stream()
              .filter(worker -> worker.owner().owning())
              .findFirst()
              .orElseThrow());
    }

    assertThat(owners.stream().distinct()).containsExactly(spare, third, preferred);
    assertThat(owners.subList(6, 9)).containsOnly(preferred);
    assertThat(spare.events)
        .containsSubsequence(
            "rename snapshot", "released: handed back to the node that prefers it");
    assertThat(third.events).contains("recovered 0");
    preferred.given(end(JOB, "sales", 1)).run();
    assertThat(preferred.sent()).contains("roastery.next-0 main/0/0 sales=3");
    assertThat(broker.ready(Worker.CARDS)).isEmpty();
  }

  @Test
  void whoHasNoPreferenceHandsNothingBack() {
    Worker owner = aWorker("a").started();
    Worker preferred = aWorker("b").preferring(PREFERRED).start();
    owner.later(600_000);
    preferred.later(60_000);

    Worker.together(owner, preferred);

    assertThat(preferred.events).contains("publish " + Worker.CARDS + " wish b-2");
    assertThat(owner.owner().owning()).isTrue();
  }

  @Test
  void everyPartitionIsPreferredByOneNodeAndTheOthersComeOneAfterTheOther() {
    for (int number = 0; number < 7; number++) {
      PartitionName partition = new PartitionName("tally", number);
      List<Preference> preferences = new ArrayList<>();
      for (int node = 0; node < 3; node++) {
        preferences.add(Preference.of(partition, node, 3));
      }
      assertThat(preferences)
          .containsExactlyInAnyOrder(
              new Preference.Preferred(Preference.ASK_EVERY_MILLIS),
              new Preference.Spare(1_500, Preference.KEEP_MILLIS),
              new Preference.Spare(3_000, Preference.KEEP_MILLIS));
      assertThat(preferences.get(number % 3)).isInstanceOf(Preference.Preferred.class);
    }
    assertThat(Preference.of(Samples.NAME, 0, 1)).isEqualTo(new Preference.Indifferent());
    assertThatThrownBy(() -> Preference.of(Samples.NAME, 2, 2)).hasMessageContaining("node 2 of 2");
  }

  // ---- cards while it has it

  @Test
  void itRenewsItsDeedInTimeAndHoldsOneCard() {
    Worker worker = aWorker("a").started();
    worker.events.clear();

    worker.after(599_999);
    assertThat(worker.events).isEmpty();
    worker.after(1);

    assertThat(worker.events).containsExactly("publish " + Worker.CARDS + " " + DEED + "1 2");
    assertThat(worker.connection.holds(Worker.CARDS)).isEqualTo(1);
    assertThat(broker.ready(Worker.CARDS)).isEmpty();
    worker.kill();
    assertThat(broker.ready(Worker.CARDS))
        .extracting(card -> new String(card, StandardCharsets.UTF_8))
        .containsExactly(DEED + "1 2");
  }

  @Test
  void aForeignClaimAndADeedOfAnotherEpochAndRubbishAreLetGoWhileItOwns() {
    Worker worker = aWorker("a").started();
    broker.put(Worker.CARDS, new Claim("x").bytes());
    broker.put(Worker.CARDS, new Deed(new UUID(7, 7), 0, 9).bytes());
    broker.put(Worker.CARDS, new byte[] {1, 2, 3});

    worker.run();

    assertThat(worker.owner().owning()).isTrue();
    assertThat(worker.connection.holds(Worker.CARDS)).isEqualTo(1);
    assertThat(broker.ready(Worker.CARDS)).isEmpty();
  }

  @Test
  void aClaimWithoutANonceIsNobodysAlsoWhileTheOwnClaimIsNotAwaited() {
    broker.keepsBack = queue -> queue.equals(TallyStage.ECHO);
    Worker first = aWorker("a").started();
    first.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "echo 1")).run();
    first.kill();
    Worker worker = aWorker("b").started();
    assertThat(worker.events).contains("recovered 2").doesNotContain("rename snapshot");

    broker.put(Worker.CARDS, "claim ".getBytes(StandardCharsets.UTF_8));
    worker.run();

    assertThat(worker.events).doesNotContain("rename snapshot");
    broker.keepsBack = _ -> false;
    worker.run();
    assertThat(worker.events).contains("owned 2");
  }

  @Test
  void whoWaitsForCardsThatSomebodyHasDeletedAsksAgain() {
    Worker worker = aWorker("a").start();
    broker.purge(Worker.CARDS);
    worker.run();
    assertThat(worker.owner().owning()).isFalse();

    worker.after(600_000);

    assertThat(worker.owner().owning()).isTrue();
  }

  // ---- volumes

  @Test
  void anEmptyVolumeIsRefusedWhereTheBrokerKnowsOfAnEpochAtASecondLook() {
    aWorker("a").started().kill();

    Worker lost = new Worker("b", new MemoryDisk(), broker);

    assertThatThrownBy(lost::started).hasMessageStartingWith("VOLUME_LOST: tally-0 holds no epoch");
    assertThat(lost.events)
        .contains(
            "publish " + Worker.CARDS + " claim b-2", "publish " + Worker.CARDS + " claim b-3");
    assertThat(lost.files()).isEmpty();
    lost.kill();
    assertThat(aWorker("c").started().owner().owning()).as("the right volume is not hurt").isTrue();
  }

  @Test
  void aLostVolumeThatAnOperatorAcceptsBeginsEmptyAndItsJobsAreSeenToWait() {
    Worker first = aWorker("a").started();
    first.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();
    MemoryDisk old = first.kill();
    UUID fresh = new UUID(9, 9);

    Worker next = new Worker("b", new MemoryDisk(), broker).acceptingLostVolume(fresh).started();

    assertThat(next.events)
        .containsSubsequence("lost volume accepted: " + DEED + "1 1", "recovered 0", "owned 2");
    assertThat(broker.published).anyMatch(each -> each.toString().contains("deed " + fresh + " 2"));
    next.given(end(JOB, "sales", 1), begin(OTHER, PLAN), end(OTHER, "sales", 0)).run();
    assertThat(next.sent()).as("new jobs go on").hasSize(2);
    next.after(30_000);
    assertThat(next.events).contains("stalled 1 [its JOB message]");
    next.kill();
    assertThatThrownBy(new Worker("c", old, broker)::started)
        .as("the lost volume comes back too late")
        .hasMessageStartingWith("VOLUME_FOREIGN: ");
  }

  @Test
  void anAcceptedLossGoesOnAfterACrashBeforeTheNewDeed() {
    aWorker("a").started().kill();
    UUID fresh = new UUID(9, 9);
    Worker next =
        new Worker("b", new MemoryDisk(), broker)
            .acceptingLostVolume(fresh)
            .crashingAt(CrashPoint.RECOVERY_TAIL_COPIED_FORWARD, 1);
    assertThatThrownBy(next::started).isInstanceOf(Worker.Killed.class);

    Worker last = new Worker("c", next.losePower(), broker).acceptingLostVolume(fresh).started();

    assertThat(last.events).contains("owned 3");
  }

  @Test
  void acceptingALossDoesNotTouchAVolumeThatIsThere() {
    Worker first = aWorker("a").started();
    first.given(begin(JOB, PLAN)).run();
    first.kill();

    Worker next = aWorker("b").acceptingLostVolume(new UUID(9, 9)).started();

    assertThat(next.events).contains("recovered 1", "owned 2");
    next.kill();
    broker.put(Worker.CARDS, new Deed(new UUID(8, 8), 5, 1).bytes());
    assertThatThrownBy(aWorker("c").acceptingLostVolume(new UUID(9, 9))::started)
        .as("a foreign volume that is in use stays one")
        .hasMessageStartingWith("VOLUME_FOREIGN: ");
  }

  @Test
  void aRefusalThatIsNoneAtTheSecondLookIsForgotten() {
    Worker first = aWorker("a").started();
    MemoryDisk copy = disk.afterKill();
    first.kill();
    String snapshot = copy.files().stream().filter(f -> f.contains("snapshot")).findFirst().get();
    byte[] healthy = copy.bytesOf(snapshot).clone();
    copy.replace(snapshot, new byte[healthy.length]);
    Worker next = new Worker("b", copy, broker).start();
    boolean[] repaired = {false};
    broker.keepsBack =
        _ -> {
          // The broker confirms the second claim only when it has been published.
          if (next.events.contains("publish " + Worker.CARDS + " claim b-3") && !repaired[0]) {
            copy.replace(snapshot, healthy);
            repaired[0] = true;
          }
          return false;
        };

    next.run();

    assertThat(repaired[0]).isTrue();
    assertThat(next.events).contains("owned 2");
  }

  @Test
  void anotherVolumeIsRefused() {
    aWorker("a").started().kill();
    broker.put(Worker.CARDS, new Deed(new UUID(8, 8), 5, 1).bytes());

    assertThatThrownBy(aWorker("b")::started).hasMessageStartingWith("VOLUME_FOREIGN: ");
  }

  @Test
  void anOldCopyOfTheVolumeIsRefused() {
    Worker first = aWorker("a").started();
    MemoryDisk copy = disk.afterKill();
    first.kill();
    aWorker("b").started().kill();

    assertThatThrownBy(new Worker("c", copy, broker)::started)
        .hasMessageStartingWith("VOLUME_STALE: ");
  }

  /** D18, after a downgrade: the frames are of this version, what the snapshot holds is not. */
  @Test
  void aPartitionsStateOfANewerVersionIsRefusedByNameAndLeftAsItIs() {
    MemoryDisk left = aWorker("a").started().kill();
    byte[] state = newerState(left);
    Map<String, String> before = contents(left);

    assertThatThrownBy(new Worker("b", left, broker)::started)
        .hasMessageStartingWith("FORMAT_TOO_NEW: ")
        .hasMessageContaining(Samples.NAME + " has version 3, and this program reads version 2");

    assertThat(contents(left)).containsAllEntriesOf(before);
    assertThat(claim(left).recoverWorkingState()).hasValue(state);
  }

  private static byte[] newerState(MemoryDisk disk) {
    PersistenceService newer = claim(disk);
    byte[] state = newer.recoverWorkingState().orElseThrow();
    state[0] = 3;
    newer.commitWorkingState(state);
    newer.settle();
    newer.close();
    return state;
  }

  private static PersistenceService claim(MemoryDisk disk) {
    return PersistenceService.claim(
        disk,
        Samples.NAME.toString(),
        Samples.NAME.toString(),
        new UUID(7, 7),
        PersistenceSettings.standard(),
        CrashPoints.none());
  }

  private static Map<String, String> contents(MemoryDisk disk) {
    Map<String, String> contents = new TreeMap<>();
    for (String file : disk.files()) {
      contents.put(file, HexFormat.of().formatHex(disk.bytesOf(file)));
    }
    return contents;
  }

  @Test
  void anEmptyBrokerIsRefusedWhereTheVolumeHadADeed() {
    MemoryDisk left = aWorker("a").started().kill();

    assertThatThrownBy(new Worker("b", left, new MemoryBroker())::started)
        .hasMessageStartingWith("BROKER_LOST: ");
  }

  @Test
  void aVolumeWhoseFirstOwnerDiedBeforeItsDeedWasConfirmedIsNotTakenForALostBroker() {
    broker.keepsBack = queue -> queue.equals(Worker.CARDS);
    MemoryDisk left = aWorker("a").started().kill();
    MemoryBroker empty = new MemoryBroker();

    Worker next = new Worker("b", left, empty).started();

    assertThat(next.events).contains("owned 2");
  }

  // ---- errors of the stage

  @Test
  void aMessageThatMakesItsStageThrowTwiceIsTriedAgainAfterTheRightPausesAndGoesOn() {
    Worker worker = aWorker("a").started();
    int[] throwing = {2};
    worker.stage.before =
        batch -> {
          if (throwing[0]-- > 0) {
            throw new IllegalStateException("not now");
          }
        };
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1)).run();

    assertThat(worker.owner().owning()).isFalse();
    worker.after(199);
    assertThat(worker.owner().owning()).isFalse();
    worker.after(1);
    assertThat(worker.owner().owning()).isFalse();
    worker.after(399);
    assertThat(worker.owner().owning()).isFalse();
    worker.after(1);

    assertThat(worker.owner().owning()).isTrue();
    assertThat(worker.events)
        .containsSubsequence(
            "failed: java.lang.IllegalStateException: not now, pause 200",
            "failed: java.lang.IllegalStateException: not now, pause 400");
    assertThat(worker.sent())
        .containsExactly("roastery.next-0 main/0/0 sales=3", "roastery.next-0 main/0 END 1");
    assertThat(worker.quarantined()).isEmpty();
  }

  @Test
  void aMessageThatAlwaysMakesItsStageThrowFailsItsJobAloneAndGoesIntoQuarantine() {
    Worker worker = aWorker("a").started();
    failingOn(worker, "13", new IllegalStateException("unlucky"));

    worker.given(begin(JOB, PLAN), begin(OTHER, PLAN), batch(JOB, "sales", 0, "13"));
    worker.given(batch(OTHER, "sales", 0, "5"), end(OTHER, "sales", 1));
    settled(worker);

    assertThat(failures(worker)).hasSize(2);
    assertThat(worker.sent())
        .containsExactly(
            "roastery.gateway FAIL "
                + JOB
                + "/sales/0/0: a worker failed: java.lang.IllegalStateException: unlucky",
            "roastery.next-0 main/0/0 sales=5",
            "roastery.next-0 main/0 END 1");
    assertThat(worker.quarantined())
        .singleElement()
        .satisfies(entry -> {
          assertThat(Samples.decoded(entry.message())).isEqualTo(batch(JOB, "sales", 0, "13"));
          assertThat(entry.reason()).contains("unlucky");
        });
    assertThat(worker.owner().report().waitsFor()).isEmpty();
  }

  @Test
  void anErrorThatWouldOnlyComeAgainIsNotTriedAgain() {
    Worker worker = aWorker("a").started();
    failingOn(worker, "13", new ArithmeticException("long overflow"));

    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "13")).run();

    assertThat(failures(worker)).isEmpty();
    assertThat(worker.sent()).singleElement().asString().endsWith("long overflow");
    assertThat(worker.quarantined()).hasSize(1);
  }

  @Test
  void everyMessageHasItsOwnTriesAndNoMoreThanThose() {
    Worker worker = aWorker("a").started();
    worker.stage.before =
        batch -> {
          throw new IllegalStateException("broken");
        };
    for (int number = 1; number <= 4; number++) {
      worker.given(begin(job(number), PLAN), batch(job(number), "sales", 0, "1"));
    }
    settled(worker);

    assertThat(failures(worker)).hasSize(4 * 2);
    assertThat(worker.sent()).hasSize(4).allMatch(sent -> sent.startsWith("roastery.gateway FAIL"));
    assertThat(worker.quarantined()).hasSize(4);
  }

  @Test
  void aPatientPolicyIsNotTakenForAMessageThatKillsTheProcess() {
    RetryPolicy patient = new RetryPolicy(9, Backoff.doubling(100, 400), List.of());
    Worker worker = aWorker("a").retrying(patient).started();
    int[] throwing = {8};
    worker.stage.before =
        batch -> {
          if (throwing[0]-- > 0) {
            throw new IllegalStateException("not now");
          }
        };
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1));
    settled(worker);

    assertThat(failures(worker)).hasSize(8);
    assertThat(failures(worker).subList(0, 4))
        .extracting(failure -> failure.replaceFirst(".*, ", ""))
        .containsExactly("pause 100", "pause 200", "pause 400", "pause 400");
    assertThat(worker.quarantined()).isEmpty();
    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=3");
  }

  @Test
  void aMessageThatKillsEveryProcessIsPutAsideAfterThreeDeathsAndItsJobFailsAlone() {
    MemoryDisk left = disk;
    int deaths = 0;
    Worker worker = deadlyWorker(left).started();
    worker.given(begin(JOB, PLAN), begin(OTHER, PLAN), batch(OTHER, "sales", 0, "5"));
    worker.given(batch(JOB, "sales", 0, "13"), end(OTHER, "sales", 1));
    while (dies(worker)) {
      assertThat(++deaths).isLessThan(10);
      worker = deadlyWorker(worker.losePower()).start();
    }

    assertThat(deaths).as("one before it is watched, one unwatched replay, three").isEqualTo(5);
    assertThat(worker.sent())
        .containsExactlyInAnyOrder(
            "roastery.gateway FAIL "
                + JOB
                + "/sales/0/0: it crashed the process every time it was applied (exit code 3 or"
                + " 137: it ran out of memory, so raise the heap or the container's limit, or"
                + " lower --memory, and submit the job again; exit code 70: a bug, which the"
                + " process's last lines of log describe)",
            "roastery.next-0 main/0/0 sales=5",
            "roastery.next-0 main/0 END 1");
    assertThat(worker.quarantined()).hasSize(1);
    assertThat(worker.owner().report().waitsFor()).isEmpty();
    Worker next = deadlyWorker(worker.kill()).started();
    assertThat(next.quarantined()).hasSize(1);
    assertThat(next.files()).noneMatch(file -> file.contains("replay"));
  }

  @Test
  void aJobWhoseOutputsKillEveryProcessFailsAlone() {
    assertFailsAlone("its outputs were made", (stage, deadly) -> stage.beforePiece = deadly);
  }

  @Test
  void aJobWhoseStateKillsEveryProcessThatSavesItFailsAlone() {
    assertFailsAlone("its state was saved", (stage, deadly) -> stage.beforeSave = deadly);
  }

  @Test
  void aJobWhoseStateKillsEveryProcessThatReadsItFailsAlone() {
    assertFailsAlone("its state was read", (stage, deadly) -> stage.beforeRestore = deadly);
  }

  private void assertFailsAlone(String when, BiConsumer<TallyStage, Consumer<JobId>> kills) {
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"));
    worker.given(begin(OTHER, PLAN), batch(OTHER, "sales", 0, "5")).run();
    worker.stop();
    Consumer<JobId> deadly =
        job -> {
          if (job.equals(JOB)) {
            throw new StackOverflowError("deadly");
          }
        };
    worker = new Worker("a", worker.kill(), broker);
    worker.given(end(OTHER, "sales", 1), end(JOB, "sales", 1));
    int deaths = 0;
    kills.accept(worker.stage, deadly);
    worker.start();
    while (dies(worker)) {
      assertThat(++deaths).isLessThan(20);
      worker = new Worker("a", worker.kill(), broker);
      kills.accept(worker.stage, deadly);
      worker.start();
    }

    assertThat(deaths).as("some unwatched, three together, three by itself").isBetween(7, 16);
    assertThat(worker.sent())
        .contains("roastery.next-0 main/0/0 sales=5")
        .anyMatch(sent ->
            sent.startsWith("roastery.gateway FAIL it crashed the process every time " + when)
                && sent.contains("it ran out of memory"));
    assertThat(worker.quarantined()).hasSize(1);
    assertThat(worker.owner().report().waitsFor()).isEmpty();
    assertThat(worker.files()).noneMatch(file -> file.contains("replay"));
  }

  @Test
  void aJobIsNotBlamedForProcessesThatEndForTheirVolume() {
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3")).run();
    worker.stop();
    for (int death = 0; death < 12; death++) {
      worker = new Worker("a", worker.kill(), broker);
      worker.stage.beforeRestore =
          _ -> {
            throw new Fatal(FatalReason.NO_SPACE, "full");
          };
      assertThatThrownBy(worker::started).hasMessageContaining("full");
    }
    worker = new Worker("a", worker.kill(), broker).started();
    worker.given(end(JOB, "sales", 1)).run();

    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=3");
    assertThat(worker.quarantined()).isEmpty();
  }

  @Test
  void aProcessThatIsKilledBetweenOutputsAgainAndAgainFailsNoJob() {
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), batch(JOB, "sales", 0, "3"), end(JOB, "sales", 1));
    for (int death = 0; death < 24; death++) {
      worker.crashingAt(CrashPoint.AFTER_APPLY_BEFORE_PUBLISH, 1);
      assertThatThrownBy(worker::run).isInstanceOf(Worker.Killed.class);
      worker = new Worker("a", worker.kill(), broker).start();
    }
    worker.run();

    assertThat(worker.sent()).contains("roastery.next-0 main/0/0 sales=3");
    assertThat(worker.quarantined()).isEmpty();
    assertThat(worker.files()).noneMatch(file -> file.contains("replay"));
  }

  private Worker deadlyWorker(MemoryDisk disk) {
    Worker worker = new Worker("a", disk, broker);
    worker.stage.before =
        batch -> {
          if (Samples.text(batch).endsWith(" 13")) {
            throw new StackOverflowError("deadly");
          }
        };
    return worker;
  }

  private static boolean dies(Worker worker) {
    try {
      worker.run();
      return false;
    } catch (StackOverflowError _) {
      return true;
    }
  }

  private static void failingOn(Worker worker, String rows, RuntimeException error) {
    worker.stage.before =
        batch -> {
          if (Samples.text(batch).endsWith(" " + rows)) {
            throw error;
          }
        };
  }

  /** Runs it, over all the pauses that its failures ask for. */
  private static void settled(Worker worker) {
    worker.run();
    for (int pauses = 0; !worker.owner().owning(); pauses++) {
      assertThat(pauses).isLessThan(100);
      worker.after(5_000);
    }
  }

  private static List<String> failures(Worker worker) {
    return worker.events.stream().filter(event -> event.startsWith("failed")).toList();
  }

  // ---- what is told

  @Test
  void aJobThatMakesNoProgressIsReportedWithWhatItWaitsFor() {
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), end(JOB, "sales", 20));
    for (int seq = 0; seq < 17; seq++) {
      worker.given(batch(JOB, "sales", seq, "1"));
    }
    worker.run();
    worker.after(29_999);
    assertThat(worker.events).noneMatch(event -> event.startsWith("stalled"));

    worker.after(1);

    assertThat(worker.events)
        .contains("stalled 1 [3 of 20 batches of sender 0 of stream sales (17-19)]");
    worker.after(30_000);
    assertThat(worker.events).filteredOn(event -> event.startsWith("stalled")).hasSize(2);
  }

  @Test
  void aJobThatMakesNoProgressIsReportedAlsoWhileAnotherDoes() {
    Worker worker = aWorker("a").started();
    worker.given(begin(JOB, PLAN), end(JOB, "sales", 1), begin(OTHER, PLAN)).run();
    for (int seq = 0; seq < 4; seq++) {
      worker.after(10_000);
      worker.given(batch(OTHER, "sales", seq, "1")).run();
    }

    assertThat(worker.events)
        .filteredOn(event -> event.startsWith("stalled"))
        .containsExactly("stalled 1 [1 of 1 batches of sender 0 of stream sales (0)]");
  }
}
