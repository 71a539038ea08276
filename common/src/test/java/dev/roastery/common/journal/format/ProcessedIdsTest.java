package dev.roastery.common.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProcessedIdsTest {

  private static final JobId JOB = new JobId(new UUID(1, 1), 1);
  private static final JobId OTHER = new JobId(new UUID(1, 2), 1);
  private static final String STREAM = "transaction_items";

  private final ProcessedIds ids = new ProcessedIds();

  @Test
  void theSameNumberCountsOnceForEachJobStreamAndSender() {
    assertThat(ids.add(new BatchId(JOB, STREAM, 0, 5))).isTrue();
    assertThat(ids.add(new BatchId(JOB, STREAM, 0, 5))).isFalse();
    assertThat(ids.add(new BatchId(OTHER, STREAM, 0, 5))).isTrue();
    assertThat(ids.add(new BatchId(new JobId(JOB.id(), 2), STREAM, 0, 5))).isTrue();
    assertThat(ids.add(new BatchId(JOB, "users", 0, 5))).isTrue();
    assertThat(ids.add(new BatchId(JOB, STREAM, 1, 5))).isTrue();
    assertThat(ids.count(JOB, STREAM, 0)).isEqualTo(1);
  }

  @Test
  void itAgreesWithAPlainSetWhateverTheOrder() {
    Random random = new Random(20260202);
    for (int round = 0; round < 50; round++) {
      SeqSet set = new SeqSet();
      BitSet plain = new BitSet();
      int size = 1 + random.nextInt(3000);
      for (int i = 0; i < 2 * size; i++) {
        int seq = random.nextInt(size);
        assertThat(set.add(seq)).isEqualTo(!plain.get(seq));
        plain.set(seq);
        assertThat(set.contains(seq)).isTrue();
      }
      assertThat(set.count()).isEqualTo(plain.cardinality());
      for (int seq = 0; seq < size + 10; seq++) {
        assertThat(set.contains(seq)).isEqualTo(plain.get(seq));
      }
      assertThat(missing(set, size)).isEqualTo(absent(plain, size));
    }
  }

  private static List<Long> missing(SeqSet set, long total) {
    return set.missing(total).stream()
        .flatMapToLong(range -> LongStream.rangeClosed(range.first(), range.last()))
        .boxed()
        .toList();
  }

  private static List<Long> absent(BitSet plain, int total) {
    return LongStream.range(0, total).filter(seq -> !plain.get((int) seq)).boxed().toList();
  }

  @Test
  void whatIsMissingIsNamedAsRanges() {
    LongStream.of(0, 1, 2, 5, 6, 20, 16, 8).forEach(this::add);

    assertThat(ids.missing(JOB, STREAM, 2, 25)).hasToString("[3-4, 7, 9-15, 17-19, 21-24]");
    assertThat(ids.missing(JOB, STREAM, 2, 19)).hasToString("[3-4, 7, 9-15, 17-18]");
    assertThat(ids.missing(JOB, STREAM, 2, 3)).isEmpty();
    assertThat(ids.missing(JOB, STREAM, 9, 4)).hasToString("[0-3]");
  }

  @Test
  void theSameIdsGiveTheSameBytesInWhateverOrderTheyCame() throws IOException {
    List<Long> numbers = LongStream.range(0, 20_000).filter(n -> n % 7 != 3).boxed().toList();
    numbers.forEach(this::add);
    byte[] expected = DataBytes.bytes(ids::write);
    for (int seed = 0; seed < 5; seed++) {
      ProcessedIds shuffled = new ProcessedIds();
      List<Long> order = numbers.stream().collect(Collectors.toList());
      Collections.shuffle(order, new Random(seed));
      for (int i = 0; i < order.size(); i++) {
        shuffled.add(new BatchId(JOB, STREAM, 2, order.get(i)));
        if (i % 5000 == 0) {
          shuffled = DataBytes.read(DataBytes.bytes(shuffled::write), ProcessedIds::read);
        }
      }
      assertThat(DataBytes.bytes(shuffled::write)).isEqualTo(expected);
    }
  }

  @Test
  void forgettingAJobLeavesTheOthersBytesUnchanged() {
    ids.add(new BatchId(OTHER, STREAM, 0, 3));
    byte[] before = DataBytes.bytes(ids::write);
    LongStream.range(0, 100).forEach(this::add);

    ids.forget(JOB);

    assertThat(DataBytes.bytes(ids::write)).isEqualTo(before);
    assertThat(ids.contains(new BatchId(JOB, STREAM, 2, 0))).isFalse();
  }

  @Test
  void aSenderInOrderCostsSixteenBytesAndItsShareOfTheJobsNames() {
    add(0);
    int one = DataBytes.bytes(ids::write).length;
    LongStream.range(1, 1_000_000).forEach(this::add);
    assertThat(DataBytes.bytes(ids::write)).hasSize(one);
    ids.add(new BatchId(JOB, STREAM, 3, 0));

    assertThat(DataBytes.bytes(ids::write)).hasSize(one + 16);
    assertThat(one).isLessThanOrEqualTo(4 + 64 + STREAM.length());
  }

  @Test
  void aMillionInRandomOrderNeverCostMoreThanABitEachAndTheBitmapsHeads() {
    List<Long> order = LongStream.range(0, 1_000_000).boxed().collect(Collectors.toList());
    Collections.shuffle(order, new Random(1));
    int largest = 0;
    for (int i = 0; i < order.size(); i++) {
      add(order.get(i));
      if (i % 50_000 == 0) {
        largest = Math.max(largest, DataBytes.bytes(ids::write).length);
      }
    }
    assertThat(largest).isBetween(100_000, (128 << 10) + 256);
    assertThat(DataBytes.bytes(ids::write)).hasSizeLessThanOrEqualTo(100);
  }

  @Test
  void theLargestNumberIsKeptAndALargerOneIsRefused() {
    assertThat(ids.add(new BatchId(JOB, STREAM, 2, 0xFFFF_FFFFL))).isTrue();
    assertThat(ids.add(new BatchId(JOB, STREAM, 2, 0xFFFF_FFFFL))).isFalse();
    assertThat(ids.count(JOB, STREAM, 2)).isEqualTo(1);
    BatchId tooLarge = new BatchId(JOB, STREAM, 2, 1L << 32);
    assertThatThrownBy(() -> ids.add(tooLarge)).hasMessageContaining("4294967296");
    assertThat(ids.contains(tooLarge)).isFalse();
  }

  private void add(long seq) {
    ids.add(new BatchId(JOB, STREAM, 2, seq));
  }
}
