package dev.roastery.common.partition;

import static dev.roastery.common.partition.Samples.attempt;
import static dev.roastery.common.partition.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Jobs that are over stay over, in bounded room. */
class TombstonesTest {

  private static final int OLDEST = 10;

  private final Tombstones tombstones = new Tombstones();

  @Test
  void whatIsBuriedIsCoveredAndNothingElse() {
    tombstones.bury(job(5), null);

    assertThat(tombstones.cover(job(5))).isTrue();
    assertThat(tombstones.cover(job(4))).isFalse();
    assertThat(tombstones.cover(job(6))).isFalse();
    assertThat(tombstones.cover(attempt(job(5), 2))).isFalse();
  }

  @Test
  void aBeginningAttemptCoversTheEarlierOnes() {
    tombstones.overtake(attempt(job(5), 3));

    assertThat(tombstones.cover(attempt(job(5), 2))).isTrue();
    assertThat(tombstones.cover(attempt(job(5), 3))).isFalse();
    assertThat(tombstones.cover(attempt(job(5), 4))).isFalse();
  }

  @Test
  void whenTheRoomIsUsedUpEveryUnknownJobAsOldAsTheForgottenOnesIsOver() {
    fill();

    assertThat(tombstones.cover(job(OLDEST - 1))).isFalse();
    tombstones.bury(job(OLDEST + Tombstones.ROOM), null);

    assertThat(tombstones.cover(job(OLDEST))).isTrue();
    assertThat(tombstones.cover(job(OLDEST - 1))).isTrue();
    assertThat(tombstones.cover(job(OLDEST + 1))).isTrue();
    assertThat(tombstones.cover(job(OLDEST + Tombstones.ROOM))).isTrue();
    assertThat(tombstones.cover(job(OLDEST + Tombstones.ROOM + 1))).isFalse();
  }

  @Test
  void theRoomIsBounded() throws IOException {
    fill();
    int full = bytes(tombstones).length;
    for (int more = 0; more < 100; more++) {
      tombstones.bury(job(OLDEST + Tombstones.ROOM + more), null);
    }
    int watermark = 16;
    assertThat(bytes(tombstones)).hasSize(full + watermark);
  }

  @Test
  void aJobThatIsAtWorkIsNotOverHoweverOldItIs() {
    tombstones.overtake(job(OLDEST - 5));
    fill();
    tombstones.bury(job(OLDEST + Tombstones.ROOM), null);

    assertThat(tombstones.cover(job(OLDEST - 5))).isFalse();
  }

  @Test
  void aLaterAttemptAtWorkIsNotOverWhenTheEarlierOneIsForgotten() {
    JobId second = attempt(job(OLDEST), 2);
    tombstones.bury(job(OLDEST), null);
    tombstones.overtake(second);
    fill();
    tombstones.bury(job(OLDEST + Tombstones.ROOM), null);

    assertThat(tombstones.cover(second)).isFalse();
    assertThat(tombstones.cover(job(OLDEST))).isTrue();
  }

  @Test
  void aLaterAttemptMayBeginHoweverLongAgoTheEarlierOneWasForgotten() {
    tombstones.bury(job(OLDEST), null);
    fill();
    tombstones.bury(job(OLDEST + Tombstones.ROOM), null);

    assertThat(tombstones.cover(attempt(job(OLDEST), 2))).isFalse();
    assertThat(tombstones.cover(job(OLDEST))).isTrue();
  }

  @Test
  void anOldJobThatEndsLateDoesNotReviveThoseForgottenBefore() {
    tombstones.overtake(job(OLDEST - 5));
    fill();
    tombstones.bury(job(OLDEST + Tombstones.ROOM), null);
    tombstones.bury(job(OLDEST - 5), null);

    assertThat(tombstones.cover(job(OLDEST - 5))).isTrue();
    assertThat(tombstones.cover(job(OLDEST))).isTrue();
  }

  @Test
  void aDebtIsNotForgottenForLackOfRoom() {
    tombstones.bury(job(OLDEST - 5), new Message.Gone(job(OLDEST - 5), "tally-0"));
    fill();

    assertThat(tombstones.owes(job(OLDEST - 5), "reply GONE")).isTrue();
    assertThat(tombstones.replies()).hasSize(1);
  }

  @Test
  void theyComeBackFromTheirBytes() throws IOException {
    tombstones.bury(attempt(job(3), 2), new Message.Fail(job(3), "tally-0", "broken"));
    tombstones.bury(job(4), null);
    fill();
    Tombstones restored = new Tombstones();

    restored.read(new DataInputStream(new ByteArrayInputStream(bytes(tombstones))));

    assertThat(bytes(restored)).isEqualTo(bytes(tombstones));
    assertThat(restored.replies()).isEqualTo(tombstones.replies()).hasSize(1);
    assertThat(restored.cover(job(3))).isTrue();
    assertThat(restored.cover(attempt(job(3), 2))).isTrue();
    assertThat(restored.cover(attempt(job(3), 3))).isFalse();
    assertThat(restored.cover(job(2))).isEqualTo(tombstones.cover(job(2)));
  }

  /** As many jobs as there is room for, from {@link #OLDEST} on. */
  private void fill() {
    for (int number = 0; number < Tombstones.ROOM; number++) {
      tombstones.bury(job(OLDEST + number), null);
    }
  }

  private static byte[] bytes(Tombstones tombstones) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tombstones.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
