package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.input.PartPosition;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 1 for a part: its batches are a matter of its bytes. */
class BatchesTest {

  private static final String ODD =
      "\ufeff x,id,amount,name,day,\"at\"\r\n"
          + ",1.0,2.5,\"a,\n\"\"b\"\"\r\nc\",2024-01-31,2024-01-31 07:00:00\r\n"
          + "\n"
          + "y,,-3,\"\",,\n"
          + "z,123456789,99999.99,\"long "
          + "text ".repeat(20)
          + "\n\n\n\",,2024-02-29\n"
          + "\r\n"
          + "\"\n\n\",2,,5\" x,,\n"
          + ",3,,ü,,2024-01-31T23:59:59";

  private static CsvScan scan(int batchBytes, int blockBytes) {
    return CsvScan.of(Csv.ORDERS)
        .within(CsvLimits.DEFAULT.batchesOf(batchBytes).rowsUpTo(1000).blocksOf(blockBytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 1 << 20})
  void anySplitGivesTheSameBatches(int batchBytes) {
    byte[] part = Csv.bytes(ODD);
    Outcome whole = Outcome.of(Csv.whole(part, scan(batchBytes, 1 << 10)));
    assertThat(whole.rows()).hasSize(5);
    for (int block : new int[] {1, 3, 8, 64, 1 << 10}) {
      for (int at = 0; at <= part.length; at++) {
        assertThat(Outcome.of(Csv.split(part, at, scan(batchBytes, block)))).isEqualTo(whole);
      }
      assertThat(Outcome.of(Csv.portions(part, 1, new Random(1), scan(batchBytes, block))))
          .isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 1 << 20})
  void anyNumberOfThreadsGivesTheSameBatches(int batchBytes) {
    byte[] part = Csv.bytes(ODD);
    Outcome whole = Outcome.of(Csv.whole(part, scan(batchBytes, 1 << 10)));
    for (int threads = 1; threads <= 3; threads++) {
      for (int block : new int[] {1, 8, 1 << 10}) {
        assertThat(Outcome.of(Csv.parallel(part, threads, scan(batchBytes, block))))
            .isEqualTo(whole);
      }
    }
  }

  /** Guesses that are right, that begin in a quoted field, find a bad row, or nothing at all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,,a,,\n2,,b,,\n3,,c,,\n4,,d,,\n5,,e,,\n",
        "1,,\"a\n2,,b,,\n3,,c,,\n4,,d\",,\n5,,e,,\n",
        "1,,\"a\n2,,b,,\n3,,c,,\n4,,d\n5,,e,,\n6,,f,,\n7,,g\",,\n",
        "1,,\"a\n2,,\"\"b,,\n3,,\"\"c,,\n\",,\n5,,e,,\n",
        "1,,a,,\n2,,b,,\n3,,c,,\nx,,d,,\n5,,e,,\n6,,f,,\n",
        "1,,a,,\ny,,\"b\n3,,c,,\nx,,d,,\n\",,\n5,,e,,\n6,,f,,\n",
        "1,,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,,",
        "1,,a,,\n2,,b,,\n3,,\"c,,\n4,,d,,\n5,,e,,\n"
      })
  void guessedBatchesAreTheTrueOnes(String rows) {
    byte[] part = Csv.bytes(Csv.HEADER + rows);
    for (int batchBytes = 2; batchBytes < rows.length() - 1; batchBytes++) {
      CsvScan scan = scan(batchBytes, 16);
      assertThat(Outcome.of(Csv.guessing(part, scan))).isEqualTo(Outcome.of(Csv.whole(part, scan)));
      assertThat(Outcome.skipping(Csv.guessing(part, scan)))
          .isEqualTo(Outcome.skipping(Csv.whole(part, scan)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40})
  void afterAnyBatchAnotherReaderContinues(int batchBytes) {
    byte[] part = Csv.bytes(ODD);
    CsvScan scan = scan(batchBytes, 64);
    List<Outcome.Batch> all = Outcome.of(Csv.whole(part, scan)).batches();
    byte[] header = Arrays.copyOf(part, (int) all.getFirst().from().offset());
    for (int done = 0; done < all.size(); done++) {
      PartPosition from = all.get(done).from();
      assertThat(Outcome.of(Csv.resumed(part, header, from, scan)).batches())
          .isEqualTo(all.subList(done, all.size()));
    }
    PartPosition end = all.getLast().to();
    assertThat(end.offset()).isEqualTo(part.length);
    assertThat(Outcome.of(Csv.resumed(part, header, end, scan)).batches()).isEmpty();
  }

  @Test
  void batchesFollowEachOtherWithoutAGap() {
    List<Outcome.Batch> all = Outcome.of(Csv.whole(ODD, scan(7, 64))).batches();
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).from().batch()).isEqualTo(i);
      assertThat(all.get(i).to().offset()).isGreaterThan(all.get(i).from().offset());
      if (i > 0) {
        assertThat(all.get(i).from()).isEqualTo(all.get(i - 1).to());
      }
    }
  }

  @Test
  void batchHasTheRowsThatBeginInItsWindow() {
    String part = "id,amount,name,day,at\n" + "1,,,,\n".repeat(7);
    List<Outcome.Batch> all = Outcome.of(Csv.whole(part, scan(12, 64))).batches();
    assertThat(all).extracting(batch -> batch.rows().size()).containsExactly(2, 2, 2, 1);
    all = Outcome.of(Csv.whole(part, scan(13, 64))).batches();
    assertThat(all).extracting(batch -> batch.rows().size()).containsExactly(3, 2, 2);
    assertThat(all).extracting(batch -> batch.from().line()).containsExactly(2L, 5L, 7L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void largePartsAreTheSameHoweverTheyAreRead(long seed) {
    Random random = new Random(seed);
    byte[] part = Csv.bytes(Generated.part(random, 3000));
    CsvScan scan = scan(1 + random.nextInt(20_000), 1 + random.nextInt(5000));
    CsvScan other = scan.within(scan.limits().blocksOf(1 + random.nextInt(5000)));
    Outcome whole = Outcome.skipping(Csv.whole(part, scan));
    assertThat(whole.rows()).hasSizeGreaterThan(1000);
    for (int most : new int[] {3, 1000, 100_000}) {
      assertThat(Outcome.skipping(Csv.portions(part, most, random, other))).isEqualTo(whole);
    }
    for (int threads = 1; threads <= 4; threads++) {
      assertThat(Outcome.skipping(Csv.parallel(part, threads, other))).isEqualTo(whole);
    }
    byte[] header = Arrays.copyOf(part, (int) whole.batches().getFirst().from().offset());
    Outcome.Batch middle = whole.batches().get(random.nextInt(whole.batches().size()));
    List<Outcome.Batch> rest = new ArrayList<>(whole.batches());
    rest.removeIf(batch -> batch.from().batch() < middle.from().batch());
    assertThat(Outcome.skipping(Csv.resumed(part, header, middle.from(), other)).batches())
        .isEqualTo(rest);
  }
}
