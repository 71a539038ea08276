package dev.roastery.common.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireException.Reason;
import dev.roastery.common.message.bytes.WireWriter;
import dev.roastery.testkit.Property;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

  private static final Message CLOSE = new Message.Close(Golden.JOB);

  @Test
  void aMessageComesBackAsItWas() {
    Property.check(
        "messages come back",
        5_000,
        random -> {
          Message message = new RandomMessages(random).message();
          byte[] bytes = MessageCodec.encode(message);
          assertThat(MessageCodec.decode(bytes)).isEqualTo(message);
          assertThat(MessageCodec.encode(message)).isEqualTo(bytes);
        });
  }

  @Test
  void everyFlippedBitIsFound() {
    Message message = new Message.End(Golden.JOB, "transactions", 2, 3, 40);
    byte[] bytes = MessageCodec.encode(message);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit >> 3] ^= (byte) (1 << (bit & 7));

      assertThat(reasonFor(damaged)).isIn(Reason.BAD_CHECKSUM, Reason.NOT_A_MESSAGE);
    }
  }

  @Test
  void everyTruncationIsFound() {
    byte[] bytes = MessageCodec.encode(new Message.Fail(Golden.JOB, "joiner-0", "no item 9"));
    for (int length = 0; length < bytes.length; length++) {
      assertThat(reasonFor(Arrays.copyOf(bytes, length)))
          .isIn(Reason.TOO_SHORT, Reason.BAD_CHECKSUM);
    }
  }

  @Test
  void aNewerVersionIsNamedAsSuch() {
    byte[] bytes = MessageCodec.encode(CLOSE);
    bytes[1] = 2;

    assertThat(reasonFor(bytes)).isEqualTo(Reason.BAD_CHECKSUM);
    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.FORMAT_TOO_NEW);
  }

  @Test
  void versionZeroNeverWas() {
    byte[] bytes = MessageCodec.encode(CLOSE);
    bytes[1] = 0;

    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void anUnknownTypeIsNamedAsSuch() {
    byte[] bytes = MessageCodec.encode(CLOSE);
    bytes[2] = 99;

    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.UNKNOWN_TYPE);
  }

  @Test
  void bytesBehindTheLastFieldAreMalformed() {
    byte[] bytes = MessageCodec.encode(CLOSE);

    assertThat(reasonFor(sealed(Arrays.copyOf(bytes, bytes.length + 1))))
        .isEqualTo(Reason.MALFORMED);
  }

  @Test
  void valuesThatNoMessageCanHaveAreMalformed() {
    byte[] bytes = MessageCodec.encode(CLOSE);
    Arrays.fill(bytes, 19, 23, (byte) 0);

    assertThat(catchThrowableOfType(WireException.class, () -> MessageCodec.decode(sealed(bytes))))
        .hasMessage("MALFORMED: CLOSE: attempt 0 of job " + Golden.JOB.id() + ": starts at 1");
  }

  @Test
  void textThatIsNotUtf8IsMalformed() {
    byte[] bytes = MessageCodec.encode(new Message.Gone(Golden.JOB, "joiner-0"));
    bytes[bytes.length - 6] = (byte) 0xff;

    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void aLengthOfTwoGibibytesIsRefused() {
    byte[] bytes = MessageCodec.encode(new Message.Abort(Golden.JOB, "stop"));
    WireWriter.INT.set(bytes, 23, Integer.MAX_VALUE);
    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.MALFORMED);

    WireWriter.INT.set(bytes, 23, Integer.MIN_VALUE);
    assertThat(reasonFor(sealed(bytes))).isEqualTo(Reason.TOO_SHORT);
  }

  @Test
  void aMessageAboveTheLimitIsRefusedBothWays() {
    byte[] rows = new byte[MessageCodec.MESSAGE_BYTES_MAX];
    Message message = new Message.Batch(new BatchId(Golden.JOB, "transactions", 0, 0), rows);

    assertThatThrownBy(() -> MessageCodec.encode(message))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 16777216");
    assertThat(reasonFor(new byte[MessageCodec.MESSAGE_BYTES_MAX + 1])).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void aPlanAboveTheLimitIsRefused() {
    String largest = "x".repeat(MessageCodec.PLAN_BYTES_MAX);

    assertThat(MessageCodec.encode(new Message.Job(Golden.JOB, largest)))
        .hasSizeGreaterThan(MessageCodec.PLAN_BYTES_MAX);
    assertThatThrownBy(() -> MessageCodec.encode(new Message.Job(Golden.JOB, largest + "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a plan of 4194305 bytes: at most 4194304");
  }

  @Test
  void aLongReasonIsCutBetweenTwoCharacters() throws Exception {
    String reason = "x" + "é".repeat(MessageCodec.REASON_BYTES_MAX);

    Message message =
        MessageCodec.decode(MessageCodec.encode(new Message.Abort(Golden.JOB, reason)));

    String kept = ((Message.Abort) message).reason();
    assertThat(reason).startsWith(kept);
    assertThat(kept.getBytes(UTF_8)).hasSize(MessageCodec.REASON_BYTES_MAX - 1);
  }

  @Test
  void idsTellAllMessagesOfAJobApart() {
    assertThat(Golden.messages().stream().map(golden -> MessageCodec.idOf(golden.message())))
        .containsExactly(
            Golden.JOB + "/job",
            Golden.JOB + "#2/transactions/7/1000000000000",
            Golden.JOB + "/tpv-by-store/2/end",
            Golden.JOB + "/close",
            Golden.JOB + "/abort",
            Golden.JOB + "/joiner-0/fail",
            Golden.JOB + "#2/aggregator-1/gone",
            Golden.JOB + "/sales/3/16/range");
    assertThat(Golden.messages().stream().map(golden -> MessageCodec.typeOf(golden.message())))
        .containsExactly("JOB", "BATCH", "END", "CLOSE", "ABORT", "FAIL", "GONE", "RANGE");
  }

  @Test
  void theLongestIdFitsAnAmqpShortString() {
    JobId job = new JobId(new UUID(-1, -1), Integer.MAX_VALUE);
    String stream = "s".repeat(MessageCodec.NAME_BYTES_MAX);
    BatchId id = new BatchId(job, stream, Integer.MAX_VALUE, Long.MAX_VALUE);
    PartReference part = new PartReference("p", "file:///p", "1", 1, 0, 1);
    Message message = new Message.Range(id, 0, 1, part);

    assertThat(MessageCodec.encode(message)).isNotEmpty();
    assertThat(MessageCodec.idOf(message)).hasSizeLessThanOrEqualTo(255);
    assertThatThrownBy(() -> MessageCodec.encode(new Message.Gone(job, stream + "s")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a name of 161 bytes: at most 160");
  }

  /** The bytes with the checksum that belongs to them. */
  private static byte[] sealed(byte[] bytes) {
    byte[] sealed = bytes.clone();
    int end = sealed.length - 4;
    WireWriter.INT.set(sealed, end, WireWriter.checksum(sealed, end));
    return sealed;
  }

  private static Reason reasonFor(byte[] bytes) {
    WireException refusal =
        catchThrowableOfType(WireException.class, () -> MessageCodec.decode(bytes));
    assertThat(refusal).as("nothing was refused").isNotNull();
    return refusal.reason();
  }
}
