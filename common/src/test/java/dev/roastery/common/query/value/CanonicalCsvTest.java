package dev.roastery.common.query.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.Rows;
import dev.roastery.testkit.TestRows;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CanonicalCsvTest {

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  @Test
  void everyFormatHasOneSpelling() {
    assertThat(one(new ValueFormat.Whole(), -120)).isEqualTo("-120");
    assertThat(one(new ValueFormat.Whole(), Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(one(new ValueFormat.Decimal(2), 7500)).isEqualTo("75.00");
    assertThat(one(new ValueFormat.Decimal(2), -5)).isEqualTo("-0.05");
    assertThat(one(new ValueFormat.Decimal(2), 0)).isEqualTo("0.00");
    assertThat(one(new ValueFormat.Decimal(0), 12)).isEqualTo("12");
    assertThat(one(new ValueFormat.Date(), LocalDate.of(2024, 2, 29).toEpochDay()))
        .isEqualTo("2024-02-29");
    assertThat(one(new ValueFormat.Timestamp(), -1)).isEqualTo("1969-12-31 23:59:59");
    assertThat(one(new ValueFormat.Month(), 2024 * 12)).isEqualTo("2024-01");
    assertThat(one(new ValueFormat.Month(), 2024 * 12 + 11)).isEqualTo("2024-12");
    assertThat(one(new ValueFormat.Half(), 2024 * 2 + 1)).isEqualTo("2024-H2");
    assertThat(one(new ValueFormat.TimeOfDay(), 6 * 3600 + 7)).isEqualTo("06:00:07");
  }

  @Test
  void anyNumberIsWrittenAsBigDecimalAndTheCalendarWriteIt() {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      int scale = random.nextInt(19);
      assertThat(one(new ValueFormat.Decimal(scale), value))
          .isEqualTo(BigDecimal.valueOf(value, scale).toPlainString());
      long second = random.nextLong(-62_135_596_800L, 253_402_300_800L);
      assertThat(one(new ValueFormat.Timestamp(), second))
          .isEqualTo(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(TIMESTAMP));
    }
  }

  @Test
  void textsAreQuotedOnlyWhereTheyMustBe() {
    Rows rows =
        TestRows.texts("plain", "a,b", "say \"hi\"", "two\nlines", "\r", "", null, "\"", "é");
    assertThat(written(rows, new ValueFormat.Text()))
        .isEqualTo(
            "plain\n\"a,b\"\n\"say \"\"hi\"\"\"\n\"two\nlines\"\n\"\r\"\n\"\"\n\n\"\"\"\"\né\n");
  }

  @Test
  void theHeaderIsQuotedLikeAnyText() {
    ByteText out = new ByteText();
    List<ResultColumn> columns =
        List.of(
            new ResultColumn("store, city", new ValueFormat.Text()),
            new ResultColumn("tpv", new ValueFormat.Decimal(2)));
    new CanonicalCsv(columns, out).header();
    assertThat(out).hasToString("\"store, city\",tpv\n");
  }

  @Test
  void theTextGrowsBeyondItsFirstArray() {
    ByteText out = new ByteText();
    CanonicalCsv csv =
        new CanonicalCsv(List.of(new ResultColumn("n", new ValueFormat.Whole())), out);
    Rows rows = TestRows.wholes(1L, null, 1_000_000_007L);
    for (int i = 0; i < 30_000; i++) {
      csv.row(rows, i % 3);
    }
    assertThat(out.toString()).isEqualTo("1\n\n1000000007\n".repeat(10_000));
    assertThat(out.buffer().remaining()).isEqualTo(out.size());
    out.clear();
    assertThat(out).hasToString("");
  }

  @Test
  void aYearOfFiveDigitsIsRefused() {
    assertThatThrownBy(() -> one(new ValueFormat.Month(), 10_000 * 12))
        .hasMessageContaining("year 10000");
  }

  private static String one(ValueFormat.OfLong format, long value) {
    ByteText out = new ByteText();
    format.append(value, out);
    return out.toString();
  }

  private static String written(Rows rows, ValueFormat format) {
    ByteText out = new ByteText();
    CanonicalCsv csv = new CanonicalCsv(List.of(new ResultColumn("x", format)), out);
    for (int row = 0; row < rows.count(); row++) {
      csv.row(rows, row);
    }
    return out.toString();
  }
}
