package dev.roastery.input.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.input.PartBytes;
import dev.roastery.input.csv.column.CsvLimits;
import dev.roastery.input.csv.column.CsvScan;
import dev.roastery.input.feed.JobFeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A window that is read alone has the rows that it has when the part is read from its start. */
class WindowsTest {

  private static final int WINDOW = 40;
  private static final int ROW_MAX = 200;

  private static CsvScan scan(int windowBytes) {
    return CsvScan.of(Csv.ORDERS)
        .within(CsvLimits.DEFAULT.batchesOf(windowBytes).rowsUpTo(ROW_MAX).blocksOf(64));
  }

  /** What makes it hard to tell where rows begin. */
  enum Text {
    NOISE,
    NO_QUOTES,
    QUOTED_BREAKS,
    ALL_QUOTED,
    EMPTY_QUOTED,
    CONFUSING;

    private String word(Random random) {
      return switch (this) {
        case NOISE -> "" + "a\",\n".charAt(random.nextInt(4));
        case NO_QUOTES -> random.nextInt(6) == 0 ? "\n" : random.nextBoolean() ? "ab" : ",";
        case QUOTED_BREAKS -> random.nextInt(3) == 0 ? "\n" : "x,\"a\n,\nb\",";
        case ALL_QUOTED -> "\"a\",\"b\"" + (random.nextInt(3) == 0 ? "\r\n" : ",");
        case EMPTY_QUOTED -> "\"\"" + (random.nextInt(3) == 0 ? "\n" : ",");
        case CONFUSING -> random.nextInt(40) == 0 ? "a" : "\",\n";
      };
    }

    byte[] part(Random random) {
      StringBuilder text = new StringBuilder(Csv.HEADER);
      while (text.length() < 1_000) {
        text.append(word(random));
      }
      return Csv.bytes(text.toString());
    }
  }

  /** Where the batches of the part begin; null if it is refused. */
  private static List<Long> starts(byte[] part) {
    List<Long> starts = new ArrayList<>();
    CsvSink sink =
        new CsvSink() {
          @Override
          public void batch(CsvBatch batch) {
            starts.add(batch.from().offset());
          }

          @Override
          public void badRow(CsvProblem.BadRow row) {}
        };
    StreamedPart reader = PartFormat.csv().reader(Csv.PART, scan(WINDOW), sink);
    try {
      reader.accept(part, 0, part.length);
      reader.finish();
    } catch (CsvException _) {
      return List.of();
    }
    return starts;
  }

  private static CsvWindows windows(PartBytes bytes, int lookBack, CsvScan scan)
      throws IOException {
    return new CsvWindows(
        CsvLines.INSTANCE, Csv.PART, bytes, Csv.bytes(Csv.HEADER), scan, lookBack);
  }

  @ParameterizedTest
  @EnumSource
  void theFirstRowIsDecided(Text text) throws Exception {
    int boundaries = 0;
    for (int seed = 0; boundaries < 4_000; seed++) {
      byte[] part = text.part(new Random(seed));
      List<Long> starts = starts(part);
      if (starts.isEmpty()) {
        continue;
      }
      CsvWindows windows = windows(PartInMemory.of(part), 16, scan(WINDOW));
      for (long start = Csv.HEADER.length(); start < part.length; start += WINDOW) {
        long at = start;
        long expected =
            starts.stream().filter(each -> each >= at).findFirst().orElse((long) part.length);
        assertThat(windows.firstRow(start))
            .as("%s %d at %d", text, seed, start)
            .isEqualTo(expected);
        boundaries++;
      }
    }
  }

  @Test
  void itsRowsAreThoseOfAReaderFromTheStart() throws Exception {
    int parts = 0;
    int emptyOnes = 0;
    for (int seed = 0; parts < 150; seed++) {
      Random random = new Random(seed);
      byte[] part = Csv.bytes(Generated.part(random, 40));
      int window = 1 + random.nextInt(120);
      Wanted wanted = wanted(part, window);
      if (wanted == null) {
        continue;
      }
      parts++;
      CsvWindows windows =
          new CsvWindows(
              CsvLines.INSTANCE, Csv.PART, PartInMemory.of(part), wanted.header, scan(window), 16);
      long count = Math.ceilDiv(part.length - wanted.header.length, window);
      long first = 0;
      while (first < count) { // ranges of 1 to 64 windows, each by a reader of its own
        windows =
            new CsvWindows(
                CsvLines.INSTANCE,
                Csv.PART,
                PartInMemory.of(part),
                wanted.header,
                scan(window),
                16);
        long end = Math.min(count, first + 1 + random.nextInt(64));
        for (; first < end; first++) {
          CsvBatch read = windows.read(first);
          byte[] rows = wanted.rows.get(first);
          if (rows == null) {
            emptyOnes++;
            assertThat(read.rows().count()).isZero();
          } else {
            assertThat(JobFeed.rows(read)).as("window %d of %d", first, seed).isEqualTo(rows);
          }
          assertThat(read.seq()).isEqualTo(first);
        }
      }
      assertThat(wanted.rows.keySet()).allMatch(number -> number < count);
    }
    assertThat(emptyOnes).isPositive();
  }

  private record Wanted(byte[] header, SortedMap<Long, byte[]> rows) {}

  /** The rows of each window; null if there is a bad one. */
  private static Wanted wanted(byte[] part, int window) {
    List<CsvBatch> batches = new ArrayList<>();
    StreamedPart reader = PartFormat.csv().reader(Csv.PART, scan(window), batches::add);
    try {
      reader.accept(part, 0, part.length);
      reader.finish();
    } catch (CsvException _) {
      return null;
    }
    byte[] header = reader.header();
    return header == null
        ? null
        : new Wanted(
            header,
            batches.stream()
                .collect(
                    Collectors.toMap(
                        batch -> (batch.from().offset() - header.length) / window,
                        JobFeed::rows,
                        (one, _) -> one,
                        TreeMap::new)));
  }

  /** A quoted field that would be longer than a row may be is struck out by what follows, too. */
  @Test
  void nothingIsReadBeforeWhatDecidesIt() throws Exception {
    byte[] part = Csv.bytes(Csv.HEADER + "1,2.5,a,2024-01-31,2024-01-31 07:00:00\n".repeat(1_000));
    AtomicLong least = new AtomicLong(Long.MAX_VALUE);
    PartBytes bytes = PartInMemory.of(part);
    PartBytes watched =
        new PartBytes() {
          @Override
          public long size() throws IOException {
            return bytes.size();
          }

          @Override
          public int read(long offset, byte[] to, int at, int length) throws IOException {
            least.accumulateAndGet(offset, Math::min);
            return bytes.read(offset, to, at, length);
          }
        };
    CsvBatch read = windows(watched, 16, scan(400)).read(90);
    assertThat(read.rows().count()).isEqualTo(10);
    assertThat(least.get()).isEqualTo(Csv.HEADER.length() + 90 * 400 - 16);
  }

  @Test
  void aRowThatIsTooLongIsRefusedByWhoReadsIt() throws Exception {
    byte[] part =
        Csv.bytes(
            Csv.HEADER + "1,,a,,\n".repeat(20) + "1,,\"" + "x\n".repeat(300) + "\",,\n2,,b,,\n");
    CsvWindows windows = windows(PartInMemory.of(part), 16, scan(WINDOW));
    assertThatThrownBy(
            () -> {
              for (long window = 0; window * WINDOW < part.length - Csv.HEADER.length(); window++) {
                windows.read(window);
              }
            })
        .isInstanceOf(CsvException.class);
  }
}
