package dev.roastery.common.partition.poison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.partition.RecordingDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Finds the message that crashes every process that applies it, and suspects no other. */
class ReplayGuardTest {

  private static final int DEATHS = 3;
  private static final List<String> MESSAGES = List.of("one", "two", "three");

  private boolean taken;
  private final SuspectTurn suspect =
      new SuspectTurn() {
        @Override
        public void take() {
          taken = true;
        }

        @Override
        public void giveBack() {
          taken = false;
        }
      };
  private MemoryDisk disk = new MemoryDisk();
  private long epoch;

  @BeforeEach
  void aPartition() throws IOException {
    disk.createDirectory("tally-0");
    disk.syncDirectory("");
  }

  /** Replays until it dies within or behind the message at this place; returns what was poison. */
  private List<Integer> replay(int diesAt, boolean within) {
    ReplayGuard guard = new ReplayGuard(disk, "tally-0", ++epoch, DEATHS, suspect);
    List<Integer> poison = new ArrayList<>();
    guard.begin();
    for (int at = 0; at < MESSAGES.size(); at++) {
      boolean skipped = guard.entering(MESSAGES.get(at));
      if (skipped) {
        poison.add(at);
      } else if (at != diesAt || !within) {
        guard.left();
      }
      if (at == diesAt && !(within && skipped)) {
        disk = disk.afterPowerLoss(MemoryDisk.all());
        return poison;
      }
    }
    guard.survived();
    return poison;
  }

  @Test
  void aMessageThatWasEnteredThreeTimesAndNeverLeftIsPoison() {
    assertThat(replay(1, true)).as("unwatched").isEmpty();
    for (int death = 0; death < DEATHS; death++) {
      assertThat(replay(1, true)).as("death %d", death).isEmpty();
    }
    assertThat(replay(1, true)).containsExactly(1);
    assertThat(disk.files()).isEmpty();
  }

  @Test
  void deathsBetweenMessagesMakeNoneOfThemSuspect() {
    for (int death = 0; death < 10; death++) {
      assertThat(replay(1, false)).isEmpty();
    }
    assertThat(replay(-1, false)).isEmpty();
  }

  @Test
  void deathsAtDifferentMessagesAreNotAddedUp() {
    replay(0, true);
    for (int death = 0; death < DEATHS - 1; death++) {
      assertThat(replay(0, true)).isEmpty();
      assertThat(replay(1, true)).isEmpty();
      assertThat(replay(2, true)).isEmpty();
    }
    assertThat(replay(-1, false)).isEmpty();
  }

  @Test
  void aMessageThatWasLeftOnceIsNotBlamedForEarlierDeaths() {
    replay(1, true);
    for (int time = 0; time < DEATHS; time++) {
      for (int death = 0; death < DEATHS - 1; death++) {
        assertThat(replay(1, true)).isEmpty();
      }
      assertThat(replay(2, true)).as("the first two messages are left").isEmpty();
    }
  }

  /** What kills a process always at the same moment finds another message, or none, next time. */
  @Test
  void aSuspectIsEnteredLaterAndAtAnotherTimeEachTime() {
    replay(1, true);
    List<Long> pauses = new ArrayList<>();
    for (int death = 0; death < DEATHS; death++) {
      replay(1, true);
      ReplayGuard next = new ReplayGuard(disk, "tally-0", epoch + 1, DEATHS, suspect);
      next.begin();
      pauses.add(next.pauseMillis(MESSAGES.get(1)));
      assertThat(next.pauseMillis(MESSAGES.getFirst())).isZero();
      epoch++;
    }
    assertThat(pauses.subList(0, DEATHS - 1)).doesNotHaveDuplicates().allMatch(pause -> pause > 0);
    assertThat(pauses.getLast()).as("it is not entered at all").isZero();
  }

  @Test
  void aReplayThatSurvivesClearsAllSuspicion() {
    replay(1, true);
    replay(1, true);
    replay(1, true);
    assertThat(replay(-1, false)).isEmpty();
    assertThat(disk.files()).isEmpty();

    for (int death = 0; death < DEATHS; death++) {
      assertThat(replay(1, true)).isEmpty();
    }
  }

  @Test
  void aReplayThatIsGivenUpLetsGoOfItsDiary() {
    replay(1, true);
    RecordingDisk watched = new RecordingDisk(disk, new ArrayList<>());
    ReplayGuard guard = new ReplayGuard(watched, "tally-0", ++epoch, DEATHS, suspect);
    guard.begin();
    guard.entering(MESSAGES.getFirst());
    assertThat(watched.openFiles()).isEqualTo(1);

    guard.close();
    guard.close();

    assertThat(watched.openFiles()).isZero();
  }

  @Test
  void aReplayOfNothingLeavesNoTrace() {
    ReplayGuard guard = new ReplayGuard(disk, "tally-0", 1, DEATHS, suspect);
    guard.together(List.of("reading"));
    guard.together(List.of());
    guard.survived();
    assertThat(guard.entering("live")).isFalse();
    guard.left();
    assertThat(disk.files()).isEmpty();
  }

  /** Only what was begun in all lives that crashed is entered by itself, and can become poison. */
  @Test
  void workThatWasBegunTogetherIsSuspectedAfterThreeDeathsAndNoPoisonYet() {
    together("a", "b");
    for (int death = 0; death < DEATHS; death++) {
      assertThat(together("a", death == 1 ? "c" : "b").suspects("a")).isFalse();
    }
    ReplayGuard guard = together("a", "d");
    assertThat(guard.suspects("a")).isTrue();
    assertThat(List.of("b", "c", "d")).noneMatch(guard::suspects);

    guard.together(List.of());
    guard.entering("something else");
    guard.left();
    assertThat(together("a").suspects("a")).as("it was over").isFalse();
  }

  /** Begins that work in a new life, which crashes when the next one begins. */
  private ReplayGuard together(String... works) {
    disk = disk.afterPowerLoss(MemoryDisk.all());
    ReplayGuard guard = new ReplayGuard(disk, "tally-0", ++epoch, DEATHS, suspect);
    guard.begin();
    guard.together(List.of(works));
    return guard;
  }

  @Test
  void howeverManyProcessesDieOneDiaryIsLeft() {
    for (int death = 0; death < 10; death++) {
      new ReplayGuard(disk, "tally-0", ++epoch, DEATHS, suspect).begin();
      assertThat(disk.files()).hasSize(1);
      disk = disk.afterKill();
    }
  }

  /** The innocent work of another partition would be blamed for each crash, if it takes long. */
  @Test
  void onlyOneSuspectOfAProcessIsEnteredAtATime() {
    replay(1, true);
    replay(1, true);
    ReplayGuard guard = new ReplayGuard(disk, "tally-0", ++epoch, DEATHS, suspect);
    guard.begin();
    guard.entering("one");
    assertThat(taken).as("not suspected").isFalse();
    guard.entering("two");
    assertThat(taken).isTrue();
    guard.entering("three");
    assertThat(taken).isFalse();

    guard.entering("two");
    guard.left();
    assertThat(taken).isFalse();
    guard.entering("two");
    guard.close();
    assertThat(taken).isFalse();
  }
}
