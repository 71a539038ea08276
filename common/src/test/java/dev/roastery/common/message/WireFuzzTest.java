package dev.roastery.common.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireWriter;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.testkit.Property;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged bytes give a value or a {@link WireException}, and take no more memory than the limits
 * say. The checksum is mended in half of the cases, or nothing behind it would ever be reached. The
 * time limit is there for endless loops.
 */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WireFuzzTest {

  private static final int MUTATIONS = Integer.getInteger("roastery.fuzz.mutations", 50_000);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The decoded rows and the lengths, indexes and offsets that lead to them. */
  private static final long ROWS_ALLOCATION_MAX = 4L * RowsCodec.DECODED_BYTES_MAX;

  private static final long CLASS_LOADING_BYTES = 1 << 20;

  @Test
  void damagedMessagesAreRefusedOrWellFormed() {
    List<byte[]> corpus = messages();
    Property.check(
        "damaged messages",
        MUTATIONS,
        random -> {
          byte[] bytes = new Mutation(random, corpus).bytes();
          if (random.nextBoolean()) {
            mendChecksum(bytes);
          }
          Message message = decoded(MessageCodec::decode, bytes, 16L * bytes.length);
          if (message != null) {
            assertThat(MessageCodec.encode(message)).isEqualTo(bytes);
            assertThat(MessageCodec.idOf(message)).startsWith(message.job().toString());
          }
        });
  }

  @Test
  void damagedRowsAreRefusedOrWellFormed() {
    List<byte[]> corpus = rows();
    Property.check(
        "damaged rows",
        MUTATIONS,
        random -> {
          byte[] bytes = new Mutation(random, corpus).bytes();
          Rows rows = decoded(RowsCodec::decode, bytes, ROWS_ALLOCATION_MAX);
          if (rows != null) {
            assertThat(rows.decodedBytes()).isLessThanOrEqualTo(RowsCodec.DECODED_BYTES_MAX);
            assertThat(RowsCodec.decode(RowsCodec.encode(rows))).isEqualTo(rows);
          }
        });
  }

  private interface Decoder<T> {
    T decode(byte[] bytes) throws WireException;
  }

  /** What the bytes mean, or {@code null} when they are refused; nothing else may come of them. */
  private static <T> @Nullable T decoded(Decoder<T> decoder, byte[] bytes, long allocationMax) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T value;
    try {
      value = decoder.decode(bytes);
    } catch (WireException refusal) {
      value = null;
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(allocationMax + CLASS_LOADING_BYTES);
    return value;
  }

  private static void mendChecksum(byte[] bytes) {
    int end = bytes.length - 4;
    if (end >= 0) {
      WireWriter.INT.set(bytes, end, WireWriter.checksum(bytes, end));
    }
  }

  private static List<byte[]> messages() {
    RandomMessages random = new RandomMessages(new SplittableRandom(1));
    return Stream.concat(
            Golden.messages().stream().map(Golden.GoldenMessage::message),
            Stream.generate(random::message).limit(50))
        .map(MessageCodec::encode)
        .toList();
  }

  private static List<byte[]> rows() {
    RandomRows random = new RandomRows(new SplittableRandom(1));
    return Stream.concat(
            Golden.rows().stream().map(Golden.GoldenRows::rows),
            Stream.generate(random::rows).limit(50))
        .map(RowsCodec::encode)
        .toList();
  }

  /** One of the corpus, damaged in one to four places. */
  private record Mutation(SplittableRandom random, List<byte[]> corpus) {

    byte[] bytes() {
      byte[] bytes = any().clone();
      for (int left = random.nextInt(1, 5); left > 0 && bytes.length > 0; left--) {
        bytes = damaged(bytes);
      }
      return bytes;
    }

    private byte[] damaged(byte[] bytes) {
      int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(64, bytes.length));
      return switch (random.nextInt(7)) {
        case 0 -> Arrays.copyOf(bytes, at);
        case 1 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(1, 20));
        case 2 -> with(bytes, at, bytes[at] ^ 1 << random.nextInt(8));
        case 3 -> with(bytes, at, random.nextInt());
        case 4 -> withNumber(bytes, at);
        case 5 -> spliced(bytes, at);
        default -> repeated(bytes, at);
      };
    }

    private byte[] any() {
      return corpus.get(random.nextInt(corpus.size()));
    }

    private static byte[] with(byte[] bytes, int at, int value) {
      bytes[at] = (byte) value;
      return bytes;
    }

    /** A number such as lengths break at. */
    private byte[] withNumber(byte[] bytes, int at) {
      long[] numbers = {-1, 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 20, bytes.length};
      long number = numbers[random.nextInt(numbers.length)];
      if (at + Long.BYTES <= bytes.length && random.nextBoolean()) {
        WireWriter.LONG.set(bytes, at, number);
      } else if (at + Integer.BYTES <= bytes.length) {
        WireWriter.INT.set(bytes, at, (int) number);
      }
      return bytes;
    }

    /** The beginning of this one and the end of another. */
    private byte[] spliced(byte[] bytes, int at) {
      byte[] other = any();
      int from = random.nextInt(other.length);
      byte[] spliced = Arrays.copyOf(bytes, at + other.length - from);
      System.arraycopy(other, from, spliced, at, other.length - from);
      return spliced;
    }

    private byte[] repeated(byte[] bytes, int at) {
      int length = random.nextInt(Math.min(32, bytes.length - at) + 1);
      byte[] repeated = Arrays.copyOf(bytes, bytes.length + length);
      System.arraycopy(bytes, at, repeated, at + length, bytes.length - at);
      return repeated;
    }
  }
}
