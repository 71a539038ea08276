package dev.roastery.common.message.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.roastery.common.message.RandomRows;
import dev.roastery.common.message.bytes.Packed;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireException.Reason;
import dev.roastery.common.message.bytes.WireWriter;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowsCodecTest {

  private static final int EMPTY_COLUMN_BYTES = sizeOf(Columns.wholes());

  @Test
  void rowsComeBackAsTheyWere() {
    Property.check(
        "rows come back",
        3_000,
        random -> {
          Rows rows = new RandomRows(random).rows();
          byte[] bytes = RowsCodec.encode(rows);
          Rows back = RowsCodec.decode(bytes);
          assertThat(back).isEqualTo(rows);
          assertThat(RowsCodec.encode(back)).isEqualTo(bytes);
        });
  }

  @Test
  void theSameRowsHaveTheSameBytesHoweverTheyLieInMemory() {
    Column.Longs tight = Columns.wholes(1, 2, 3);
    Column.Longs loose =
        new Column.Longs(new ColumnType.Whole(), 3, new long[] {1, 2, 3, 99}, new long[] {0, 7});
    Column.Texts packed = Columns.texts("a", "bc");
    Column.Texts within =
        new Column.Texts(2, new byte[] {'x', 'a', 'b', 'c', 'y'}, new int[] {1, 2, 4, 5}, null);

    assertThat(loose).isEqualTo(tight);
    assertThat(within).isEqualTo(packed);
    assertThat(encoded(loose)).isEqualTo(encoded(tight));
    assertThat(encoded(within)).isEqualTo(encoded(packed));
  }

  @Test
  void everyTruncationIsFound() {
    Property.check(
        "truncated rows are refused",
        300,
        random -> {
          byte[] bytes = RowsCodec.encode(new RandomRows(random).rows());
          byte[] truncated = Arrays.copyOf(bytes, random.nextInt(bytes.length));
          assertThat(catchThrowableOfType(WireException.class, () -> RowsCodec.decode(truncated)))
              .isNotNull();
        });
  }

  @Test
  void constantsAndEqualStepsTakeNoRoomForEachRow() {
    assertThat(sizeOf(Columns.wholes(new long[10_000]))).isEqualTo(EMPTY_COLUMN_BYTES);
    assertThat(sizeOf(Columns.wholes(LongStream.range(0, 10_000).toArray())))
        .isEqualTo(EMPTY_COLUMN_BYTES + Long.BYTES);
  }

  @Test
  void numbersTakeTheBitsOfTheirRange() {
    long[] stores = LongStream.range(0, 8_000).map(row -> 1 + row * 7919 % 10).toArray();

    assertThat(sizeOf(Columns.wholes(stores))).isEqualTo(EMPTY_COLUMN_BYTES + 8_000 * 4 / 8);
  }

  @Test
  void sortedNumbersTakeTheBitsOfTheirSteps() {
    long[] times =
        LongStream.rangeClosed(0, 8_000).map(row -> 1704067200 + row * 60 + row % 2).toArray();

    assertThat(sizeOf(Columns.timestamps(times)))
        .isEqualTo(EMPTY_COLUMN_BYTES + Long.BYTES + 8_000 * 2 / 8);
  }

  @Test
  void fewDistinctTextsAreWrittenOnce() {
    String[] cities = {"Kuala Lumpur", "Penang", "Johor Bahru", "Ipoh"};
    String[] rows =
        IntStream.range(0, 8_000).mapToObj(row -> cities[row % 4]).toArray(String[]::new);

    assertThat(sizeOf(Columns.texts(rows))).isLessThan(8_000 * 2 / 8 + 150);
  }

  @Test
  void textsThatCollideOnPurposeAreWrittenPlainly() throws Exception {
    List<String> colliding =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "text " + i)
            .filter(
                text -> (TextDictionary.hash(text.getBytes(UTF_8), 0, text.length()) & 255) == 0)
            .limit(65)
            .toList();

    assertThat(encodingOf(repeated(colliding.subList(0, 64)))).isEqualTo(1);
    assertThat(encodingOf(repeated(colliding))).isEqualTo(0);
    assertThat(RowsCodec.decode(encoded(repeated(colliding))).column("value"))
        .isEqualTo(repeated(colliding));
  }

  @Test
  void manyDistinctTextsAreWrittenPlainly() {
    List<String> distinct = IntStream.range(0, 101).mapToObj(i -> "text " + i).toList();

    assertThat(encodingOf(repeated(distinct.subList(0, 100)))).isEqualTo(1);
    assertThat(encodingOf(repeated(distinct))).isEqualTo(0);
  }

  @Test
  void rowsAboveALimitAreRefusedBeforeAnythingIsWritten() {
    Column tooMany = Columns.wholes(new long[RowsCodec.ROWS_MAX + 1]);
    Column most = Columns.wholes(new long[RowsCodec.ROWS_MAX]);
    RowsBuilder tooLarge = new RowsBuilder();
    for (int i = 0; i < 3; i++) {
      tooLarge.with("column " + i, most);
    }

    assertThatThrownBy(() -> encoded(tooMany))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4194305 rows");
    assertThatThrownBy(() -> RowsCodec.encode(tooLarge.build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100663296 bytes");
  }

  @Test
  void threeConstantColumnsOfAllRowsThereMayBeAreRefused() {
    WireWriter out = header(RowsCodec.ROWS_MAX, 3);
    for (int i = 0; i < 3; i++) {
      out.name("x");
      out.bytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 12);
    }
    out.int64(0);

    assertThat(reasonFor(out.toBytes())).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void oneLongTextForAllRowsThereMayBeIsRefused() {
    WireWriter out = header(RowsCodec.ROWS_MAX, 1);
    out.name("x");
    out.bytes(new byte[] {5, 0, 1}, 0, 3);
    out.int32(1);
    Packed.write(out, new long[] {1000}, 1);
    out.bytes(new byte[1000], 0, 1000);
    Packed.write(out, new long[RowsCodec.ROWS_MAX], RowsCodec.ROWS_MAX);
    out.int64(0);

    assertThat(reasonFor(out.toBytes())).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void aValueBehindANullIsRefusedBothWays() {
    Column hidden = new Column.Longs(new ColumnType.Whole(), 2, new long[] {1, 2}, new long[] {2});

    assertThatThrownBy(() -> encoded(hidden)).isInstanceOf(IllegalArgumentException.class);

    byte[] bytes = encoded(Columns.withNulls(Columns.wholes(1, 0), 1));
    int bitmap = 12 + "value".length();
    assertThat(bytes[bitmap]).isEqualTo((byte) 2);
    for (byte damaged : new byte[] {0, 1, 3, 4, 6}) {
      bytes[bitmap] = damaged;
      assertThat(reasonFor(bytes)).isEqualTo(Reason.MALFORMED);
    }
  }

  @Test
  void textsOfNegativeLengthAreMalformed() {
    WireWriter out = header(3, 1);
    out.name("x");
    out.bytes(new byte[] {5, 0, 0}, 0, 3);
    Packed.write(out, new long[] {2, -1, 2}, 3);
    out.bytes(new byte[3], 0, 3);
    out.int64(0);

    assertThat(reasonFor(out.toBytes())).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void widthsThatCannotBeReadAtOnceAreMalformed() {
    for (int width : new int[] {58, 63, 65, 255}) {
      WireWriter out = header(1, 1);
      out.name("x");
      out.bytes(new byte[] {1, 0, 0}, 0, 3);
      out.int64(0);
      out.uint8(width);
      out.bytes(new byte[32], 0, (width + 7) / 8);
      out.int64(0);

      assertThat(reasonFor(out.toBytes())).isEqualTo(Reason.MALFORMED);
    }
  }

  @Test
  void newerRowsAreNamedAsSuch() {
    byte[] bytes = encoded(Columns.wholes(1));
    bytes[0] = 2;

    assertThat(reasonFor(bytes)).isEqualTo(Reason.FORMAT_TOO_NEW);
  }

  private static WireWriter header(int rows, int columns) {
    WireWriter out = new WireWriter(0);
    out.uint8(1);
    out.int32(rows);
    out.int32(columns);
    return out;
  }

  /** 400 rows of these texts: a dictionary of at most 100 entries, in 256 slots. */
  private static Column repeated(List<String> texts) {
    return Columns.texts(
        IntStream.range(0, 400)
            .mapToObj(row -> texts.get(row % texts.size()))
            .toArray(String[]::new));
  }

  private static int encodingOf(Column column) {
    return encoded(column)[9 + 1 + "value".length() + 2];
  }

  private static byte[] encoded(Column column) {
    return RowsCodec.encode(new RowsBuilder().with("value", column).build());
  }

  private static int sizeOf(Column column) {
    return encoded(column).length;
  }

  private static Reason reasonFor(byte[] bytes) {
    WireException refusal =
        catchThrowableOfType(WireException.class, () -> RowsCodec.decode(bytes));
    assertThat(refusal).as("nothing was refused").isNotNull();
    return refusal.reason();
  }
}
